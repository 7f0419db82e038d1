import { createGardenRoute, createMethodRejections } from "#server/app/handler.ts";
import { noRequestBody, signedInAccess } from "#server/boundary/route-rule.ts";
import { serveForecast } from "#server/forecast/serve-forecast.ts";

/** Returns all forecast version changes of the selected clusters, and those that are blocked, as JSON or as a table. */
export const GET = createGardenRoute(
  {
    access: signedInAccess,
    body: noRequestBody,
    limit: "read",
    effect: "read",
    garden: "shared",
    shows: "scope",
    work: "export",
  },
  serveForecast,
);

export const { POST, PUT, PATCH, DELETE, OPTIONS } = createMethodRejections("GET, HEAD");
