import type { Worker } from "#lib/garden/shoot.ts";
import { semanticallyEqual } from "#lib/kube/semantic-equality.ts";
import { type EditionRules, newestRules } from "../editions/edition-rules.ts";
import type { ChangeFault, ChangeFaultCode } from "../settings/fault.ts";

const inPlaceStrategies = ["AutoInPlaceUpdate", "ManualInPlaceUpdate"];

/**
 * The rules for a pool's updateStrategy and for what an in-place pool freezes. New in-place pools need the feature gate
 * InPlaceNodeUpdates. A pool cannot change between replacing
 * its nodes and updating them in place; machine type, image name, container runtime and volume of an in-place pool
 * cannot change while the strategy stays the same. (A change that also swaps automatic and manual updates escapes the
 * freeze in Gardener; `strictFreeze` refuses it nevertheless.)
 * @param before The pool of this name before the change; null for a new pool.
 * @source Gardener: pkg/api/core/validation/shoot.go, validateProviderUpdate and validateWorkerUpdateStrategy
 */
export function validateUpdateStrategy(
  before: Worker | null,
  after: Worker,
  {
    rules = newestRules,
    strictFreeze = false,
  }: { readonly rules?: EditionRules; readonly strictFreeze?: boolean } = {},
): readonly ChangeFault[] {
  const strategy = after.updateStrategy ?? "AutoRollingUpdate";
  const inPlace = inPlaceStrategies.includes(strategy);
  const isKnown = inPlace || strategy === "AutoRollingUpdate";
  const faults: ChangeFault[] = isKnown
    ? []
    : [{ path: "updateStrategy", code: "UPDATE_STRATEGY_UNKNOWN", type: "NotSupported" }];
  if (inPlace) faults.push(...gateFaults(before === null, rules));
  if (before === null) return faults;

  const oldStrategy = before.updateStrategy ?? "AutoRollingUpdate";
  const wasInPlace = inPlaceStrategies.includes(oldStrategy);
  if (!wasInPlace && inPlace) return [...faults, invalid("updateStrategy", "ROLLING_TO_IN_PLACE")];
  if (wasInPlace && !inPlace) return [...faults, invalid("updateStrategy", "IN_PLACE_TO_ROLLING")];
  const frozen = wasInPlace && inPlace && (strictFreeze || oldStrategy === strategy);
  return frozen ? [...faults, ...frozenFields(before, after)] : faults;
}

function gateFaults(isNew: boolean, rules: EditionRules): readonly ChangeFault[] {
  switch (rules("inplace.strategy")) {
    case "present":
      return [];
    case "absent":
      return [invalid("updateStrategy", "FIELD_UNKNOWN")];
    case "refusedOnEveryWrite":
      return [invalid("updateStrategy", "IN_PLACE_GATE_DISABLED")];
    case "refusedForNew":
      return isNew ? [invalid("updateStrategy", "IN_PLACE_GATE_DISABLED")] : [];
  }
}

/** Image and runtime are compared by their names, and only where both pools have one. */
function frozenFields(before: Worker, after: Worker): readonly ChangeFault[] {
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
    ...renamed.map(([path]) => path),
    ...(semanticallyEqual(before.volume, after.volume) ? [] : ["volume"]),
  ].map((path) => invalid(path, "IN_PLACE_IMMUTABLE"));
}

function invalid(path: string, code: ChangeFaultCode): ChangeFault {
  return { path, code, type: "Invalid" };
}
