import type { Act } from "#lib/contract/act.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { type Message, message } from "#lib/language/text.ts";
import type { GardenerRules } from "#lib/policy/editions/gardener-rules.ts";
import type { AnnotationOperationId } from "#lib/policy/operations/vocabulary.ts";
import {
  isIdle,
  isKubernetesAtLeast,
  nodeRollingFamilies,
  type PhasedFamily,
  phaseOf,
  type RotationFamily,
  rotationFamilies,
} from "#lib/policy/rotations/families.ts";
import { isSshEnabled } from "#lib/policy/rotations/ssh-access.ts";

/** Set of credentials rotated together: all of them, or one. */
export const rotationScopes = [
  "all",
  "certificateAuthorities",
  "serviceAccountKey",
  "etcdEncryptionKey",
  "sshKeypair",
  "observability",
  "kubeconfig",
] as const;
export type RotationScope = (typeof rotationScopes)[number];

export const rotationScopeLabels: { readonly [Scope in RotationScope]: Message } = {
  all: message("All credentials"),
  certificateAuthorities: message("Certificate authorities"),
  serviceAccountKey: message("ServiceAccount signing key"),
  etcdEncryptionKey: message("Etcd encryption key"),
  sshKeypair: message("SSH key pair"),
  observability: message("Observability passwords"),
  kubeconfig: message("Static token kubeconfig"),
};

export function isRotationScope(text: unknown): text is RotationScope {
  return rotationScopes.some((scope) => scope === text);
}

/** Whether the etcd key takes two steps: the release lacks the single operation, or two steps have begun. */
export function etcdHasTwoSteps(shoot: Shoot, rules: GardenerRules): boolean {
  if (isKubernetesAtLeast(shoot, 34) && rules("rotation.etcdTwoStep") !== "always") return false;
  const phase = phaseOf(shoot, "etcdEncryptionKey");
  const auto = shoot.status?.credentials?.rotation?.etcdEncryptionKey?.autoCompleteAfterPrepared === true;
  return isIdle(phase) ? rules("op.etcdSingle") === "unknown" : !auto;
}

/** Families whose phases determine the progress of a rotation of this scope. */
export function phasedFamiliesOf(scope: RotationScope, shoot: Shoot): readonly PhasedFamily[] {
  if (scope === "all")
    return isKubernetesAtLeast(shoot, 34) ? nodeRollingFamilies : [...nodeRollingFamilies, "etcdEncryptionKey"];
  return rollsNodes(scope) || scope === "etcdEncryptionKey" ? [scope] : [];
}

/** Families that a rotation of all credentials renews in this cluster. */
export function familiesOfFullRotation(shoot: Shoot): readonly RotationFamily[] {
  return rotationFamilies.filter((family) => {
    if (family === "sshKeypair") return isSshEnabled(shoot);
    return family !== "observability" || shoot.spec.purpose !== "testing";
  });
}

/** Rotation in progress that waits for users, if any; both twins at once are one rotation. */
export function scopeUnderWay(shoot: Shoot): RotationScope | undefined {
  const busy = nodeRollingFamilies.filter((family) => !isIdle(phaseOf(shoot, family)));
  if (busy.length > 1) return "all";
  return busy[0] ?? (isIdle(phaseOf(shoot, "etcdEncryptionKey")) ? undefined : "etcdEncryptionKey");
}

export interface StartOptions {
  /** Keep the nodes; pools are rolled later, one by one. */
  readonly withoutRollout: boolean;
  readonly when: "now" | "in-window";
}

/** Whether starting this scope rolls nodes, so that starting without a rollout is possible. */
export function rollsNodes(scope: RotationScope): scope is "all" | "certificateAuthorities" | "serviceAccountKey" {
  return scope === "all" || scope === "certificateAuthorities" || scope === "serviceAccountKey";
}

const starts: { readonly [Scope in RotationScope]: AnnotationOperationId } = {
  all: "rotate-credentials-start",
  certificateAuthorities: "rotate-ca-start",
  serviceAccountKey: "rotate-serviceaccount-key-start",
  etcdEncryptionKey: "rotate-etcd-encryption-key",
  sshKeypair: "rotate-ssh-keypair",
  observability: "rotate-observability-credentials",
  kubeconfig: "rotate-kubeconfig-credentials",
};

/** Act that starts a rotation. */
export function startAct(
  scope: RotationScope,
  { withoutRollout, when }: StartOptions,
  twoStepEtcd: boolean,
): Extract<Act, { kind: "operation" }> {
  const base = scope === "etcdEncryptionKey" && twoStepEtcd ? "rotate-etcd-encryption-key-start" : starts[scope];
  const id = withoutRollout && rollsNodes(scope) ? `${base}-without-workers-rollout` : base;
  return { kind: "operation", id, when };
}

const completions: { readonly [Scope in RotationScope]?: AnnotationOperationId } = {
  all: "rotate-credentials-complete",
  certificateAuthorities: "rotate-ca-complete",
  serviceAccountKey: "rotate-serviceaccount-key-complete",
  etcdEncryptionKey: "rotate-etcd-encryption-key-complete",
};

/** Act that drops the old credentials; undefined if Gardener does so automatically. */
export function completeAct(
  scope: RotationScope,
  when: StartOptions["when"] = "now",
): Extract<Act, { kind: "operation" }> | undefined {
  const id = completions[scope];
  return id === undefined ? undefined : { kind: "operation", id, when };
}

/** Label of the button that drops the old credentials; it names exactly what is dropped. */
export const completeButtonLabels: { readonly [Scope in RotationScope]?: Message } = {
  all: message("Complete rotation: drop old CA and signing key"),
  certificateAuthorities: message("Complete rotation: drop old CA"),
  serviceAccountKey: message("Complete rotation: drop old signing key"),
  etcdEncryptionKey: message("Complete rotation: drop old encryption key"),
};

export function rollAct(pools: readonly string[]): Extract<Act, { kind: "operation" }> {
  return { kind: "operation", id: "rotate-rollout-workers", pools: [...pools], when: "now" };
}
