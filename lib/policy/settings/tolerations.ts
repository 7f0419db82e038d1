import type { ShootSpec } from "#lib/garden/shoot.ts";
import { listAt, textAt } from "#lib/kube/field.ts";
import { type TolerationFault, validateTolerations } from "../scheduling/tolerations.ts";
import type { ChangeFault } from "./fault.ts";

const kinds = {
  KEY_REQUIRED: { code: "VALUE_REQUIRED", type: "Required" },
  KEY_INVALID: { code: "NAME_INVALID", type: "Invalid" },
  VALUE_INVALID: { code: "NAME_INVALID", type: "Invalid" },
  DUPLICATE: { code: "VALUE_DUPLICATE", type: "Duplicate" },
} as const satisfies Record<TolerationFault["code"], Pick<ChangeFault, "code" | "type">>;

/** The rules for the tolerations of a Shoot as it would be. @source Gardener: pkg/api/core/validation, ValidateTolerations */
export function validateTolerationFaults(spec: ShootSpec): readonly ChangeFault[] {
  const tolerations = listAt(spec, "tolerations").map((one) => {
    return { key: textAt(one, "key") ?? "", value: textAt(one, "value") ?? null };
  });
  return validateTolerations(tolerations, "spec.tolerations").map(({ path, code }): ChangeFault => {
    const { key = "", value } = tolerations[Number(/\[(\d+)\]/.exec(path)?.[1])] ?? {};
    return { path, ...kinds[code], facts: { value: code === "VALUE_INVALID" ? (value ?? "") : key } };
  });
}
