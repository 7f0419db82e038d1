import type { Worker } from "#lib/garden/shoot.ts";
import { semanticallyEqual } from "#lib/kube/semantic-equality.ts";
import { type GardenerRules, newestRules } from "../editions/gardener-rules.ts";
import { type FieldErrors, fieldError, fieldErrorIf } from "../spec-validation/field-error.ts";
import { isPoolUpdatedInPlace } from "../versions/filter-image.ts";

const path = "updateStrategy";

/**
 * Validation of a pool's updateStrategy and of the frozen fields of in-place pools. New in-place pools require the
 * feature gate InPlaceNodeUpdates. A pool cannot switch between replacing its nodes and updating them in place; machine
 * type, image name, container runtime and volume of an in-place pool cannot change while the strategy stays the same.
 * (In Gardener a change that also swaps automatic and manual updates escapes the freeze; `strictFreeze` rejects it
 * nevertheless.)
 * @param before The pool of this name before the change; null for a new pool.
 * @source Gardener: pkg/api/core/validation/shoot.go, validateProviderUpdate and validateWorkerUpdateStrategy
 */
export function validateUpdateStrategy(
  before: Worker | null,
  after: Worker,
  {
    rules = newestRules,
    strictFreeze = false,
  }: { readonly rules?: GardenerRules; readonly strictFreeze?: boolean } = {},
): FieldErrors {
  const strategy = after.updateStrategy ?? "AutoRollingUpdate";
  const inPlace = isPoolUpdatedInPlace(after);
  const isKnown = inPlace || strategy === "AutoRollingUpdate";
  const faults = [
    ...fieldErrorIf(!isKnown, path, "UPDATE_STRATEGY_UNKNOWN"),
    ...(inPlace ? gateErrors(before === null, rules) : []),
  ];
  if (before === null) return faults;

  const oldStrategy = before.updateStrategy ?? "AutoRollingUpdate";
  const wasInPlace = isPoolUpdatedInPlace(before);
  if (!wasInPlace && inPlace) return [...faults, fieldError(path, "ROLLING_TO_IN_PLACE")];
  if (wasInPlace && !inPlace) return [...faults, fieldError(path, "IN_PLACE_TO_ROLLING")];
  const frozen = wasInPlace && inPlace && (strictFreeze || oldStrategy === strategy);
  return frozen ? [...faults, ...frozenFields(before, after)] : faults;
}

function gateErrors(isNew: boolean, rules: GardenerRules): FieldErrors {
  const rule = rules("inplace.strategy");
  if (rule === "absent") return [fieldError(path, "FIELD_UNKNOWN")];
  const isRefused = rule === "refusedOnEveryWrite" || (rule === "refusedForNew" && isNew);
  return fieldErrorIf(isRefused, path, "IN_PLACE_GATE_DISABLED");
}

/** Errors for changed fields of an in-place pool; image and runtime names count only if set before and after. */
function frozenFields(before: Worker, after: Worker): FieldErrors {
  const named: readonly (readonly [string, (pool: Worker) => { readonly name?: string } | null | undefined])[] = [
    ["machine.image.name", ({ machine }) => machine.image],
    ["cri.name", ({ cri }) => cri],
  ];
  const renamed = named.filter(([, of]) => {
    const [old, next] = [of(before), of(after)];
    return old && next && (old.name ?? "") !== (next.name ?? "");
  });
  return [
    ...(before.machine.type === after.machine.type ? [] : ["machine.type"]),
    ...renamed.map(([field]) => field),
    ...(semanticallyEqual(before.volume, after.volume) ? [] : ["volume"]),
  ].map((field) => fieldError(field, "IN_PLACE_IMMUTABLE"));
}
