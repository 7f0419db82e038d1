import type { Shoot } from "#lib/garden/shoot.ts";
import { parseInstant } from "#lib/kube/instant.ts";
import { text } from "#lib/language/text.ts";
import type { GardenerRules } from "#lib/policy/editions/gardener-rules.ts";
import { nextMaintenanceWindow } from "#lib/policy/maintenance/next-window.ts";
import { maintenanceWindow } from "#lib/policy/maintenance/time-window.ts";
import { forecastWindow, type RunStartInterval } from "#lib/policy/next/forecast-window.ts";
import type { DiagnosisContext } from "#lib/policy/next/next-view.ts";
import { annotationOf, annotations, parseOperations } from "#lib/policy/operations/annotations.ts";
import {
  type AutomaticRotationFamily,
  automaticRotationDueAt,
  automaticRotationFamilies,
  rotationPeriodSeconds,
} from "#lib/policy/operations/auto-rotation.ts";
import { operationCatalogue } from "#lib/policy/operations/catalogue.ts";
import { hasStaticKubeconfig } from "#lib/policy/operations/kubeconfig.ts";
import { isAnnotationOperation } from "#lib/policy/operations/vocabulary.ts";
import { caValidUntilMs } from "#lib/policy/rotations/ca-validity.ts";
import { type RotationFamily, rotationFamilies } from "#lib/policy/rotations/families.ts";
import { rotationWaitSeverity } from "#lib/policy/rotations/rotation-age.ts";
import { type RotationProgress, rotationProgress } from "#lib/policy/rotations/rotation-progress.ts";
import { isSshEnabled } from "#lib/policy/rotations/ssh-access.ts";
import { etcdHasTwoSteps, rotationScopeLabels } from "./rotation-scope.ts";

/** When Gardener rotates a credential automatically. */
export type AutomaticRotationTime =
  | { readonly kind: "never" | "off" | "release-without" }
  /** Due, but currently not to be rotated in the next window. */
  | { readonly kind: "due"; readonly because: DueRotationBlocker }
  /** In the window that begins at `beginAt`; `periodSeconds` after the last rotation. */
  | { readonly kind: "at"; readonly beginAt: number; readonly usableEndAt: number; readonly periodSeconds: number };

/** Reasons why a due credential is not rotated in the next maintenance window. */
export type DueRotationBlocker = "asleep" | "waking-up" | "refused" | "held" | "failed" | "under-way" | "ends";

/** Row for a credential that Gardener manages. */
export interface CredentialRow {
  readonly id: RotationFamily | "kubeconfig" | "vpn-tls";
  readonly name: string;
  readonly manner: "two-step" | "one-step" | "none";
  readonly progress?: RotationProgress;
  readonly age: "neutral" | "caution" | "alert";
  /** Time of the last rotation in RFC 3339. */
  readonly lastRotatedAt?: string | undefined;
  /** Creation time of the cluster in RFC 3339, if the credential was never rotated. */
  readonly neverSince?: string | undefined;
  /** Approximate expiry in epoch milliseconds, for certificate authorities only. */
  readonly validUntilMs?: number | undefined;
  readonly automatic: AutomaticRotationTime;
  /** Operation planned for the next maintenance window that rotates the credential. */
  readonly planned?: string | undefined;
  /** Reason why the credential does not exist in this cluster. */
  readonly absent?: "ssh-off" | "workerless" | "purpose-testing" | "no-static-token" | undefined;
}

function isAutomatic(family: RotationFamily): family is AutomaticRotationFamily {
  return automaticRotationFamilies.some((each) => each === family);
}

/** Returns why a credential that is due would currently not be rotated in the next window. */
function blockerOf(
  shoot: Shoot,
  family: AutomaticRotationFamily,
  {
    span,
    context: { nowMs, rules, view = {} },
  }: { readonly span: RunStartInterval; readonly context: CredentialRowContext },
): DueRotationBlocker | undefined {
  const run = forecastWindow(shoot, span, { view, rules, steps: "none", changesHeld: false, nowMs });
  if (run.outcome === "none") return "ends";
  if (run.refused) return run.refused.id === "waking-up" ? "waking-up" : "refused";
  const due = run.rotations.find((rotation) => rotation.family === family);
  if (due?.outcome === "skipped-asleep") return "asleep";
  if (due?.outcome === "failed") return "under-way";
  if (run.rollout.id === "held") return "held";
  return due === undefined ? "failed" : undefined;
}

function automaticRun(shoot: Shoot, family: RotationFamily, context: CredentialRowContext): AutomaticRotationTime {
  const { nowMs, rules } = context;
  if (!isAutomatic(family)) return { kind: "never" };
  if (rules("maint.autoRotation") === "absent") return { kind: "release-without" };
  const dueMs = automaticRotationDueAt(shoot, family);
  const periodSeconds = rotationPeriodSeconds(shoot, family);
  if (dueMs === undefined || periodSeconds === undefined) return { kind: "off" };
  // A maintenance run rotates credentials due before its start; one due at that instant waits for the next run.
  const { beginAt, usableEndAt } = nextMaintenanceWindow(maintenanceWindow(shoot), Math.max(nowMs, dueMs + 1));
  const next = nextMaintenanceWindow(maintenanceWindow(shoot), nowMs);
  const because =
    beginAt === next.beginAt ? blockerOf(shoot, family, { span: { beginAt, usableEndAt }, context }) : undefined;
  return because === undefined ? { kind: "at", beginAt, usableEndAt, periodSeconds } : { kind: "due", because };
}

function absence(shoot: Shoot, family: RotationFamily): CredentialRow["absent"] {
  if (family === "observability") return shoot.spec.purpose === "testing" ? "purpose-testing" : undefined;
  if (family !== "sshKeypair" || isSshEnabled(shoot)) return undefined;
  return (shoot.spec.provider?.workers?.length ?? 0) === 0 ? "workerless" : "ssh-off";
}

function plannedFor(shoot: Shoot, family: RotationFamily): string | undefined {
  return parseOperations(annotationOf(shoot, annotations.maintenanceOperation)).find((operation) => {
    const [id = ""] = operation.split("=");
    return isAnnotationOperation(id) && operationCatalogue[id].families.includes(family);
  });
}

export interface CredentialRowContext {
  /** Current time in epoch milliseconds. */
  readonly nowMs: number;
  readonly rules: GardenerRules;
  /** Environment of the cluster, such as its Seed, as far as known. */
  readonly view?: DiagnosisContext;
}

function familyRow(shoot: Shoot, family: RotationFamily, context: CredentialRowContext): CredentialRow {
  const progress = rotationProgress(shoot, family, context.nowMs);
  const manner =
    family === "etcdEncryptionKey" && !etcdHasTwoSteps(shoot, context.rules) ? "one-step" : progress.manner;
  const { creationTimestamp } = shoot.metadata;
  const createdAt = parseInstant(creationTimestamp) === undefined ? undefined : (creationTimestamp ?? undefined);
  const { lastCompletedAt } = progress;
  return {
    id: family,
    name: text(rotationScopeLabels[family]),
    manner,
    progress,
    age: rotationWaitSeverity(progress),
    ...(lastCompletedAt ? { lastRotatedAt: lastCompletedAt } : { neverSince: createdAt }),
    validUntilMs: family === "certificateAuthorities" ? caValidUntilMs(shoot) : undefined,
    automatic: automaticRun(shoot, family, context),
    planned: plannedFor(shoot, family),
    absent: absence(shoot, family),
  };
}

function kubeconfigRow(shoot: Shoot, rules: GardenerRules): CredentialRow {
  const { lastCompletionTime } = shoot.status?.credentials?.rotation?.kubeconfig ?? {};
  return {
    id: "kubeconfig",
    name: text(rotationScopeLabels.kubeconfig),
    manner: "one-step",
    age: "neutral",
    lastRotatedAt: lastCompletionTime || undefined,
    automatic: { kind: "never" },
    absent: hasStaticKubeconfig(shoot, rules) ? undefined : "no-static-token",
  };
}

/** Credentials that Gardener manages in a cluster, in fixed order; those that cannot be rotated come last. */
export function credentialRows(shoot: Shoot, context: CredentialRowContext): readonly CredentialRow[] {
  const families = rotationFamilies.map((family) => familyRow(shoot, family, context));
  const kubeconfig = context.rules("op.kubeconfig") === "known" ? [kubeconfigRow(shoot, context.rules)] : [];
  const vpn: CredentialRow = {
    id: "vpn-tls",
    name: text("OpenVPN TLS key"),
    manner: "none",
    age: "neutral",
    automatic: { kind: "never" },
  };
  return [...families, ...kubeconfig, ...((shoot.spec.provider?.workers?.length ?? 0) > 0 ? [vpn] : [])];
}
