import type { CredentialsAdoption } from "../rotations/cloud-credentials.ts";

/** What is known of a cloud key: when its Secret was changed, and which clusters have taken the change. */
export interface CloudKeyFacts {
  /** When the Secret was changed last, RFC 3339; undefined if that is not known. */
  readonly changedAt: string | undefined;
  readonly clusters: readonly { readonly uptake: CredentialsAdoption }[];
  /** Whether clusters that the user does not see can use the key. */
  readonly mayBeMore: boolean;
}

export const keyRotationSteps = ["put-in", "reconcile", "retire"] as const;
export type KeyRotationStep = (typeof keyRotationSteps)[number];

/** Where the exchange of a cloud key stands, as far as the garden shows. */
export interface KeyRotationProgress {
  /** The step to take now. */
  readonly step: KeyRotationStep;
  /** Clusters that are known to use the new key. */
  readonly upToDate: number;
  /** Whether the old key can go: `yes`, `unless-unseen` if other clusters can use it, `no`. */
  readonly mayRetire: "yes" | "unless-unseen" | "no";
}

/**
 * Where the exchange of a cloud key stands. Nothing says that an exchange has begun but the change of the Secret itself:
 * without a known change the first step is to put a new key in; then every cluster that uses the Secret has to be
 * reconciled, because until then its control plane works with the old key; only then the old key can go.
 *
 * @source Gardener docs, usage/shoot-operations/shoot_credentials_rotation (user-provided credentials)
 */
export function keyRotationProgress({ changedAt, clusters, mayBeMore }: CloudKeyFacts): KeyRotationProgress {
  const upToDate = clusters.filter(({ uptake }) => uptake === "uses-new").length;
  const isDone = changedAt !== undefined && upToDate === clusters.length;
  return {
    step: changedAt === undefined ? "put-in" : isDone ? "retire" : "reconcile",
    upToDate,
    mayRetire: !isDone ? "no" : mayBeMore ? "unless-unseen" : "yes",
  };
}
