import type { ShootCredentialsRotation } from "#lib/garden/shoot.ts";
import type { TaskWave } from "./flow.ts";

const families = ["serviceAccountKey", "certificateAuthorities", "etcdEncryptionKey"] as const;
type Family = (typeof families)[number];

/** Tasks that a credential rotation adds to a reconciliation in each rotation phase, by wave number (from 1). */
const extraTasks: Record<Family, Record<"Preparing" | "Completing", Readonly<Record<number, string>>>> = {
  serviceAccountKey: {
    Preparing: {
      12: "Renewing shoot access secrets after creation of new ServiceAccount signing key",
      13: "Waiting until kube-controller-manager reports readiness",
      14: "Creating new ServiceAccount secrets after creation of new signing key",
    },
    Completing: { 14: "Deleting old ServiceAccount secrets after rotation of signing key" },
  },
  certificateAuthorities: {
    Preparing: { 14: "Waiting until kube-root-ca.crt ConfigMaps have been updated with new CA bundle" },
    Completing: {},
  },
  etcdEncryptionKey: {
    Preparing: {
      14: "Labeling resources after modification of encryption config or to encrypt them with new ETCD encryption key",
      15: "Snapshotting ETCD after modification of encryption config or resources are re-encrypted with new ETCD encryption key",
    },
    Completing: {
      14: "Removing label from resources after modification of encryption config or rotation of ETCD encryption key",
    },
  },
};

/** The waves of a reconciliation with the additional tasks of credential rotations in progress. */
export function withRotationTasks(
  waves: readonly TaskWave[],
  rotation: ShootCredentialsRotation | null | undefined,
): readonly TaskWave[] {
  const extra = families.flatMap((family) => {
    const phase = rotation?.[family]?.phase ?? "";
    if (phase.startsWith("Preparing")) return Object.entries(extraTasks[family].Preparing);
    return phase === "Completing" ? Object.entries(extraTasks[family].Completing) : [];
  });
  if (extra.length === 0) return waves;
  return waves.map((wave, index) => ({
    ...wave,
    tasks: [...wave.tasks, ...extra.flatMap(([number, task]) => (Number(number) === index + 1 ? [task] : []))],
  }));
}
