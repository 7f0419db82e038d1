import { stagedRunLimits, stagedRunPlanSchema } from "#lib/contract/staged/staged-runs.ts";
import { createGardenRoute, createMethodRejections } from "#server/app/handler.ts";
import { jsonRequestBody, signedInAccess } from "#server/boundary/route-rule.ts";
import { makeStagedRun } from "#server/staged-runs/change-staged-runs.ts";

/** Makes a staged run, which sends nothing by itself. */
export const POST = createGardenRoute(
  {
    access: signedInAccess,
    body: jsonRequestBody(stagedRunPlanSchema, { bytes: stagedRunLimits.bytes + 16 * 1024, values: 20_000 }),
    limit: "mutation",
    effect: "write",
    audit: "staged-run",
    garden: "user and shared",
    shows: "scope",
  },
  makeStagedRun,
);

export const { GET, HEAD, PUT, PATCH, DELETE, OPTIONS } = createMethodRejections("POST");
