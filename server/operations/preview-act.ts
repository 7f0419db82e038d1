import "server-only";
import { kindOfObstacle, sentenceOfActObstacle } from "#lib/act/plan/act-obstacle.ts";
import { judgeAct } from "#lib/act/plan/judge-act.ts";
import { composePreview, obstructedPreview, type UnsignedPreview } from "#lib/act/preview/compose-preview.ts";
import type { ActPreview } from "#lib/contract/act.ts";
import { ProblemError } from "#server/boundary/problem.ts";
import { GardenError } from "#server/garden/garden-error.ts";
import type { ActReading, ActRequest } from "./act-reading.ts";
import { actRights } from "./act-rights.ts";
import { previewHash } from "./preview-hash.ts";
import { type PlannedAct, readActWorld, readPlannedAct } from "./read-act-world.ts";
import { type Trial, tryAct } from "./try-act.ts";

/** A running gardenlet writes the status every few seconds, and a preview is only a reading. */
const attempts = 3;

/**
 * What an act would do to a cluster as it is now, with the user's own eyes and rights: nothing is written, and what the
 * API server would say is asked of it.
 */
export async function previewAct(context: ActReading, request: ActRequest): Promise<ActPreview> {
  for (let attempt = 1; ; attempt += 1) {
    const planned = await readPlannedAct(context, request);
    refuseMalformed(planned);
    try {
      return signed(context, request, { planned, preview: await previewOf(context, request, planned) });
    } catch (error) {
      const moved = error instanceof GardenError && error.reason === "conflict";
      if (!moved || attempt === attempts) throw error;
    }
  }
}

/** What no cluster's state could make sense of is the fault of whoever sent it. */
export function refuseMalformed({ planned }: Pick<PlannedAct, "planned">): void {
  if (planned.ok || kindOfObstacle(planned.error) !== "malformed") return;
  const message = sentenceOfActObstacle(planned.error);
  throw new ProblemError("invalid-request", { detail: message, causes: [{ field: "act", message }] });
}

async function previewOf(context: ActReading, request: ActRequest, planned: PlannedAct): Promise<UnsignedPreview> {
  const { target, shoot, planned: plan } = planned;
  if (!plan.ok) return obstructedPreview(await readActWorld(context, request, planned), plan.error);
  const trial = { plan: plan.value, before: shoot, target };
  // At once after the reading, so that little can happen to the cluster in between.
  const [world, dryRun] = await Promise.all([readActWorld(context, request, planned), tried(context, request, trial)]);
  return composePreview(world, judgeAct(world), dryRun);
}

async function tried(context: ActReading, request: ActRequest, trial: Pick<Trial, "plan" | "before" | "target">) {
  const { token, act, signal } = request;
  const can = await actRights(context.reviews, { token, act, target: trial.target });
  return tryAct({ ...trial, can, client: context.withToken(token), signal });
}

function signed(
  context: Pick<ActReading, "now">,
  { act }: ActRequest,
  { planned, preview }: { readonly planned: PlannedAct; readonly preview: UnsignedPreview },
): ActPreview {
  const { uid, resourceVersion } = preview;
  const steps = planned.planned.ok ? planned.planned.value.steps : [];
  const hash = previewHash({ uid, resourceVersion, act, steps });
  return { ...preview, checkedAt: new Date(context.now()).toISOString(), hash };
}
