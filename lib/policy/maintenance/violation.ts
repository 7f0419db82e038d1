import type { ExceededLimit } from "../profiles/node-limit.ts";
import type { VersionSkewViolation, VersionStepViolation } from "../versions/version-step.ts";
import type { LimitedSpecField } from "./field-limits.ts";

/** A reason for which the API server rejects the spec that a maintenance run proposes. */
export type MaintenanceViolation =
  | { readonly scope: "control-plane"; readonly code: "DOWNGRADE" | "SKIPS_MINOR" | "VERSION_NOT_LISTED" }
  | { readonly scope: "pool"; readonly pool: string; readonly code: PoolViolationCode }
  | { readonly scope: "field"; readonly field: LimitedSpecField; readonly code: "REFUSED" }
  | NodeLimitViolation;

/** Violation: the pools' minimum node count exceeds the profile's limit, so that every Shoot write is rejected. */
export interface NodeLimitViolation extends ExceededLimit {
  readonly scope: "limits";
  readonly code: "MAX_NODES_TOTAL";
}

export type PoolViolationCode =
  | "DOWNGRADE"
  | "SKIPS_MINOR"
  | "ABOVE_CONTROL_PLANE"
  | "SKEW"
  | "VERSION_NOT_LISTED"
  | "INPLACE_UPDATE_PENDING"
  | ImageViolationCode;

export type ImageViolationCode =
  | "IMAGE_NOT_LISTED"
  | "IMAGE_ARCHITECTURE"
  | "IMAGE_INACTIVE"
  | "IMAGE_INPLACE"
  | "IMAGE_DOWNGRADE"
  | "IMAGE_KUBELET_CONSTRAINT";

export const violationCodeByStepViolation = {
  downgrade: "DOWNGRADE",
  minorSkip: "SKIPS_MINOR",
} as const satisfies Record<VersionStepViolation, PoolViolationCode>;

export const violationCodeBySkewViolation = {
  aboveControlPlane: "ABOVE_CONTROL_PLANE",
  tooFarBehind: "SKEW",
} as const satisfies Record<VersionSkewViolation, PoolViolationCode>;

/** Violation key: `CONTROL_PLANE_SKIPS_MINOR`, `POOL_<name>_SKEW`, `FIELD_<path>_REFUSED`, `LIMITS_MAX_NODES_TOTAL`. */
export function violationKey(violation: MaintenanceViolation): string {
  switch (violation.scope) {
    case "control-plane":
      return `CONTROL_PLANE_${violation.code}`;
    case "pool":
      return `POOL_${violation.pool}_${violation.code}`;
    case "field":
      return `FIELD_${violation.field}_${violation.code}`;
    case "limits":
      return `LIMITS_${violation.code}`;
  }
}
