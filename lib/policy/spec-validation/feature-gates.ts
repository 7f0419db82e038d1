import { isRecord } from "#lib/kube/wire.ts";
import { versionCore } from "../versions/version-step.ts";
import { type FieldErrors, fieldError, fieldErrorIf } from "./field-error.ts";
import { versionLimitsOfFeatureGate } from "./known-feature-gates.ts";

interface GateLimits {
  /** The Kubernetes minors that have the feature gate: from `added` on, before `removed`. */
  readonly added: number;
  readonly removed: number;
  /** The Kubernetes minor from which on the value of the feature gate is locked. */
  readonly locked: number;
  readonly value: boolean;
}

/** Parses a range of minors such as `29-35`; a missing end is unlimited. */
export function parseMinorRange(notation: string): Pick<GateLimits, "added" | "removed"> {
  const [, added, removed] = /(\d*)-(\d*)/.exec(notation) ?? [];
  return { added: Number(added || 0), removed: Number(removed || Number.POSITIVE_INFINITY) };
}

function limitsOf(notation: string): GateLimits {
  const [, value, locked] = /(on|off)@(\d+)/.exec(notation) ?? [];
  return {
    ...parseMinorRange(notation),
    locked: Number(locked || Number.POSITIVE_INFINITY),
    value: value === "on",
  };
}

/** Whether a Kubernetes version is in `[added, removed)`, minors of Kubernetes 1. Undefined when it is unreadable. */
export function isInMinors(version: string, added: number, removed: number): boolean | undefined {
  const core = versionCore(version);
  if (core === undefined) return undefined;
  const minor = core.major === 1 ? core.minor : core.major < 1 ? 0 : Number.MAX_SAFE_INTEGER;
  return minor >= added && minor < removed;
}

/**
 * Validation of feature gates: known to the Kubernetes version, and not set against a locked value.
 * @source Gardener: pkg/utils/validation/features/featuregates.go, ValidateFeatureGates
 */
export function validateFeatureGates(path: string, gates: unknown, version: string): FieldErrors {
  if (!isRecord(gates)) return [];
  return Object.entries(gates).flatMap(([gate, value]) => {
    const at = `${path}.${gate}`;
    const notation = versionLimitsOfFeatureGate(gate);
    if (notation === undefined) return [fieldError(at, "FEATURE_GATE_UNKNOWN", { gate })];
    const limits = limitsOf(notation);
    if (isInMinors(version, limits.added, limits.removed) === false) {
      return [fieldError(at, "FEATURE_GATE_UNSUPPORTED", { gate, version })];
    }
    const isLocked = isInMinors(version, limits.locked, Number.POSITIVE_INFINITY) === true;
    const isOther = typeof value === "boolean" && value !== limits.value;
    return fieldErrorIf(isLocked && isOther, at, "FEATURE_GATE_LOCKED", { gate, value: String(limits.value) });
  });
}
