import type { Condition } from "#lib/garden/condition.ts";
import type { GardenerRules } from "../editions/gardener-rules.ts";
import { type ConditionAssessment, readCondition } from "./condition-assessment.ts";
import type { RemedyRole } from "./error-codes.ts";
import { conditionHealth, type HealthStatus } from "./status-label.ts";

export interface ConditionRule {
  /** Which Shoots have the condition. */
  readonly present: "always" | "with-workers" | "self-hosted" | "managed-seed";
  /**
   * Who has to fix a failing condition without error code: the user if it concerns workload on the user's own nodes.
   * @source Gardener docs, usage/shoot/shoot_status
   */
  readonly fixer: RemedyRole;
  /** Reasons that Gardener writes to the condition with status `True`. */
  readonly fineReasons: readonly string[];
  /** How long a failing condition stays Progressing before it becomes False; defaults of Gardener's charts. */
  readonly thresholdSeconds: number;
}

const operators = { fixer: "operator", thresholdSeconds: 60 } as const;
const users = { fixer: "user", thresholdSeconds: 60 } as const;

/**
 * Rules of each condition type, in display order.
 * @source Gardener: pkg/gardenlet/controller/shoot/care/health.go, charts/gardener/gardenlet (conditionThresholds)
 */
export const conditionRules = {
  APIServerAvailable: { ...operators, present: "always", fineReasons: ["HealthzRequestSucceeded"] },
  ControlPlaneHealthy: { ...operators, present: "always", fineReasons: ["ControlPlaneRunning"] },
  EveryNodeReady: { ...users, present: "with-workers", fineReasons: ["EveryNodeReady"], thresholdSeconds: 300 },
  ObservabilityComponentsHealthy: { ...operators, present: "always", fineReasons: ["ObservabilityComponentsRunning"] },
  SystemComponentsHealthy: { ...users, present: "always", fineReasons: ["SystemComponentsRunning"] },
  BackupBucketsReady: { ...operators, present: "self-hosted", fineReasons: ["BackupBucketsAvailable"] },
  // Gardener copies this condition from the Seed when the Shoot is a managed seed.
  GardenletReady: { ...operators, present: "managed-seed", fineReasons: ["GardenletReady"] },
  ExtensionsReady: { ...operators, present: "managed-seed", fineReasons: ["AllExtensionsReady"] },
  SeedSystemComponentsHealthy: { ...operators, present: "managed-seed", fineReasons: ["SystemComponentsRunning"] },
  EmergencyStopShootReconciliations: { ...operators, present: "managed-seed", fineReasons: [] },
} as const satisfies Readonly<Record<string, ConditionRule>>;
export type ConditionType = keyof typeof conditionRules;

export function isConditionType(type: string): type is ConditionType {
  return Object.hasOwn(conditionRules, type);
}

/** The condition types of a Shoot that this build knows. */
export const conditionTypes: readonly ConditionType[] = Object.keys(conditionRules).filter(isConditionType);

/**
 * The condition types of a Shoot in a Gardener release; those of a managed seed are added to them.
 * @source Gardener: pkg/gardenlet/controller/shoot/care/health.go
 */
export function conditionTypesOf(
  { workerless, selfHosted }: { readonly workerless: boolean; readonly selfHosted: boolean },
  rules: GardenerRules,
): readonly ConditionType[] {
  const expected = workloadConditionTypes(workerless);
  const ofSelfHosted = selfHosted && rules("status.backupBuckets") === "selfHosted";
  return conditionTypes.filter(
    (type) => expected.includes(type) || (ofSelfHosted && conditionRules[type].present === "self-hosted"),
  );
}

/**
 * Conditions of all Shoots on an ordinary Seed. @source Gardener: pkg/utils/gardener/shoot.go (GetShootConditionTypes)
 */
export function workloadConditionTypes(workerless: boolean): readonly ConditionType[] {
  return conditionTypes.filter((type) => {
    const { present }: ConditionRule = conditionRules[type];
    return present === "always" || (present === "with-workers" && !workerless);
  });
}

export interface ConditionView {
  readonly type: string;
  /** Whether this build knows the condition type; a newer type is shown under its own name. */
  readonly known: boolean;
  readonly status: string;
  readonly reading: ConditionAssessment;
  readonly health: HealthStatus;
  readonly codes: readonly string[];
}

/** Interprets one condition for display. Never throws, whatever was received. */
export function viewCondition(condition: Condition): ConditionView {
  const type = condition.type;
  const known = isConditionType(type);
  return {
    type,
    known,
    status: condition.status,
    reading: readCondition(condition, known ? conditionRules[type].fineReasons : []),
    health: conditionHealth(condition.status),
    codes: (condition.codes ?? []).filter((code) => typeof code === "string"),
  };
}

/** Interprets all conditions, known ones first in display order, then the others in the received order. */
export function viewConditions(conditions: readonly (Condition | null)[] | null | undefined): ConditionView[] {
  const order: readonly string[] = conditionTypes;
  const position = (type: string) => (order.includes(type) ? order.indexOf(type) : order.length);
  return (conditions ?? [])
    .filter((condition) => condition !== null)
    .map(viewCondition)
    .sort((a, b) => position(a.type) - position(b.type));
}
