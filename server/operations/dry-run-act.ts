import "server-only";
import type { ApiServerDryRun, PreviewInput } from "#lib/act/plan/preview-input.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import type { ObjectTarget } from "#lib/kube/paths.ts";
import { text } from "#lib/language/text.ts";
import { patchShoots } from "#lib/policy/operations/access-rules.ts";
import { annotationOf, annotations } from "#lib/policy/operations/annotations.ts";
import { isTruthy } from "#lib/policy/status/truthy.ts";
import { shortGardenMessage } from "#server/boundary/short-garden-message.ts";
import type { GardenClient } from "#server/garden/garden-client.ts";
import { isRejectedDryRun } from "#server/garden/rejection.ts";
import type { Rights } from "./act-rights.ts";

/** The planned requests, their target, and the user's client. */
export interface Trial {
  readonly plan: PreviewInput["plan"];
  /** The cluster that the plan was made for. */
  readonly before: Shoot;
  readonly can: Rights;
  readonly client: Pick<GardenClient, "patch" | "delete">;
  readonly target: ObjectTarget;
  readonly signal: AbortSignal;
}

const quiet = { causes: [], warnings: [] } as const;

/** uid and version that a write is bound to. */
export function writePreconditionOf({ metadata }: Shoot): { readonly uid: string; readonly resourceVersion: string } {
  return { uid: metadata.uid ?? "", resourceVersion: metadata.resourceVersion ?? "" };
}

/** The merge patch of a step, bound to the version that it was made for. */
export function boundPatch(body: Readonly<Record<string, unknown>>, binding: ReturnType<typeof writePreconditionOf>) {
  const metadata = typeof body.metadata === "object" ? body.metadata : {};
  return { ...body, metadata: { ...metadata, ...binding } };
}

/**
 * Dry-runs the requests of an action as the user. Nothing is written. A refusal is a result; an unreachable garden is
 * an error.
 */
export async function dryRunAct(trial: Trial): Promise<ApiServerDryRun> {
  const { before, plan, can } = trial;
  if (can(patchShoots) === false) {
    const message = text("You are not allowed to change this cluster, so there is no dry run.");
    return { verdict: "not-run", message, ...quiet };
  }
  const warnings: string[] = [];
  let result: Readonly<Record<string, unknown>> | undefined;
  let untried: string | undefined;
  try {
    for (const step of plan.steps) {
      if (step.verb === "delete") {
        untried = await tryDelete(trial, warnings);
      } else {
        const patch = boundPatch(step.body, writePreconditionOf(before));
        const answer = await trial.client.patch<Shoot>(trial.target, patch, { signal: trial.signal, dryRun: true });
        warnings.push(...answer.warnings);
        result = { ...answer.body };
      }
    }
  } catch (error) {
    if (!isRejectedDryRun(error)) throw error;
    return { verdict: "refused", ...shortGardenMessage(error), warnings };
  }
  return {
    verdict: "accepted",
    ...(untried !== undefined && { message: untried }),
    causes: [],
    warnings: [...new Set(warnings)],
    ...(result && { result }),
  };
}

/** Admission checks the confirmation on the stored object, so an unconfirmed deletion cannot be dry-run. */
async function tryDelete({ before, ...trial }: Trial, warnings: string[]): Promise<string | undefined> {
  if (!isTruthy(annotationOf(before, annotations.confirmDeletion))) {
    return text("Only the confirmation was tried: the deletion itself cannot be, before the confirmation is written.");
  }
  const options = { ...writePreconditionOf(before), signal: trial.signal, dryRun: true };
  const answer = await trial.client.delete(trial.target, options);
  warnings.push(...answer.warnings);
  return undefined;
}
