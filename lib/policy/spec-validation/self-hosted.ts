import type { ShootSpec, Worker } from "#lib/garden/shoot.ts";
import { fieldAt, stringAt } from "#lib/kube/field.ts";
import type { GardenerRules } from "../editions/gardener-rules.ts";
import { controlPlanePools } from "../maintenance/control-plane-pools.ts";
import { isSet } from "./field-checks.ts";
import { type FieldErrors, fieldErrorIf, withPoolErrorPath } from "./field-error.ts";

/**
 * Validation of a self-hosted Shoot: it has no Seed, is in the garden namespace, and its first control plane pool has
 * as many nodes as the control plane needs. In releases before the high availability rules, every control plane pool
 * has one node.
 * @param namespace of the Shoot; when unknown, nothing is checked
 * @source Gardener: pkg/api/core/validation/shoot.go, ValidateShootSpec and validateSelfHostedShootControlPlane
 */
export function validateSelfHosted(spec: ShootSpec, namespace: string | undefined, rules: GardenerRules): FieldErrors {
  const carriers = controlPlanePools(spec);
  const [first] = carriers;
  if (first === undefined || namespace === undefined) return [];
  const isElsewhere = namespace !== "garden" && rules("selfHosted.namespace") === "garden";
  return [
    ...fieldErrorIf(isSet(spec.seedName), "spec.seedName", "SELF_HOSTED_HAS_NO_SEED"),
    ...fieldErrorIf(isElsewhere, "metadata.namespace", "SELF_HOSTED_NAMESPACE"),
    ...(rules("selfHosted.pool") === "byTolerance"
      ? withPoolErrorPath(first.index, nodeErrors(first.pool, spec))
      : carriers.flatMap(({ index, pool }) => withPoolErrorPath(index, oneNodeErrors(pool)))),
  ];
}

function oneNodeErrors({ minimum, maximum }: Worker): FieldErrors {
  return mustBe("minimum", "1", minimum === 1 && maximum === 1);
}

function nodeErrors(pool: Worker, { controlPlane }: ShootSpec): FieldErrors {
  const tolerance = fieldAt(controlPlane, "highAvailability");
  const minimum = oneNodeErrors(pool);
  if (!isSet(tolerance)) return [...minimum, ...mustBe("maximum", "1", pool.maximum === 1)];
  const isZonal = stringAt(tolerance, "failureTolerance", "type") === "zone";
  return [
    ...minimum,
    ...mustBe("maximum", "3", pool.maximum === 3),
    ...mustBe("maxSurge", "1", Number(pool.maxSurge) === 1),
    ...mustBe("maxUnavailable", "1", Number(pool.maxUnavailable) === 1),
    ...mustBe("zones", "3", !isZonal || (pool.zones ?? []).length === 3),
  ];
}

function mustBe(path: string, expected: string, isSo: boolean): FieldErrors {
  return fieldErrorIf(!isSo, path, "SELF_HOSTED_POOL", { expected });
}
