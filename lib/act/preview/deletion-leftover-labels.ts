import { type Message, message } from "#lib/language/text.ts";
import type { forceDeletionLeftovers } from "#lib/policy/deletion/cleanup-plan.ts";

export type DeletionLeftover = (typeof forceDeletionLeftovers)[number];

/** Possible leftovers of a forced deletion, for use within a sentence. */
export const deletionLeftoverLabels: Readonly<Record<DeletionLeftover, Message>> = {
  "machines and their disks": message("machines and their disks"),
  "load balancers": message("load balancers"),
  "volumes and snapshots of PersistentVolumes": message("volumes and snapshots of PersistentVolumes"),
  "networks, subnets, routers and security groups": message("networks, subnets, routers and security groups"),
  "DNS records": message("DNS records"),
  "backups of etcd": message("backups of etcd"),
};

/** Possible leftovers of a forced deletion, as sentences. */
export const deletionLeftoverDescriptions: Readonly<Record<DeletionLeftover, Message>> = {
  "machines and their disks": message("Machines and their disks may stay in the cloud account."),
  "load balancers": message("Load balancers may stay in the cloud account."),
  "volumes and snapshots of PersistentVolumes": message(
    "Volumes and snapshots of PersistentVolumes may stay in the cloud account.",
  ),
  "networks, subnets, routers and security groups": message(
    "Networks, subnets, routers and security groups may stay in the cloud account.",
  ),
  "DNS records": message("DNS records may stay in the cloud account."),
  "backups of etcd": message("Backups of etcd may stay in the cloud account."),
};
