import type { ShootSpec, Worker } from "../../garden/shoot.ts";
import { fieldAt, textAt } from "../../kube/field.ts";
import { poolsOf } from "../maintenance/version-state.ts";
import { type ChangeFault, inPool } from "./fault.ts";
import { isSet } from "./field-checks.ts";

type Faults = readonly ChangeFault[];

/**
 * The rules for a Shoot that carries its own control plane: it has no Seed, lives in the namespace of the garden, and
 * its first such pool has as many nodes as the control plane needs.
 * @param namespace of the Shoot; where nobody knows it, nothing is judged
 * @source Gardener: pkg/api/core/validation/shoot.go, ValidateShootSpec and validateSelfHostedShootControlPlane
 */
export function validateSelfHosted(spec: ShootSpec, namespace: string | undefined): Faults {
  const carrier = poolsOf(spec).findIndex(({ controlPlane }) => isSet(controlPlane));
  const pool = poolsOf(spec)[carrier];
  if (pool === undefined || namespace === undefined) return [];
  const isElsewhere = namespace !== "garden";
  return [
    ...(isSet(spec.seedName)
      ? [{ path: "spec.seedName", code: "SELF_HOSTED_HAS_NO_SEED", type: "Invalid" } as const]
      : []),
    ...(isElsewhere ? [{ path: "metadata.namespace", code: "SELF_HOSTED_NAMESPACE", type: "Invalid" } as const] : []),
    ...inPool(carrier, [...nodeFaults(pool, spec)]),
  ];
}

function nodeFaults(pool: Worker, { controlPlane }: ShootSpec): Faults {
  const tolerance = fieldAt(controlPlane, "highAvailability");
  const isOne = pool.minimum === 1 && pool.maximum === 1;
  const minimum: Faults = isOne ? [] : [mustBe("minimum", "1")];
  if (!isSet(tolerance)) return pool.maximum === 1 ? minimum : [...minimum, mustBe("maximum", "1")];
  const isZonal = textAt(tolerance, "failureTolerance", "type") === "zone";
  return [
    ...minimum,
    ...(pool.maximum === 3 ? [] : [mustBe("maximum", "3")]),
    ...(Number(pool.maxSurge) === 1 ? [] : [mustBe("maxSurge", "1")]),
    ...(Number(pool.maxUnavailable) === 1 ? [] : [mustBe("maxUnavailable", "1")]),
    ...(isZonal && (pool.zones ?? []).length !== 3 ? [mustBe("zones", "3")] : []),
  ];
}

function mustBe(path: string, expected: string): ChangeFault {
  return { path, code: "SELF_HOSTED_POOL", type: "Invalid", facts: { expected } };
}
