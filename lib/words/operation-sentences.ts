import type { OperationId } from "#lib/policy/operations/vocabulary.ts";

/** What an operation is called on a button, and the one sentence that says what it does. */
export interface OperationWords {
  readonly name: string;
  readonly sentence: string;
}

/** One entry per operation of the catalogue: the compiler refuses a missing one. */
export const operationWords = {
  reconcile: {
    name: "Reconcile",
    sentence: "Gardener brings the cluster in line with its specification now, including waiting changes.",
  },
  retry: { name: "Retry", sentence: "Gardener retries the failed operation, with a new retry period." },
  maintain: {
    name: "Maintain now",
    sentence: "Gardener does now what it would do in the next maintenance window, and always reconciles.",
  },
  "force-in-place-update": {
    name: "Force in-place update",
    sentence: "Changes of worker pools are accepted although their in-place update is still running.",
  },
  "rotate-credentials-start": {
    name: "Start rotation of all credentials",
    sentence: "New credentials of every kind are made beside the old ones, and the nodes of all pools roll.",
  },
  "rotate-credentials-start-without-workers-rollout": {
    name: "Start rotation of all credentials, roll pools later",
    sentence: "New credentials of every kind are made beside the old ones; you roll each pool when it suits you.",
  },
  "rotate-credentials-complete": {
    name: "Complete rotation of all credentials",
    sentence: "The old credentials are dropped: clients that still use them lose access.",
  },
  "rotate-ca-start": {
    name: "Start rotation of the certificate authorities",
    sentence: "New certificate authorities are made beside the old ones, and the nodes of all pools roll.",
  },
  "rotate-ca-start-without-workers-rollout": {
    name: "Start rotation of the certificate authorities, roll pools later",
    sentence: "New certificate authorities are made beside the old ones; you roll each pool when it suits you.",
  },
  "rotate-ca-complete": {
    name: "Complete rotation of the certificate authorities",
    sentence: "The old certificate authorities are dropped: clients that only trust them lose access.",
  },
  "rotate-serviceaccount-key-start": {
    name: "Start rotation of the ServiceAccount key",
    sentence: "A new signing key is made beside the old one, and the nodes of all pools roll.",
  },
  "rotate-serviceaccount-key-start-without-workers-rollout": {
    name: "Start rotation of the ServiceAccount key, roll pools later",
    sentence: "A new signing key is made beside the old one; you roll each pool when it suits you.",
  },
  "rotate-serviceaccount-key-complete": {
    name: "Complete rotation of the ServiceAccount key",
    sentence: "The old signing key is dropped: tokens that it signed stop working.",
  },
  "rotate-etcd-encryption-key": {
    name: "Rotate the etcd encryption key",
    sentence: "Gardener encrypts the stored objects with a new key in two reconciles, and no node is touched.",
  },
  "rotate-etcd-encryption-key-start": {
    name: "Start rotation of the etcd encryption key",
    sentence: "Gardener encrypts the stored objects with a new key and keeps the old one until you complete.",
  },
  "rotate-etcd-encryption-key-complete": {
    name: "Complete rotation of the etcd encryption key",
    sentence: "The old etcd encryption key is dropped.",
  },
  "rotate-ssh-keypair": {
    name: "Rotate the SSH key pair",
    sentence: "The nodes get a new SSH key; the previous one works until the next rotation.",
  },
  "rotate-observability-credentials": {
    name: "Rotate the observability passwords",
    sentence: "Plutono and Prometheus get a new password, and the old one stops working at once.",
  },
  "rotate-kubeconfig-credentials": {
    name: "Rotate the static kubeconfig",
    sentence: "The static token of the kubeconfig is replaced.",
  },
  "rotate-rollout-workers": {
    name: "Roll pools of the rotation",
    sentence: "The nodes of the named pools are replaced, so that the waiting rotation can continue.",
  },
  "rollout-workers": {
    name: "Roll pools",
    sentence: "The nodes of the named pools are replaced by new ones of the same kind.",
  },
  hibernate: {
    name: "Hibernate",
    sentence: "All nodes are removed and the control plane is shut down; the stored state is kept.",
  },
  "wake-up": { name: "Wake up", sentence: "The control plane is started and the nodes are created again." },
  delete: { name: "Delete", sentence: "The cluster, everything in it and its infrastructure are removed for good." },
  "force-delete": {
    name: "Force delete",
    sentence:
      "Gardener forgets the cluster without cleaning up: what is left in the cloud account stays yours to remove.",
  },
  "admin-kubeconfig": {
    name: "Get admin kubeconfig",
    sentence: "A kubeconfig with all rights in the cluster is issued for a limited time.",
  },
  "viewer-kubeconfig": {
    name: "Get viewer kubeconfig",
    sentence: "A kubeconfig that can only read is issued for a limited time.",
  },
  "set-auto-rotation": {
    name: "Set automatic rotation",
    sentence: "Gardener rotates the selected credentials automatically in the maintenance window.",
  },
  "migrate-control-plane": {
    name: "Move the control plane",
    sentence: "The control plane moves to another Seed, and the API server is unavailable meanwhile.",
  },
  "create-bastion": {
    name: "Open a bastion",
    sentence: "A machine with a public address is started, through which you reach the nodes by SSH.",
  },
  "restart-systemd-services": {
    name: "Restart units of a node",
    sentence: "The node restarts the named systemd units; a failed restart is only seen in its events.",
  },
  "select-node-for-update": {
    name: "Select node for update",
    sentence: "The node is drained and updated in place.",
  },
} as const satisfies { readonly [Id in OperationId]: OperationWords };

/** The words of an operation. */
export function wordsOfOperation(id: OperationId): OperationWords {
  return operationWords[id];
}
