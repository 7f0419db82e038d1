import type { LastError } from "#lib/garden/condition.ts";

/** Who has to fix a problem, closest to the user first. */
export const remedyRoles = ["user", "provider", "operator", "gardener"] as const;
export type RemedyRole = (typeof remedyRoles)[number];

/** Meaning of a code in `lastErrors[].codes` or `conditions[].codes`. */
export interface ErrorCodeRule {
  /** Whether Gardener retries by itself after an error with this code; otherwise the Shoot becomes Failed at once. */
  readonly retryable: boolean;
  /** Whether Gardener's documentation calls the error the user's responsibility. */
  readonly userError: boolean;
  readonly fixer: RemedyRole;
  /** Whether a Shoot in deletion with this code may be force-deleted. */
  readonly allowsForceDeletion: boolean;
  /** Whether the controller-manager requests a retry by itself, 10 to 15 minutes after the failure. */
  readonly retriedByControllerManager: boolean;
}

function rule(facts: Partial<ErrorCodeRule> & Pick<ErrorCodeRule, "retryable" | "fixer">): ErrorCodeRule {
  return {
    userError: facts.fixer === "user",
    allowsForceDeletion: false,
    retriedByControllerManager: false,
    ...facts,
  };
}

/**
 * Every code this build knows. A code is retryable unless Gardener lists it as non-retryable.
 * @source Gardener: pkg/api/core/v1beta1/helper/errors.go, docs usage/shoot/shoot_status (error codes),
 *   pkg/controllermanager/controller/shoot/retry
 */
const errorCodeRules = {
  ERR_INFRA_UNAUTHENTICATED: rule({ retryable: false, fixer: "user", allowsForceDeletion: true }),
  ERR_INFRA_UNAUTHORIZED: rule({ retryable: false, fixer: "user", allowsForceDeletion: true }),
  ERR_INFRA_QUOTA_EXCEEDED: rule({ retryable: false, fixer: "user" }),
  ERR_INFRA_RATE_LIMITS_EXCEEDED: rule({ retryable: false, fixer: "provider", retriedByControllerManager: true }),
  ERR_INFRA_DEPENDENCIES: rule({ retryable: false, fixer: "user", allowsForceDeletion: true }),
  ERR_RETRYABLE_INFRA_DEPENDENCIES: rule({ retryable: true, fixer: "gardener" }),
  // The cloud provider has no capacity, but only the user can choose another machine type, zone or region.
  ERR_INFRA_RESOURCES_DEPLETED: rule({ retryable: true, fixer: "user" }),
  ERR_CLEANUP_CLUSTER_RESOURCES: rule({ retryable: true, fixer: "user", allowsForceDeletion: true }),
  ERR_CONFIGURATION_PROBLEM: rule({ retryable: false, fixer: "user", allowsForceDeletion: true }),
  ERR_RETRYABLE_CONFIGURATION_PROBLEM: rule({ retryable: true, fixer: "user" }),
  ERR_PROBLEMATIC_WEBHOOK: rule({ retryable: false, fixer: "user" }),
} as const satisfies Readonly<Record<string, ErrorCodeRule>>;

/** The error codes that Gardener documents; received ones may be newer. */
export type KnownErrorCode = keyof typeof errorCodeRules;

/** Code for webhooks in the cluster that block Gardener. */
export const webhookCode = "ERR_PROBLEMATIC_WEBHOOK" satisfies KnownErrorCode;

/** Narrows a received code to one that this build knows. */
export function isKnownErrorCode(code: string): code is KnownErrorCode {
  return Object.hasOwn(errorCodeRules, code);
}

/** Every code this build knows. */
export const knownErrorCodes: readonly KnownErrorCode[] = Object.keys(errorCodeRules).filter(isKnownErrorCode);

/** The rule of an error code, undefined for a code newer than this build. */
export function errorCodeRule(code: string): ErrorCodeRule | undefined {
  return isKnownErrorCode(code) ? errorCodeRules[code] : undefined;
}

/** All error codes of a list of errors or conditions, each once, in order of appearance. Tolerates nulls anywhere. */
export function errorCodesOf(carriers: readonly (Pick<LastError, "codes"> | null)[] | null | undefined): string[] {
  const codes = new Set<string>();
  for (const carrier of carriers ?? []) {
    for (const code of carrier?.codes ?? []) if (typeof code === "string") codes.add(code);
  }
  return [...codes];
}

/**
 * Whether gardenlet gives up at once: any code of any error is non-retryable. Unknown codes are retryable, as in Gardener.
 * @source Gardener: pkg/api/core/v1beta1/helper/errors.go (HasNonRetryableErrorCode)
 */
export function hasNonRetryableCode(codes: readonly string[]): boolean {
  return codes.some((code) => errorCodeRule(code)?.retryable === false);
}

/** Whether any code makes a Shoot in deletion eligible for force deletion. @source Gardener: validation/shoot.go */
export function hasForceDeletionCode(codes: readonly string[]): boolean {
  return codes.some((code) => errorCodeRule(code)?.allowsForceDeletion === true);
}

/** Who has to fix the problems behind error codes, closest to the user first; undefined if no known code says so. */
export function remedyRoleOf(codes: readonly string[]): RemedyRole | undefined {
  const named = new Set(codes.map((code) => errorCodeRule(code)?.fixer));
  return remedyRoles.find((fixer) => named.has(fixer));
}
