import "server-only";
import type { ApiServerDryRun, PreviewInput } from "#lib/act/plan/preview-input.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import type { CollectionTarget, ObjectTarget } from "#lib/kube/paths.ts";
import { credentialsBindings } from "#lib/kube/resource.ts";
import { text } from "#lib/language/text.ts";
import type { AccessRule } from "#lib/policy/operations/access-rules.ts";
import { annotationOf, annotations } from "#lib/policy/operations/annotations.ts";
import { isTruthy } from "#lib/policy/status/truthy.ts";
import { shortenGardenMessage } from "#server/boundary/shorten-garden-message.ts";
import type { GardenClient } from "#server/garden/garden-client.ts";
import { isRejectedDryRun } from "#server/garden/rejection.ts";
import { bindShoot } from "./bind-shoot.ts";
import type { ActPermissions } from "./read-act-permissions.ts";

/** Input of an action's dry run: its requests, their target, and the user's client. */
export interface ActDryRunInput {
  readonly plan: PreviewInput["plan"];
  /** The Shoot that the action was planned for. */
  readonly before: Shoot;
  readonly can: ActPermissions;
  /** Permissions without which a dry run is certainly refused. */
  readonly rules: readonly AccessRule[];
  readonly client: Pick<GardenClient, "create" | "patch" | "delete" | "get" | "replace">;
  readonly target: ObjectTarget;
  readonly signal: AbortSignal;
}

const quiet = { causes: [], warnings: [] } as const;

/** Where the CredentialsBindings are that a Shoot can refer to. */
export function bindingsBeside({ metadata }: Shoot): CollectionTarget {
  return { resource: credentialsBindings, namespace: metadata.namespace ?? "" };
}

/** The uid and resource version that a write requires the object to have. */
export function writePreconditionOf({ metadata }: Shoot): { readonly uid: string; readonly resourceVersion: string } {
  return { uid: metadata.uid ?? "", resourceVersion: metadata.resourceVersion ?? "" };
}

/** A merge patch with the uid and resource version that the object must have. */
export function patchWithPrecondition(
  body: Readonly<Record<string, unknown>>,
  binding: ReturnType<typeof writePreconditionOf>,
) {
  const metadata = typeof body.metadata === "object" ? body.metadata : {};
  return { ...body, metadata: { ...metadata, ...binding } };
}

/**
 * Sends the requests of an action as a server-side dry run with the user's token. A rejection is returned as a result;
 * an API server that does not answer is an error.
 */
export async function dryRunAct(trial: ActDryRunInput): Promise<ApiServerDryRun> {
  const { before, plan, can, rules } = trial;
  if (rules.some((rule) => can(rule) === false)) {
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
      } else if (step.verb === "bind") {
        const { client, signal, target } = trial;
        const write = { client, precondition: writePreconditionOf(before), signal, dryRun: true };
        const answer = await bindShoot(target, step, write);
        warnings.push(...answer.warnings);
        result = { ...answer.body };
      } else if (step.verb === "create") {
        const answer = await trial.client.create(bindingsBeside(before), step.body, {
          signal: trial.signal,
          dryRun: true,
        });
        warnings.push(...answer.warnings);
        // The API server would not find the binding, which is not stored.
        untried = text(
          "Only the new CredentialsBinding was tried: the change of the cluster cannot be, before it exists.",
        );
        break;
      } else {
        const patch = patchWithPrecondition(step.body, writePreconditionOf(before));
        const answer = await trial.client.patch<Shoot>(trial.target, patch, { signal: trial.signal, dryRun: true });
        warnings.push(...answer.warnings);
        result = { ...answer.body };
      }
    }
  } catch (error) {
    if (!isRejectedDryRun(error)) throw error;
    return { verdict: "refused", ...shortenGardenMessage(error), warnings };
  }
  return {
    verdict: "accepted",
    ...(untried !== undefined && { message: untried }),
    causes: [],
    warnings: [...new Set(warnings)],
    ...(result && { result }),
  };
}

/** A Shoot's deletion can be dry-run only once the confirmation annotation is stored, where admission checks it. */
async function tryDelete({ before, ...trial }: ActDryRunInput, warnings: string[]): Promise<string | undefined> {
  if (!isTruthy(annotationOf(before, annotations.confirmDeletion))) {
    return text("Only the confirmation was tried: the deletion itself cannot be, before the confirmation is written.");
  }
  const options = { ...writePreconditionOf(before), signal: trial.signal, dryRun: true };
  const answer = await trial.client.delete(trial.target, options);
  warnings.push(...answer.warnings);
  return undefined;
}
