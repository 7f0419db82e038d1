import type { ExceededLimit } from "../profiles/node-limit.ts";
import type { VersionSkewViolation, VersionStepViolation } from "../versions/version-step.ts";
import type { SpecField } from "./field-limits.ts";

/** An objection of the API server to the spec that a run proposes. */
export type Violation =
  | { readonly scope: "control-plane"; readonly code: "DOWNGRADE" | "SKIPS_MINOR" | "VERSION_NOT_LISTED" }
  | { readonly scope: "pool"; readonly pool: string; readonly code: PoolViolationCode }
  | { readonly scope: "field"; readonly field: SpecField; readonly code: "REFUSED" }
  | NodeLimitViolation;

/** The pools' minimum node count exceeds the profile's limit: every write is rejected, whatever it changes. */
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

export const stepViolations = {
  downgrade: "DOWNGRADE",
  minorSkip: "SKIPS_MINOR",
} as const satisfies Record<VersionStepViolation, PoolViolationCode>;

export const skewViolations = {
  aboveControlPlane: "ABOVE_CONTROL_PLANE",
  tooFarBehind: "SKEW",
} as const satisfies Record<VersionSkewViolation, PoolViolationCode>;

/** Key: `CONTROL_PLANE_SKIPS_MINOR`, `POOL_<name>_SKEW`, `FIELD_<path>_REFUSED` or `LIMITS_MAX_NODES_TOTAL`. */
export function violationKey(violation: Violation): string {
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
