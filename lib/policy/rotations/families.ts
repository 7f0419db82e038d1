import type { Shoot, TwoPhaseRotation } from "#lib/garden/shoot.ts";

/** The credentials that Gardener rotates, as named in `status.credentials.rotation`. */
export const rotationFamilies = [
  "certificateAuthorities",
  "serviceAccountKey",
  "etcdEncryptionKey",
  "sshKeypair",
  "observability",
] as const;
export type RotationFamily = (typeof rotationFamilies)[number];

/** The credentials whose rotation has phases. */
export const phasedFamilies = ["certificateAuthorities", "serviceAccountKey", "etcdEncryptionKey"] as const;
export type PhasedFamily = (typeof phasedFamilies)[number];

export function isPhasedFamily(family: RotationFamily): family is PhasedFamily {
  return family !== "sshKeypair" && family !== "observability";
}

/** The credentials whose rotation replaces nodes and waits for the user between its phases. */
export const nodeRollingFamilies = ["certificateAuthorities", "serviceAccountKey"] as const;
export type NodeRollingFamily = (typeof nodeRollingFamilies)[number];

export function isNodeRollingFamily(family: RotationFamily): family is NodeRollingFamily {
  return family === "certificateAuthorities" || family === "serviceAccountKey";
}

/** Gardener's phases of a credential rotation; empty means that the credential was never rotated. */
export const rotationPhases = [
  "",
  "Preparing",
  "PreparingWithoutWorkersRollout",
  "WaitingForWorkersRollout",
  "Prepared",
  "Completing",
  "Completed",
] as const;
export type RotationPhase = (typeof rotationPhases)[number];

export function isRotationPhase(text: unknown): text is RotationPhase {
  return rotationPhases.some((phase) => phase === text);
}

/** The status of a credential's rotation; undefined before its first rotation. */
export function familyRotationOf(shoot: Shoot, family: PhasedFamily): TwoPhaseRotation | undefined {
  return shoot.status?.credentials?.rotation?.[family] ?? undefined;
}

/** The rotation phase of a credential as received, possibly newer than this build; empty when there is none. */
export function phaseOf(shoot: Shoot, family: PhasedFamily): string {
  return familyRotationOf(shoot, family)?.phase ?? "";
}

/** Whether a credential in this rotation phase may be rotated: it was never rotated, or its rotation is completed. */
export function isRotationPhaseIdle(phase: string): boolean {
  return phase === "" || phase === "Completed";
}

/** The major and minor of a version such as `1.34.2` or `v1.34.0-beta.1`; undefined when unparsable. */
export function parseMajorMinor(
  version: string | undefined,
): { readonly major: number; readonly minor: number } | undefined {
  const match = /^v?(\d{1,9})\.(\d{1,9})(?:\.|[-+]|$)/.exec(version ?? "");
  return match ? { major: Number(match[1]), minor: Number(match[2]) } : undefined;
}

/**
 * Whether the control plane runs at least `1.<minor>`; pre-releases of that minor count. False for an unreadable
 * version.
 */
export function isKubernetesAtLeast(shoot: Shoot, minor: number): boolean {
  const version = parseMajorMinor(shoot.spec.kubernetes?.version);
  return version !== undefined && (version.major > 1 || (version.major === 1 && version.minor >= minor));
}

/** Names of the pools whose in-place update is still pending. */
export function pendingInPlacePools(shoot: Shoot): {
  readonly auto: readonly string[];
  readonly manual: readonly string[];
} {
  const pending = shoot.status?.inPlaceUpdates?.pendingWorkerUpdates;
  return { auto: pending?.autoInPlaceUpdate ?? [], manual: pending?.manualInPlaceUpdate ?? [] };
}

/** The user action that a rotation is waiting for. */
export type RotationUserAction = "roll-pools" | "select-nodes" | "update-clients-and-complete" | "complete";

export interface WaitingRotation {
  readonly family: PhasedFamily;
  readonly phase: string;
  readonly wait: RotationUserAction;
  readonly since?: string;
}

/** Whether the Shoot is in deletion: operations would be accepted, but rotations need not be finished any more. */
export function isInDeletion({ metadata }: Shoot): boolean {
  return Boolean(metadata.deletionTimestamp);
}

/** The user action that a credential's rotation is waiting for; undefined when it does not wait for the user. */
export function userActionOfRotation(shoot: Shoot, family: PhasedFamily): RotationUserAction | undefined {
  if (isInDeletion(shoot)) return undefined;
  const phase = phaseOf(shoot, family);
  if (family === "etcdEncryptionKey") {
    const auto = shoot.status?.credentials?.rotation?.etcdEncryptionKey?.autoCompleteAfterPrepared === true;
    return phase === "Prepared" && !auto && !isKubernetesAtLeast(shoot, 34) ? "complete" : undefined;
  }
  if (phase === "WaitingForWorkersRollout") return "roll-pools";
  if (phase === "Prepared") return "update-clients-and-complete";
  return phase === "Preparing" && pendingInPlacePools(shoot).manual.length > 0 ? "select-nodes" : undefined;
}

/** The rotations that wait for the user, in the order of `phasedFamilies`. */
export function waitingRotations(shoot: Shoot): WaitingRotation[] {
  return phasedFamilies.flatMap((family) => {
    const wait = userActionOfRotation(shoot, family);
    if (!wait) return [];
    const rotation = familyRotationOf(shoot, family);
    const since = rotation?.lastInitiationFinishedTime ?? rotation?.lastInitiationTime;
    return [{ family, phase: rotation?.phase ?? "", wait, ...(since ? { since } : {}) }];
  });
}
