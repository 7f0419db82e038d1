import type { Condition } from "#lib/garden/condition.ts";
import type { GardenerRelease } from "../editions/gardener-release.ts";
import { type ConditionAssessment, readCondition } from "./condition-assessment.ts";
import type { RemedyRole } from "./error-codes.ts";

/** Consequences of a constraint that is not True, with one sentence each. */
export const constraintConsequences = [
  "hibernation-refused",
  "maintenance-may-fail",
  "ca-expires-soon",
  "conversion-webhooks-block",
  "manual-update-pending",
  "managed-resources-ignored",
  "failed-machines-preserved",
  "automatic-rotation-impossible",
  "migration-waits",
  "dual-stack-migration-waits",
  "dns-migration-waits",
  "old-proxy-port",
  "unrecognised-constraint",
] as const;
export type ConstraintConsequence = (typeof constraintConsequences)[number];

/** Consequences of constraints that the user's own webhooks cause. */
export const webhookConsequences: ReadonlySet<ConstraintConsequence> = new Set([
  "hibernation-refused",
  "maintenance-may-fail",
]);

export interface ConstraintRule {
  /** Whether the constraint is absent while it is fine; absence means "no finding", not "checked and good". */
  readonly hiddenWhenTrue: boolean;
  /** How Gardener writes the constraint while the Shoot is hibernated. */
  readonly hibernated: "true-not-checked" | "dropped" | "as-computed";
  readonly fineReasons: readonly string[];
  readonly consequence: ConstraintConsequence;
  readonly fixer: RemedyRole;
  /** Whether the constraint is written only during a specific process and is only informational. */
  readonly informational: boolean;
  /** The first Gardener minor that writes the constraint. */
  readonly since: number;
  /** The last Gardener minor that writes the constraint, if the constraint was renamed. */
  readonly until: number;
}

type Facts = Pick<ConstraintRule, "fineReasons" | "consequence"> & Partial<ConstraintRule>;

function rule(facts: Facts): ConstraintRule {
  return {
    hiddenWhenTrue: true,
    hibernated: "as-computed",
    fixer: "user",
    informational: false,
    since: 0,
    until: Number.POSITIVE_INFINITY,
    ...facts,
  };
}

const ignoredManagedResources = { consequence: "managed-resources-ignored", fixer: "operator" } as const;

/** Rules of constraints that Gardener writes only while it migrates nodes or services. */
const ofMigration = { hiddenWhenTrue: false, fineReasons: [], fixer: "gardener", informational: true } as const;

/**
 * Rules of each constraint type, in display order. For all of them True is good, including
 * `HasIgnoredManagedResources`.
 * @source Gardener: pkg/gardenlet/controller/shoot/care/constraints.go, docs usage/shoot/shoot_status (constraints)
 */
export const constraintRules = {
  HibernationPossible: rule({
    hiddenWhenTrue: false,
    hibernated: "true-not-checked",
    fineReasons: ["NoProblematicWebhooks"],
    consequence: "hibernation-refused",
  }),
  MaintenancePreconditionsSatisfied: rule({
    hiddenWhenTrue: false,
    hibernated: "true-not-checked",
    fineReasons: ["NoProblematicWebhooks"],
    consequence: "maintenance-may-fail",
  }),
  CACertificateValiditiesAcceptable: rule({
    hibernated: "true-not-checked",
    fineReasons: ["NoExpiringCACertificates"],
    consequence: "ca-expires-soon",
  }),
  CRDsWithProblematicConversionWebhooks: rule({
    hibernated: "true-not-checked",
    fineReasons: ["NoCRDsWithProblematicConversionWebhooks"],
    consequence: "conversion-webhooks-block",
  }),
  ManualInPlaceWorkersUpdated: rule({
    since: 118,
    hibernated: "dropped",
    fineReasons: ["NoWorkerPoolsWithManualInPlaceUpdateStrategyPending"],
    consequence: "manual-update-pending",
  }),
  HasIgnoredManagedResources: rule({
    since: 146,
    until: 149,
    fineReasons: ["NoManagedResourcesIgnored"],
    ...ignoredManagedResources,
  }),
  // The new name of the constraint above.
  ManagedResourcesHonored: rule({
    since: 150,
    fineReasons: ["AllManagedResourcesActive"],
    ...ignoredManagedResources,
  }),
  PreservedFailedMachinesAbsent: rule({
    since: 147,
    hibernated: "dropped",
    fineReasons: ["NoFailedMachinesPreserved", "NoPreservationApplicable"],
    consequence: "failed-machines-preserved",
  }),
  AutomaticCredentialsRotationPossible: rule({
    since: 149,
    fineReasons: ["AutomaticCredentialsRotationNotRequired"],
    consequence: "automatic-rotation-impossible",
  }),
  ReadyForMigration: rule({
    since: 112,
    hiddenWhenTrue: false,
    fineReasons: ["DestinationSeedReady"],
    consequence: "migration-waits",
    fixer: "operator",
    informational: true,
  }),
  DualStackNodesMigrationReady: rule({ since: 117, ...ofMigration, consequence: "dual-stack-migration-waits" }),
  DNSServiceMigrationReady: rule({ since: 127, ...ofMigration, consequence: "dns-migration-waits" }),
  UsesUnifiedHTTPProxyPort: rule({ since: 130, ...ofMigration, consequence: "old-proxy-port" }),
} as const satisfies Readonly<Record<string, ConstraintRule>>;
export type ConstraintType = keyof typeof constraintRules;

/** The constraints present in every Shoot, fine or not. */
export const alwaysPresentConstraints = ["HibernationPossible", "MaintenancePreconditionsSatisfied"] as const;

export function isConstraintType(type: string): type is ConstraintType {
  return Object.hasOwn(constraintRules, type);
}

/** The constraint types that this build knows. */
export const constraintTypes: readonly ConstraintType[] = Object.keys(constraintRules).filter(isConstraintType);

/** The constraints that a Gardener release can write. @source Gardener's history of care/constraints.go */
export function constraintTypesAt({ minor }: GardenerRelease): readonly ConstraintType[] {
  return constraintTypes.filter((type) => {
    const { since, until } = constraintRules[type];
    return since <= minor && minor <= until;
  });
}

export interface ConstraintView {
  readonly type: string;
  readonly known: boolean;
  readonly status: string;
  readonly reading: ConditionAssessment;
  readonly consequence: ConstraintConsequence;
  readonly fixer: RemedyRole | undefined;
  readonly informational: boolean;
  readonly codes: readonly string[];
}

/** Interprets one constraint for display, by its consequence. A type newer than this build keeps its name. */
export function viewConstraint(constraint: Condition): ConstraintView {
  const type = constraint.type;
  const facts: ConstraintRule | undefined = isConstraintType(type) ? constraintRules[type] : undefined;
  return {
    type,
    known: facts !== undefined,
    status: constraint.status,
    reading: readCondition(constraint, facts?.fineReasons ?? []),
    consequence: facts?.consequence ?? "unrecognised-constraint",
    fixer: facts?.fixer,
    informational: facts?.informational ?? false,
    codes: (constraint.codes ?? []).filter((code) => typeof code === "string"),
  };
}
