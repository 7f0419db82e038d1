import type { Shoot } from "#lib/garden/shoot.ts";
import { durationSeconds } from "#lib/kube/go-duration.ts";
import { parseInstant } from "#lib/kube/instant.ts";
import { type GardenerRules, newestRules } from "../editions/gardener-rules.ts";
import { isRotationPhaseIdle, phaseOf, type RotationFamily } from "../rotations/families.ts";
import { isSshEnabled } from "../rotations/ssh-access.ts";
import type { AnnotationOperationId } from "./vocabulary.ts";

/** The credentials that Gardener can rotate automatically, and the operations it uses for them. */
export const automaticRotations = {
  sshKeypair: "rotate-ssh-keypair",
  observability: "rotate-observability-credentials",
  etcdEncryptionKey: "rotate-etcd-encryption-key",
} as const satisfies Partial<Record<RotationFamily, AnnotationOperationId>>;
export type AutomaticRotationFamily = keyof typeof automaticRotations;
export type AutomaticRotationOperation = (typeof automaticRotations)[AutomaticRotationFamily];

export const automaticRotationFamilies = ["sshKeypair", "observability", "etcdEncryptionKey"] as const;

const day = 24 * 60 * 60;

/** Bounds and default of an automatic rotation period in seconds; a period of 0 switches the rotation off. */
export const rotationPeriodLimits = { minimum: 30 * 60, maximum: 90 * day, default: 7 * day } as const;

/** Whether an automatic rotation period is valid: 0, or 30 minutes to 90 days. @source Gardener: validation/shoot.go */
export function isValidRotationPeriod(seconds: number): boolean {
  return seconds === 0 || (seconds >= rotationPeriodLimits.minimum && seconds <= rotationPeriodLimits.maximum);
}

/**
 * The automatic rotation period of a credential in seconds; undefined when it is not rotated automatically. A block
 * without a period has the default of 7 days.
 * @source Gardener: pkg/apis/core/v1beta1/defaults_shoot.go, docs usage/shoot-operations/shoot_credentials_rotation
 */
export function rotationPeriodSeconds(shoot: Shoot, family: AutomaticRotationFamily): number | undefined {
  const block = shoot.spec.maintenance?.autoRotation?.credentials?.[family];
  if (!block) return undefined;
  const { rotationPeriod } = block;
  const seconds = rotationPeriod ? durationSeconds(rotationPeriod) : rotationPeriodLimits.default;
  return seconds === undefined || seconds <= 0 ? undefined : seconds;
}

/**
 * The default rotation period of a new Shoot's etcd encryption key: a Go duration, or null for none.
 *
 * @source Gardener: pkg/apis/core/v1beta1/defaults_shoot.go, automatic rotation of the etcd encryption key
 */
export function defaultEtcdRotationPeriod(rules: GardenerRules): string | null {
  return rules("maint.etcdRotationDefault") === "28d" ? "672h" : null;
}

/** When the credential is due for its automatic rotation, in milliseconds since 1970. */
export function automaticRotationDueAt(shoot: Shoot, family: AutomaticRotationFamily): number | undefined {
  const seconds = rotationPeriodSeconds(shoot, family);
  const completedAt = shoot.status?.credentials?.rotation?.[family]?.lastCompletionTime;
  const since = parseInstant(completedAt ?? shoot.metadata.creationTimestamp);
  return seconds === undefined || since === undefined ? undefined : since + seconds * 1000;
}

/** Automatic rotation of one credential in a maintenance run. */
export interface AutomaticRotation {
  readonly family: AutomaticRotationFamily;
  readonly operation: AutomaticRotationOperation;
  /** `failed`: the due rotation clashes with a running one of this credential; maintenance reports that and goes on. */
  readonly outcome: "started" | "failed";
}

/** Outcome of maintenance for one credential due for rotation; rotation may be skipped during hibernation. */
export type DueRotation = Omit<AutomaticRotation, "outcome"> & {
  readonly outcome: AutomaticRotation["outcome"] | "skipped-asleep";
};

/**
 * The credentials due in a maintenance run: strictly before now, counted from the last completion. SSH requires SSH
 * access; etcd is skipped while hibernation is requested (releases before 1.149 try, and the run is rejected).
 *
 * @param nowMs milliseconds since 1970
 * @source Gardener: pkg/controllermanager/controller/shoot/maintenance (computeCredentialsToRotationResults)
 */
export function dueRotations(shoot: Shoot, nowMs: number, rules: GardenerRules = newestRules): readonly DueRotation[] {
  const release = rules("maint.autoRotation");
  if (release === "absent") return [];
  return automaticRotationFamilies.flatMap((family): DueRotation[] => {
    const dueMs = automaticRotationDueAt(shoot, family);
    if (dueMs === undefined || dueMs >= nowMs) return [];
    if (family === "sshKeypair" && !isSshEnabled(shoot)) return [];
    const etcd = family === "etcdEncryptionKey";
    const hibernated = shoot.spec.hibernation?.enabled === true;
    const operation = automaticRotations[family];
    if (etcd && hibernated && release === "presentSkipsHibernatedEtcd") {
      return [{ family, operation, outcome: "skipped-asleep" }];
    }
    const busy = etcd && !isRotationPhaseIdle(phaseOf(shoot, "etcdEncryptionKey"));
    return [{ family, operation, outcome: busy ? "failed" : "started" }];
  });
}

/**
 * The automatic rotations of a maintenance run.
 *
 * @param nowMs milliseconds since 1970
 */
export function automaticRotationsOfRun(
  shoot: Shoot,
  nowMs: number,
  rules: GardenerRules = newestRules,
): readonly AutomaticRotation[] {
  return dueRotations(shoot, nowMs, rules).flatMap(({ outcome, ...rotation }) =>
    outcome === "skipped-asleep" ? [] : [{ ...rotation, outcome }],
  );
}
