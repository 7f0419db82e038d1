import { annotations } from "./annotations.ts";
import type { CatalogueEntry } from "./catalogue-entry.ts";
import type { OtherOperationId } from "./vocabulary.ts";

const onShoot = {
  object: "Shoot",
  need: "annotate",
  parallel: false,
  schedulable: false,
  families: [],
  step: "none",
  nodes: "none",
  takenBy: "gardenlet",
  irreversible: false,
} as const;

/**
 * The operations that are no value of the operation annotation.
 * @source Gardener docs, usage/shoot/shoot_hibernate, shoot_access, shoot_operations; nodeagent/controller/node
 */
export const otherCatalogue = {
  hibernate: {
    ...onShoot,
    id: "hibernate",
    means: { kind: "field", path: "spec.hibernation.enabled" },
    nodes: "all-vanish",
  },
  "wake-up": { ...onShoot, id: "wake-up", means: { kind: "field", path: "spec.hibernation.enabled" } },
  delete: {
    ...onShoot,
    id: "delete",
    means: { kind: "delete", annotation: annotations.confirmDeletion },
    need: "delete",
    nodes: "all-vanish",
    irreversible: true,
  },
  "force-delete": {
    ...onShoot,
    id: "force-delete",
    means: { kind: "confirmation", annotation: annotations.confirmForceDeletion },
    need: "force-delete",
    nodes: "none",
    irreversible: true,
  },
  "admin-kubeconfig": {
    ...onShoot,
    id: "admin-kubeconfig",
    means: { kind: "subresource", subresource: "adminkubeconfig" },
    need: "admin-kubeconfig",
    takenBy: "api-server",
  },
  "viewer-kubeconfig": {
    ...onShoot,
    id: "viewer-kubeconfig",
    means: { kind: "subresource", subresource: "viewerkubeconfig" },
    need: "viewer-kubeconfig",
    takenBy: "api-server",
  },
  "set-auto-rotation": {
    ...onShoot,
    id: "set-auto-rotation",
    means: { kind: "field", path: "spec.maintenance.autoRotation.credentials" },
    families: ["sshKeypair", "observability", "etcdEncryptionKey"],
    gardener: { from: 135 },
    takenBy: "controller-manager",
  },
  "migrate-control-plane": {
    ...onShoot,
    id: "migrate-control-plane",
    means: { kind: "subresource", subresource: "binding" },
    need: "change-seed",
  },
  "create-bastion": {
    ...onShoot,
    id: "create-bastion",
    object: "Bastion",
    means: { kind: "create", resource: "bastions" },
    need: "create-bastion",
  },
  "restart-systemd-services": {
    ...onShoot,
    id: "restart-systemd-services",
    object: "Node",
    means: { kind: "node-annotation", annotation: annotations.restartSystemdServices },
    need: "patch-nodes",
    takenBy: "node-agent",
  },
  "select-node-for-update": {
    ...onShoot,
    id: "select-node-for-update",
    object: "Node",
    means: { kind: "node-label", label: "node.machine.sapcloud.io/selected-for-update" },
    need: "patch-nodes",
    nodes: "in-place",
    gardener: { from: 118 },
    takenBy: "node-agent",
  },
} as const satisfies { readonly [Id in OtherOperationId]: CatalogueEntry };
