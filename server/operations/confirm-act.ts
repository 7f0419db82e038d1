import "server-only";
import { describeActBlocker, kindOfActBlocker } from "#lib/act/plan/act-blocker.ts";
import { actThatRevertsChange } from "#lib/act/plan/act-that-reverts-change.ts";
import { evaluateAct } from "#lib/act/plan/evaluate-act.ts";
import type { ActPlan, ActRequestStep } from "#lib/act/plan/plan-act.ts";
import type { ConfirmActRequest, ConfirmActResponse } from "#lib/contract/act.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { isRecord } from "#lib/kube/wire.ts";
import { text } from "#lib/language/text.ts";
import { annotationOf, annotations } from "#lib/policy/operations/annotations.ts";
import { ProblemError } from "#server/boundary/problem.ts";
import { toProblemError } from "#server/boundary/to-problem-error.ts";
import type { GardenClient } from "#server/garden/garden-client.ts";
import { GardenError, isOutcomeUncertain } from "#server/garden/garden-error.ts";
import type { ActContext, ClusterActRequest } from "./act-context.ts";
import { bindShoot } from "./bind-shoot.ts";
import { bindingsBeside, patchWithPrecondition, writePreconditionOf } from "./dry-run-act.ts";
import { rejectMalformedAct } from "./preview-act.ts";
import { previewHash } from "./preview-hash.ts";
import { type PlannedAct, readPlannedAct, readPreviewInput } from "./read-preview-input.ts";

export interface ConfirmedActRequest extends ClusterActRequest {
  readonly body: ConfirmActRequest;
}

/**
 * Executes a previewed action on a Shoot with the user's own token, only if the Shoot has not changed since the
 * preview. Almanac's own rules refuse only what the API server would accept to the user's harm. A write is never
 * repeated.
 */
export async function confirmAct(context: ActContext, request: ConfirmedActRequest): Promise<ConfirmActResponse> {
  const read = await readPlannedAct(context, request);
  refuseIfChanged(read.shoot, request.body);
  rejectMalformedAct(read);
  const plan = planOf(read);
  refuseUnknownPreview(read.shoot, plan, request.body);
  await refuseByPolicy(context, request, read);
  return send(context, request, { read, plan });
}

function refuseIfChanged({ metadata }: Shoot, body: ConfirmActRequest): void {
  if (metadata.uid !== body.uid) {
    throw new ProblemError("conflict", { detail: text("The cluster was deleted and recreated since you saw it.") });
  }
  if (metadata.resourceVersion !== body.resourceVersion) {
    throw new ProblemError("conflict", {
      detail: text("The cluster has changed since you saw it. Look again, then repeat."),
    });
  }
}

function planOf({ planned }: PlannedAct): ActPlan {
  if (planned.ok) return planned.value;
  const detail = describeActBlocker(planned.error);
  const reason = kindOfActBlocker(planned.error) === "policy" ? "refused-by-policy" : "conflict";
  throw new ProblemError(reason, { detail, causes: [{ field: "act", message: planned.error.code }] });
}

/** Refuses unpreviewed requests: another action, or a preview of another Almanac release, has another hash. */
function refuseUnknownPreview(shoot: Shoot, { steps }: ActPlan, { act, previewHash: shown }: ConfirmActRequest): void {
  if (previewHash({ ...writePreconditionOf(shoot), act, steps }) === shown) return;
  throw new ProblemError("conflict", { detail: text("This is not what the preview showed. Look again, then repeat.") });
}

async function refuseByPolicy(context: ActContext, request: ClusterActRequest, read: PlannedAct): Promise<void> {
  const { refusedByUs, reasons } = evaluateAct(await readPreviewInput(context, request, read));
  if (!refusedByUs) return;
  throw new ProblemError("refused-by-policy", {
    detail: text("Almanac does not send this in the cluster's present state."),
    causes: reasons.map(({ id, field = "act" }) => ({ field, message: id })),
  });
}

async function send(
  context: ActContext,
  { token, signal, body: { act } }: ConfirmedActRequest,
  { read, plan }: { readonly read: PlannedAct; readonly plan: ActPlan },
): Promise<ConfirmActResponse> {
  const client = context.withToken(token);
  const warnings: string[] = [];
  let stored: Shoot = read.shoot;
  let written = 0;
  for (const step of plan.steps) {
    try {
      if (step.verb === "patch") {
        const patch = patchWithPrecondition(step.body, writePreconditionOf(stored));
        const answer = await client.patch<Shoot>(read.target, patch, { signal });
        stored = answer.body;
        warnings.push(...answer.warnings);
      } else if (step.verb === "bind") {
        const answer = await bindShoot(read.target, step, {
          client,
          precondition: writePreconditionOf(stored),
          signal,
        });
        stored = answer.body;
        warnings.push(...answer.warnings);
      } else if (step.verb === "create") {
        const answer = await client.create(bindingsBeside(read.shoot), step.body, { signal });
        warnings.push(...answer.warnings);
      } else {
        const left = await deleteBound(client, read, { stored, signal });
        warnings.push(...left.warnings);
        stored = left.stored;
      }
    } catch (error) {
      throw written === 0 ? error : halfDone(step, error);
    }
    written += 1;
  }
  const { resourceVersion, generation } = stored.metadata;
  const annotation = annotationOf(stored, annotations.operation);
  // The patch contained the resource version that was read, so there was no concurrent change to revert with it.
  const reverse = actThatRevertsChange(act, read.shoot);
  return {
    requestedAt: new Date(context.now()).toISOString(),
    resourceVersion: resourceVersion ?? "",
    ...(generation === undefined ? {} : { generation }),
    ...(annotation === "" ? {} : { annotation }),
    warnings: [...new Set(warnings)],
    ...(reverse !== undefined && { reverse }),
  };
}

async function deleteBound(
  client: Pick<GardenClient, "delete">,
  { target }: PlannedAct,
  { stored, signal }: { readonly stored: Shoot; readonly signal: AbortSignal },
): Promise<{ readonly stored: Shoot; readonly warnings: readonly string[] }> {
  const { body, warnings } = await client.delete(target, { ...writePreconditionOf(stored), signal });
  // The response is the Shoot while finalizers block its deletion, else a Status.
  const { metadata } = body;
  const told =
    isRecord(metadata) && typeof metadata.resourceVersion === "string" ? metadata.resourceVersion : undefined;
  const generation = isRecord(metadata) && typeof metadata.generation === "number" ? metadata.generation : undefined;
  const next = {
    ...stored.metadata,
    ...(told !== undefined && { resourceVersion: told }),
    ...(generation !== undefined && { generation }),
  };
  return { stored: { ...stored, metadata: next }, warnings };
}

/** Error of the second of two requests. What the first has written stays, because the next attempt needs it. */
function halfDone({ verb }: ActRequestStep, error: unknown): unknown {
  const problem = toProblemError(error);
  if (problem === undefined) return error;
  const detail =
    verb === "delete"
      ? text(
          "The deletion was confirmed on the cluster, but whether it was deleted is not certain: the second request did not succeed. Look again, then repeat.",
        )
      : error instanceof GardenError && !isOutcomeUncertain(error.reason)
        ? text("The CredentialsBinding was created, but the cluster does not use it yet. Look again, then repeat.")
        : text(
            "The CredentialsBinding was created, but whether the cluster uses it is not certain: the second request did not succeed. Look again, then repeat.",
          );
  return new ProblemError(problem.reason, { ...problem.facts, detail }, { cause: error });
}
