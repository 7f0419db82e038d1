import type { ShootSpec, Worker } from "../../garden/shoot.ts";
import { fieldAt } from "../../kube/field.ts";
import { type EditionRules, newestRules } from "../editions/edition-rules.ts";
import { fieldLimits } from "../maintenance/field-limits.ts";
import { hasLimitedField, refusedFieldNames } from "../maintenance/spec-clean-up.ts";
import { poolsOf } from "../maintenance/version-state.ts";
import { type ChangeFault, inPool } from "./fault.ts";
import { validateInPlaceImage } from "./in-place-image.ts";
import { type PendingInPlaceUpdates, validateNodeLocalDnsToggle, validatePendingInPlace } from "./in-place-updates.ts";
import { validateMachineSettings } from "./machine-settings.ts";
import { validateVersions } from "./pool-versions.ts";
import { validateSurge } from "./surge.ts";
import { validateUpdateStrategy } from "./update-strategy.ts";

/** A change of a Shoot's spec, both sides as the API server has defaulted them. */
export interface SpecChange {
  readonly old: ShootSpec;
  readonly new: ShootSpec;
  readonly pending?: PendingInPlaceUpdates | null | undefined;
  /** The whole value of the annotation gardener.cloud/operation. */
  readonly operation?: string | null | undefined;
}

/**
 * What static validation finds (422), all of it. The whole new object is judged, so rules about surge and settings also
 * hit pools that the change does not touch. Switching between workers and no workers ends the validation at once.
 * @source Gardener: pkg/api/core/validation/shoot.go, ValidateShootUpdate
 */
export function validateChange(change: SpecChange, rules: EditionRules = newestRules): readonly ChangeFault[] {
  const [before, after] = [poolsOf(change.old), poolsOf(change.new)];
  if ((before.length === 0) !== (after.length === 0)) {
    return [{ path: "spec.provider.workers", code: "WORKERLESS_SWITCH", type: "Forbidden" }];
  }
  const named = new Map(before.map((pool) => [pool.name, pool]));
  return [
    ...validateVersions(change.old, change.new, rules),
    ...after.flatMap((pool, index) => inPool(index, poolFaults(named.get(pool.name) ?? null, pool, rules))),
    ...duplicateNames(after),
    ...limitedFields(change.new, rules),
    ...validateNodeLocalDnsToggle(change.old, change.new, rules),
    ...validatePendingInPlace(
      { old: change.old, new: change.new, pending: change.pending ?? null, operation: change.operation ?? null },
      rules,
    ),
  ];
}

function poolFaults(before: Worker | null, after: Worker, rules: EditionRules): readonly ChangeFault[] {
  const allow = fieldAt(after, "systemComponents", "allow");
  const settings = validateMachineSettings(
    {
      updateStrategy: after.updateStrategy ?? "AutoRollingUpdate",
      systemComponentsAllowed: allow !== false,
      settings: after.machineControllerManager ?? {},
      ...(after.maximum === undefined ? {} : { maximum: after.maximum }),
    },
    rules,
  );
  return [
    ...validateUpdateStrategy(before, after, { rules }),
    ...validateInPlaceImage(before, after, rules),
    ...validateSurge(after, rules),
    ...settings.map((fault) => ({ ...fault, path: `machineControllerManager.${fault.path}` })),
  ];
}

function duplicateNames(pools: readonly Worker[]): readonly ChangeFault[] {
  const seen = new Set<string>();
  return pools.flatMap(({ name }, index) => {
    if (!seen.has(name)) {
      seen.add(name);
      return [];
    }
    return [{ path: `spec.provider.workers[${index}].name`, code: "POOL_NAME_DUPLICATE", type: "Duplicate" } as const];
  });
}

/** Fields that end with a Kubernetes minor, judged at the new version, whether or not the change touches them. */
function limitedFields(spec: ShootSpec, rules: EditionRules): readonly ChangeFault[] {
  const refused: readonly string[] = refusedFieldNames(spec.kubernetes.version, rules);
  return fieldLimits
    .filter((limit) => refused.includes(limit.field) && hasLimitedField(spec, limit))
    .map(({ field }) => ({
      path: `spec.${field}`,
      code: "FIELD_NOT_SUPPORTED",
      type: "Forbidden",
      facts: { version: spec.kubernetes.version },
    }));
}
