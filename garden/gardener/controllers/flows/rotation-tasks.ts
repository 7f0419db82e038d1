import type { ShootCredentialsRotation } from "#lib/garden/shoot.ts";
import type { Wave } from "./flow.ts";

interface ExtraTask {
  /** The wave of the regular reconcile that it joins, counted from one. */
  readonly wave: number;
  readonly task: string;
  readonly active: (rotation: ShootCredentialsRotation) => boolean;
}

const preparing = (phase: string | undefined): boolean => phase?.startsWith("Preparing") ?? false;

/** What a rotation adds to a reconcile while it stands in a phase. */
const extraTasks: readonly ExtraTask[] = [
  {
    wave: 12,
    task: "Renewing shoot access secrets after creation of new ServiceAccount signing key",
    active: ({ serviceAccountKey }) => preparing(serviceAccountKey?.phase),
  },
  {
    wave: 13,
    task: "Waiting until kube-controller-manager reports readiness",
    active: ({ serviceAccountKey }) => preparing(serviceAccountKey?.phase),
  },
  {
    wave: 14,
    task: "Creating new ServiceAccount secrets after creation of new signing key",
    active: ({ serviceAccountKey }) => preparing(serviceAccountKey?.phase),
  },
  {
    wave: 14,
    task: "Waiting until kube-root-ca.crt ConfigMaps have been updated with new CA bundle",
    active: ({ certificateAuthorities }) => preparing(certificateAuthorities?.phase),
  },
  {
    wave: 14,
    task: "Labeling resources after modification of encryption config or to encrypt them with new ETCD encryption key",
    active: ({ etcdEncryptionKey }) => preparing(etcdEncryptionKey?.phase),
  },
  {
    wave: 15,
    task: "Snapshotting ETCD after modification of encryption config or resources are re-encrypted with new ETCD encryption key",
    active: ({ etcdEncryptionKey }) => preparing(etcdEncryptionKey?.phase),
  },
  {
    wave: 14,
    task: "Deleting old ServiceAccount secrets after rotation of signing key",
    active: ({ serviceAccountKey }) => serviceAccountKey?.phase === "Completing",
  },
  {
    wave: 14,
    task: "Removing label from resources after modification of encryption config or rotation of ETCD encryption key",
    active: ({ etcdEncryptionKey }) => etcdEncryptionKey?.phase === "Completing",
  },
];

/** The regular waves with the tasks that the rotations under way add. */
export function withRotationTasks(
  waves: readonly Wave[],
  rotation: ShootCredentialsRotation | null | undefined,
): readonly Wave[] {
  const extra = extraTasks.filter(({ active }) => active(rotation ?? {}));
  if (extra.length === 0) return waves;
  return waves.map((wave, index) => ({
    ...wave,
    tasks: [...wave.tasks, ...extra.filter((task) => task.wave === index + 1).map(({ task }) => task)],
  }));
}
