import type { Act, ShootPatch } from "#lib/contract/act.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { applyMergePatch } from "#lib/kube/apply-merge-patch.ts";
import { isKubeObject } from "#lib/kube/wire.ts";
import { type GardenFacts, rulesOfShoot } from "#lib/policy/editions/rules-of-shoot.ts";
import { annotationOf, annotations, joinOperations, normalisedOperations } from "#lib/policy/operations/annotations.ts";
import { operationCatalogue } from "#lib/policy/operations/catalogue.ts";
import { addOperationToAnnotation } from "#lib/policy/operations/compose.ts";
import { formatOperationRequest } from "#lib/policy/operations/evaluate-annotation.ts";
import { isAnnotationOperation } from "#lib/policy/operations/vocabulary.ts";
import type { CloudCredentialsBindings, CredentialsBinding } from "#lib/policy/rotations/cloud-credentials.ts";
import { fail, ok, type Result } from "#lib/result.ts";
import type { ActBlocker } from "./act-blocker.ts";
import { findBindingReplacement, isBindingMigration } from "./migrate-binding-act.ts";
import { destinationOfMove, isSeedMove } from "./move-seed-act.ts";
import { shootWithValidTypes } from "./shoot-with-valid-types.ts";

/** Request to the garden that an action consists of, without its resource version. */
export type ActRequestStep =
  | { readonly verb: "create"; readonly body: CredentialsBinding }
  | { readonly verb: "patch"; readonly body: Readonly<Record<string, unknown>> }
  /** Replaces the Shoot through its subresource `binding`, with only these fields changed. */
  | { readonly verb: "bind"; readonly body: { readonly spec: { readonly seedName: string } } }
  | { readonly verb: "delete" };

/** Requests of an action in order, and the resulting Shoot. */
export interface ActPlan {
  readonly steps: readonly ActRequestStep[];
  /** Shoot after the patch, without defaults or changes by the garden. */
  readonly after: Shoot;
}

/** Annotations that have actions of their own, so that forms must not set them. */
const preservedAnnotations: ReadonlySet<string> = new Set([
  annotations.operation,
  annotations.maintenanceOperation,
  annotations.confirmDeletion,
  annotations.deletionConfirmedBy,
  annotations.confirmForceDeletion,
]);

type Planned = Result<ActPlan, ActBlocker>;
type ActOf<Kind extends Act["kind"]> = Extract<Act, { readonly kind: Kind }>;

/**
 * Returns the requests that carry out an action on a Shoot. They do not depend on whether the garden will accept them:
 * the same Shoot, action and release always give the same requests.
 *
 * @param garden release of the garden, absent if unknown, and its gates
 * @param bindings bindings of the Shoot's namespace, which only the move to a CredentialsBinding needs; undefined if
 *   the user may not list them
 */
export function planAct(shoot: Shoot, act: Act, garden: GardenFacts, bindings?: CloudCredentialsBindings): Planned {
  switch (act.kind) {
    case "operation":
      return planOperation(shoot, act, garden);
    case "unschedule":
      return planUnschedule(shoot, act);
    case "change":
      if (isSeedMove(act)) return planSeedMove(shoot, act, garden);
      return isBindingMigration(act) ? planMigration(shoot, bindings) : planChange(shoot, act);
    case "delete": {
      const { steps, after } = annotating(shoot, annotations.confirmDeletion, "true");
      return ok({ steps: [...steps, { verb: "delete" }], after });
    }
    case "force-delete":
      return ok(annotating(shoot, annotations.confirmForceDeletion, "true"));
  }
}

function planOperation(shoot: Shoot, { id, pools, when }: ActOf<"operation">, garden: GardenFacts): Planned {
  if (!isAnnotationOperation(id)) return fail({ code: "unknown-operation", operation: id });
  const { pools: takesPools, sole } = operationCatalogue[id];
  if (takesPools && pools === undefined) return fail({ code: "pools-needed", operation: id });
  if (!takesPools && pools !== undefined) return fail({ code: "no-pools-taken", operation: id });
  if (when === "in-window" && sole) return fail({ code: "not-schedulable", operation: id });
  const key = when === "in-window" ? annotations.maintenanceOperation : annotations.operation;
  const operation = formatOperationRequest({ id, pools });
  const composed = addOperationToAnnotation(annotationOf(shoot, key), operation, rulesOfShoot(shoot, garden));
  if (!composed.ok) return fail({ code: "must-stand-alone", operation: id, pending: composed.blockedBy });
  if (!composed.changed) return fail({ code: "requested-already", operation });
  return ok(annotating(shoot, key, composed.annotation));
}

function planUnschedule(shoot: Shoot, { operation }: ActOf<"unschedule">): Planned {
  const planned = normalisedOperations(annotationOf(shoot, annotations.maintenanceOperation));
  const wanted = operation.trim();
  if (!planned.includes(wanted)) return fail({ code: "not-scheduled", operation });
  const left = joinOperations(planned.filter((part) => part !== wanted && part !== ""));
  return ok(annotating(shoot, annotations.maintenanceOperation, left === "" ? null : left));
}

function planChange(shoot: Shoot, { about, patch }: ActOf<"change">): Planned {
  const body = withoutEmptyParts(patch);
  if (Object.keys(body).length === 0) return fail({ code: "empty-change" });
  const kept = Object.keys(patch.metadata?.annotations ?? {}).find((key) => preservedAnnotations.has(key));
  if (kept !== undefined && about !== "manifest") return fail({ code: "kept-annotation", key: kept });
  return ok(patching(shoot, body));
}

function planMigration(shoot: Shoot, bindings: CloudCredentialsBindings | undefined): Planned {
  const replacement = findBindingReplacement(shoot, bindings);
  if (!replacement.ok) return replacement;
  const { name, creates } = replacement.value;
  const { steps, after } = patching(shoot, { spec: { credentialsBindingName: name, secretBindingName: null } });
  return ok({
    steps: [...(creates === undefined ? [] : [{ verb: "create", body: creates } as const]), ...steps],
    after,
  });
}

function planSeedMove(shoot: Shoot, act: ActOf<"change">, garden: GardenFacts): Planned {
  const seedName = destinationOfMove(act);
  if (seedName === undefined) return fail({ code: "seed-name-needed" });
  if (rulesOfShoot(shoot, garden)("binding.subresource") === "absent") return fail({ code: "binding-not-served" });
  const body = { spec: { seedName } };
  return ok({ steps: [{ verb: "bind", body }], after: patching(shoot, body).after });
}

/** Returns the patch without empty objects, which the garden would otherwise create as fields. */
function withoutEmptyParts({ metadata, spec }: ShootPatch): Readonly<Record<string, unknown>> {
  const { labels = {}, annotations: noted = {} } = metadata ?? {};
  const meta = {
    ...(Object.keys(labels).length > 0 && { labels }),
    ...(Object.keys(noted).length > 0 && { annotations: noted }),
  };
  return {
    ...(Object.keys(meta).length > 0 && { metadata: meta }),
    ...(spec !== undefined && Object.keys(spec).length > 0 && { spec }),
  };
}

function annotating(shoot: Shoot, key: string, value: string | null): ActPlan {
  return patching(shoot, { metadata: { annotations: { [key]: value } } });
}

function patching(shoot: Shoot, body: Readonly<Record<string, unknown>>): ActPlan {
  const patched = applyMergePatch(shoot, body);
  const after = isKubeObject<Shoot>(patched) ? shootWithValidTypes(patched) : shoot;
  return { steps: [{ verb: "patch", body }], after };
}
