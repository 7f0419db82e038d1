import type { Act } from "#lib/contract/act.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { type Message, message } from "#lib/language/text.ts";
import type { GardenerRules } from "#lib/policy/editions/gardener-rules.ts";
import type { AnnotationOperationId } from "#lib/policy/operations/vocabulary.ts";
import {
  isKubernetesAtLeast,
  isRotationPhaseIdle,
  nodeRollingFamilies,
  type PhasedFamily,
  phaseOf,
  type RotationFamily,
  rotationFamilies,
} from "#lib/policy/rotations/families.ts";
import { isSshEnabled } from "#lib/policy/rotations/ssh-access.ts";

/** Sets of credentials that are rotated together: all of them, or one. */
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

/** Whether the etcd encryption key rotates in two steps: the release has no one-step operation, or two have begun. */
export function etcdHasTwoSteps(shoot: Shoot, rules: GardenerRules): boolean {
  if (isKubernetesAtLeast(shoot, 34) && rules("rotation.etcdTwoStep") !== "always") return false;
  const phase = phaseOf(shoot, "etcdEncryptionKey");
  const auto = shoot.status?.credentials?.rotation?.etcdEncryptionKey?.autoCompleteAfterPrepared === true;
  return isRotationPhaseIdle(phase) ? rules("op.etcdSingle") === "unknown" : !auto;
}

/** Returns the credential families whose phases determine the progress of a rotation with this scope. */
export function phasedFamiliesOf(scope: RotationScope, shoot: Shoot): readonly PhasedFamily[] {
  if (scope === "all")
    return isKubernetesAtLeast(shoot, 34) ? nodeRollingFamilies : [...nodeRollingFamilies, "etcdEncryptionKey"];
  return rotationRollsNodes(scope) || scope === "etcdEncryptionKey" ? [scope] : [];
}

/** Returns the credential families that a rotation of all credentials renews in a cluster. */
export function familiesOfFullRotation(shoot: Shoot): readonly RotationFamily[] {
  return rotationFamilies.filter((family) => {
    if (family === "sshKeypair") return isSshEnabled(shoot);
    return family !== "observability" || shoot.spec.purpose !== "testing";
  });
}

/** Scope of the rotation in progress that waits for users, if any; CAs and ServiceAccount key together count as one. */
export function rotationScopeInProgress(shoot: Shoot): RotationScope | undefined {
  const busy = nodeRollingFamilies.filter((family) => !isRotationPhaseIdle(phaseOf(shoot, family)));
  if (busy.length > 1) return "all";
  return busy[0] ?? (isRotationPhaseIdle(phaseOf(shoot, "etcdEncryptionKey")) ? undefined : "etcdEncryptionKey");
}

export interface RotationStartOptions {
  /** Whether the nodes are kept at the start of the rotation; pools are then rolled later, one by one. */
  readonly withoutRollout: boolean;
  readonly when: "now" | "in-window";
}

/** Returns whether starting this rotation rolls nodes, so that it can also be started without a rollout. */
export function rotationRollsNodes(
  scope: RotationScope,
): scope is "all" | "certificateAuthorities" | "serviceAccountKey" {
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

/** Returns the action that starts a rotation. */
export function rotationStartAct(
  scope: RotationScope,
  { withoutRollout, when }: RotationStartOptions,
  twoStepEtcd: boolean,
): Extract<Act, { kind: "operation" }> {
  const base = scope === "etcdEncryptionKey" && twoStepEtcd ? "rotate-etcd-encryption-key-start" : starts[scope];
  const id = withoutRollout && rotationRollsNodes(scope) ? `${base}-without-workers-rollout` : base;
  return { kind: "operation", id, when };
}

const completions: { readonly [Scope in RotationScope]?: AnnotationOperationId } = {
  all: "rotate-credentials-complete",
  certificateAuthorities: "rotate-ca-complete",
  serviceAccountKey: "rotate-serviceaccount-key-complete",
  etcdEncryptionKey: "rotate-etcd-encryption-key-complete",
};

/** Action that completes a rotation and drops the old credentials; undefined if Gardener does so automatically. */
export function rotationCompletionAct(
  scope: RotationScope,
  when: RotationStartOptions["when"] = "now",
): Extract<Act, { kind: "operation" }> | undefined {
  const id = completions[scope];
  return id === undefined ? undefined : { kind: "operation", id, when };
}

/** Labels of the button that completes a rotation; each names exactly which old credential is dropped. */
export const completeButtonLabels: { readonly [Scope in RotationScope]?: Message } = {
  all: message("Complete rotation: drop old CA and signing key"),
  certificateAuthorities: message("Complete rotation: drop old CA"),
  serviceAccountKey: message("Complete rotation: drop old signing key"),
  etcdEncryptionKey: message("Complete rotation: drop old encryption key"),
};

export function rotationRolloutAct(pools: readonly string[]): Extract<Act, { kind: "operation" }> {
  return { kind: "operation", id: "rotate-rollout-workers", pools: [...pools], when: "now" };
}
