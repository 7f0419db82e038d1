import "server-only";
import { describeActBlocker, kindOfActBlocker } from "#lib/act/plan/act-blocker.ts";
import { evaluateAct } from "#lib/act/plan/evaluate-act.ts";
import { accessRulesOfAct, isSeedMove } from "#lib/act/plan/move-seed-act.ts";
import { composeBlockedActPreview, composePreview, type UnhashedActPreview } from "#lib/act/preview/compose-preview.ts";
import type { ActPreview } from "#lib/contract/act.ts";
import { patchShootsRule } from "#lib/policy/operations/access-rules.ts";
import { ProblemError } from "#server/boundary/problem.ts";
import { GardenError } from "#server/garden/garden-error.ts";
import type { ActContext, ClusterActRequest } from "./act-context.ts";
import { type ActDryRunInput, dryRunAct } from "./dry-run-act.ts";
import { previewHash } from "./preview-hash.ts";
import { readActPermissions } from "./read-act-permissions.ts";
import { type PlannedAct, readPlannedAct, readPreviewInput } from "./read-preview-input.ts";

/** Number of attempts: gardenlet writes the status of a Shoot every few seconds, and a dry run then has a conflict. */
const attempts = 3;

/**
 * Previews an action on a cluster with the user's own permissions. Nothing is written; the API server is asked in a dry
 * run.
 */
export async function previewAct(context: ActContext, request: ClusterActRequest): Promise<ActPreview> {
  for (let attempt = 1; ; attempt += 1) {
    const planned = await readPlannedAct(context, request);
    rejectMalformedAct(planned);
    try {
      return signed(context, request, { planned, preview: await previewOf(context, request, planned) });
    } catch (error) {
      const moved = error instanceof GardenError && error.reason === "conflict";
      if (!moved || attempt === attempts) throw error;
    }
  }
}

/** @throws ProblemError for an action that could not be valid for any cluster */
export function rejectMalformedAct({ planned }: Pick<PlannedAct, "planned">): void {
  if (planned.ok || kindOfActBlocker(planned.error) !== "malformed") return;
  const message = describeActBlocker(planned.error);
  throw new ProblemError("invalid-request", { detail: message, causes: [{ field: "act", message }] });
}

async function previewOf(
  context: ActContext,
  request: ClusterActRequest,
  planned: PlannedAct,
): Promise<UnhashedActPreview> {
  const { target, shoot, planned: plan } = planned;
  if (!plan.ok) return composeBlockedActPreview(await readPreviewInput(context, request, planned), plan.error);
  const trial = { plan: plan.value, before: shoot, target };
  // Both requests start right after the Shoot was read, so that little can change in between.
  const [world, dryRun] = await Promise.all([
    readPreviewInput(context, request, planned),
    tried(context, request, trial),
  ]);
  return composePreview(world, evaluateAct(world), dryRun);
}

async function tried(
  context: ActContext,
  request: ClusterActRequest,
  trial: Pick<ActDryRunInput, "plan" | "before" | "target">,
) {
  const { token, act, signal } = request;
  const can = await readActPermissions(context.reviews, { token, act, target: trial.target });
  const rules = isSeedMove(act) ? accessRulesOfAct(act) : [patchShootsRule];
  return dryRunAct({ ...trial, can, rules, client: context.withToken(token), signal });
}

function signed(
  context: Pick<ActContext, "now">,
  { act }: ClusterActRequest,
  { planned, preview }: { readonly planned: PlannedAct; readonly preview: UnhashedActPreview },
): ActPreview {
  const { uid, resourceVersion } = preview;
  const steps = planned.planned.ok ? planned.planned.value.steps : [];
  const hash = previewHash({ uid, resourceVersion, act, steps });
  return { ...preview, checkedAt: new Date(context.now()).toISOString(), hash };
}
