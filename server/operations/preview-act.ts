import "server-only";
import { describeActBlocker, kindOfActBlocker } from "#lib/act/plan/act-blocker.ts";
import { evaluateAct } from "#lib/act/plan/evaluate-act.ts";
import { composePreview, obstructedPreview, type UnsignedPreview } from "#lib/act/preview/compose-preview.ts";
import type { ActPreview } from "#lib/contract/act.ts";
import { ProblemError } from "#server/boundary/problem.ts";
import { GardenError } from "#server/garden/garden-error.ts";
import type { ActContext, ClusterActRequest } from "./act-context.ts";
import { actRights } from "./act-rights.ts";
import { dryRunAct, type Trial } from "./dry-run-act.ts";
import { previewHash } from "./preview-hash.ts";
import { type PlannedAct, readPlannedAct, readPreviewInput } from "./read-preview-input.ts";

/** Retries, since a running gardenlet writes the status every few seconds and conflicts with the dry run. */
const attempts = 3;

/**
 * Previews an action on the current cluster, with the user's own permissions: nothing is written, and the API server is
 * asked in a dry run.
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

/** @throws ProblemError for an action that is invalid for any state of a cluster */
export function rejectMalformedAct({ planned }: Pick<PlannedAct, "planned">): void {
  if (planned.ok || kindOfActBlocker(planned.error) !== "malformed") return;
  const message = describeActBlocker(planned.error);
  throw new ProblemError("invalid-request", { detail: message, causes: [{ field: "act", message }] });
}

async function previewOf(
  context: ActContext,
  request: ClusterActRequest,
  planned: PlannedAct,
): Promise<UnsignedPreview> {
  const { target, shoot, planned: plan } = planned;
  if (!plan.ok) return obstructedPreview(await readPreviewInput(context, request, planned), plan.error);
  const trial = { plan: plan.value, before: shoot, target };
  // Immediately after reading, so that little can change in between.
  const [world, dryRun] = await Promise.all([
    readPreviewInput(context, request, planned),
    tried(context, request, trial),
  ]);
  return composePreview(world, evaluateAct(world), dryRun);
}

async function tried(
  context: ActContext,
  request: ClusterActRequest,
  trial: Pick<Trial, "plan" | "before" | "target">,
) {
  const { token, act, signal } = request;
  const can = await actRights(context.reviews, { token, act, target: trial.target });
  return dryRunAct({ ...trial, can, client: context.withToken(token), signal });
}

function signed(
  context: Pick<ActContext, "now">,
  { act }: ClusterActRequest,
  { planned, preview }: { readonly planned: PlannedAct; readonly preview: UnsignedPreview },
): ActPreview {
  const { uid, resourceVersion } = preview;
  const steps = planned.planned.ok ? planned.planned.value.steps : [];
  const hash = previewHash({ uid, resourceVersion, act, steps });
  return { ...preview, checkedAt: new Date(context.now()).toISOString(), hash };
}
