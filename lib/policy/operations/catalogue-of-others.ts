import { restartUnitsAnnotation } from "../nodes/node-restart.ts";
import { annotations } from "./annotations.ts";
import type { NonAnnotationEntry } from "./catalogue-entry.ts";

const onShoot = {
  object: "Shoot",
  need: "annotate",
  families: [],
  step: "none",
  nodes: "none",
  takenBy: "gardenlet",
  irreversible: false,
} as const;

/**
 * The operations that do not use the operation annotation.
 * @source Gardener docs, usage/shoot/shoot_hibernate, shoot_access, shoot_operations; nodeagent/controller/node
 */
export const nonAnnotationCatalogue = {
  hibernate: {
    ...onShoot,
    means: { kind: "field", path: "spec.hibernation.enabled" },
    nodes: "all-vanish",
  },
  "wake-up": { ...onShoot, means: { kind: "field", path: "spec.hibernation.enabled" } },
  delete: {
    ...onShoot,
    means: { kind: "delete", annotation: annotations.confirmDeletion },
    need: "delete",
    nodes: "all-vanish",
    irreversible: true,
  },
  "force-delete": {
    ...onShoot,
    means: { kind: "confirmation", annotation: annotations.confirmForceDeletion },
    need: "force-delete",
    nodes: "none",
    irreversible: true,
  },
  "admin-kubeconfig": {
    ...onShoot,
    means: { kind: "subresource", subresource: "adminkubeconfig" },
    need: "admin-kubeconfig",
    takenBy: "api-server",
  },
  "viewer-kubeconfig": {
    ...onShoot,
    means: { kind: "subresource", subresource: "viewerkubeconfig" },
    need: "viewer-kubeconfig",
    takenBy: "api-server",
  },
  "set-auto-rotation": {
    ...onShoot,
    means: { kind: "field", path: "spec.maintenance.autoRotation.credentials" },
    families: ["sshKeypair", "observability", "etcdEncryptionKey"],
    takenBy: "controller-manager",
  },
  "migrate-control-plane": {
    ...onShoot,
    means: { kind: "subresource", subresource: "binding" },
    need: "change-seed",
  },
  "create-bastion": {
    ...onShoot,
    object: "Bastion",
    means: { kind: "create", resource: "bastions" },
    need: "create-bastion",
  },
  "restart-systemd-services": {
    ...onShoot,
    object: "Node",
    means: { kind: "node-annotation", annotation: restartUnitsAnnotation },
    need: "patch-nodes",
    takenBy: "node-agent",
  },
  "select-node-for-update": {
    ...onShoot,
    object: "Node",
    means: { kind: "node-label", label: "node.machine.sapcloud.io/selected-for-update" },
    need: "patch-nodes",
    nodes: "in-place",
    takenBy: "node-agent",
  },
} as const satisfies Readonly<Record<string, NonAnnotationEntry>>;
