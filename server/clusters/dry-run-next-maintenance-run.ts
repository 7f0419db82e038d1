import { attemptedVersionUpdates } from "#lib/policy/forecast/attempted-version-updates.ts";
import "server-only";
import type { NextRunDryRunRequest, NextRunDryRunResponse } from "#lib/contract/cluster-forecast.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { mergePatchBetween } from "#lib/kube/merge-patch.ts";
import { shoots } from "#lib/kube/resource.ts";
import { dayMs } from "#lib/kube/time-units.ts";
import { isRecord } from "#lib/kube/wire.ts";
import { text } from "#lib/language/text.ts";
import { accessReviewAttributes } from "#server/access/access-reviews.ts";
import { ProblemError } from "#server/boundary/problem.ts";
import { shortenGardenMessage } from "#server/boundary/shorten-garden-message.ts";
import { isRejectedDryRun } from "#server/garden/rejection.ts";
import { findNextVersionChangingRun, type NextMaintenanceRun } from "./next-run.ts";
import { type ClusterReadContext, type ClusterRequest, readShoot, shootTarget } from "./read-cluster.ts";
import { readShootProfile } from "./read-profile.ts";

export interface DryRunRequest extends ClusterRequest {
  readonly body: NextRunDryRunRequest;
}

type Context = Pick<ClusterReadContext, "withToken" | "scopes" | "reviews" | "fleet" | "now">;

/** Period for which forecasts are made: two years. */
const horizonMs = 731 * dayMs;

/**
 * Asks the API server in a dry run whether it would accept, today and for this user, the spec that the next maintenance
 * run would write. Nothing is written; fails if the Shoot has changed since the user saw it.
 */
export async function dryRunNextMaintenanceRun(
  context: Context,
  request: DryRunRequest,
): Promise<NextRunDryRunResponse> {
  const shoot = await readShoot(context, request);
  refuseIfChanged(shoot, request.body);
  const profile = await readShootProfile(context.withToken(request.token), shoot, request.signal);
  const now = context.now();
  const checkedAt = new Date(now).toISOString();
  const isReadable = shoot.spec?.kubernetes && shoot.spec.provider && shoot.metadata.deletionTimestamp === undefined;
  const span = { now, until: now + horizonMs, garden: context.fleet.viewOf(shoot) };
  const run = profile.ok && isReadable ? findNextVersionChangingRun(shoot, profile.value.spec, span) : undefined;
  if (run === undefined) {
    return { verdict: "nothing-to-try", checkedAt, steps: [], cleanups: [], causes: [], warnings: [] };
  }
  const change = mergePatchBetween(shoot.spec, run.spec);
  const patch = { spec: isRecord(change) ? change : {} };
  const answer = await ask(context, request, patch);
  const binding = missingBinding(shoot, run);
  return {
    ...answer,
    checkedAt,
    runAt: new Date(run.at).toISOString(),
    steps: [...attemptedVersionUpdates(run.proposal)],
    cleanups: [...run.cleanups],
    patch,
    ...(binding !== undefined && { missingBinding: binding }),
  };
}

function refuseIfChanged({ metadata }: Shoot, body: NextRunDryRunRequest): void {
  if (metadata.uid === body.uid && metadata.resourceVersion === body.resourceVersion) return;
  throw new ProblemError("conflict", {
    detail: text("The cluster has changed since you saw it. Look again, then repeat."),
  });
}

type Answer = Pick<NextRunDryRunResponse, "verdict" | "message" | "causes" | "warnings">;

async function ask(
  context: Context,
  request: DryRunRequest,
  patch: Readonly<Record<string, unknown>>,
): Promise<Answer> {
  const { token, body, signal } = request;
  const target = await shootTarget(context, request);
  // Users who cannot patch the Shoot must not learn whether its next maintenance run would be refused.
  if (!(await context.reviews.may(token, accessReviewAttributes("patch", shoots, target)))) {
    throw new ProblemError("forbidden", {
      detail: text("You are not allowed to change this cluster, so there is no dry run."),
    });
  }
  const bound = { ...patch, metadata: { uid: body.uid, resourceVersion: body.resourceVersion } };
  try {
    const { warnings } = await context.withToken(token).patch<Shoot>(target, bound, { signal, dryRun: true });
    return { verdict: "accepted", causes: [], warnings: [...warnings] };
  } catch (error) {
    if (!isRejectedDryRun(error)) throw error;
    const { message, causes } = shortenGardenMessage(error);
    return { verdict: "refused", message, causes: [...causes], warnings: [] };
  }
}

/** Name of a missing CredentialsBinding that a maintenance run creates first to replace the Shoot's SecretBinding. */
function missingBinding({ spec }: Shoot, run: NextMaintenanceRun): string | undefined {
  const isMigrated = run.cleanups.some(({ field }) => field === "secretBindingName");
  const name = run.spec.credentialsBindingName;
  return isMigrated && name && name !== spec.credentialsBindingName ? name : undefined;
}
