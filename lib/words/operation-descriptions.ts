import { type Message, message, text } from "#lib/language/text.ts";
import type { OperationId } from "#lib/policy/operations/vocabulary.ts";

/** Button label of an operation, and the description of what it does. */
export interface OperationDescription {
  readonly name: string;
  readonly sentence: string;
}

/** Labels and descriptions by operation; the compiler reports a missing entry. */
const operationLabels = {
  reconcile: {
    name: message("Reconcile"),
    sentence: message("Gardener brings the cluster in line with its specification, including waiting changes."),
  },
  retry: {
    name: message("Retry"),
    sentence: message("Gardener retries the failed operation, with a new retry period."),
  },
  maintain: {
    name: message("Maintain now"),
    sentence: message("Gardener does what it would do in the next maintenance window, and always reconciles."),
  },
  "force-in-place-update": {
    name: message("Force in-place update"),
    sentence: message("Changes of worker pools are accepted although their in-place update is still running."),
  },
  "rotate-credentials-start": {
    name: message("Start rotation of all credentials"),
    sentence: message("New credentials of every kind are made beside the old ones, and the nodes of all pools roll."),
  },
  "rotate-credentials-start-without-workers-rollout": {
    name: message("Start rotation of all credentials, roll pools later"),
    sentence: message(
      "New credentials of every kind are made beside the old ones; you roll each pool when it suits you.",
    ),
  },
  "rotate-credentials-complete": {
    name: message("Complete rotation of all credentials"),
    sentence: message("The old credentials are dropped: clients that still use them lose access."),
  },
  "rotate-ca-start": {
    name: message("Start rotation of the certificate authorities"),
    sentence: message("New certificate authorities are made beside the old ones, and the nodes of all pools roll."),
  },
  "rotate-ca-start-without-workers-rollout": {
    name: message("Start rotation of the certificate authorities, roll pools later"),
    sentence: message(
      "New certificate authorities are made beside the old ones; you roll each pool when it suits you.",
    ),
  },
  "rotate-ca-complete": {
    name: message("Complete rotation of the certificate authorities"),
    sentence: message("The old certificate authorities are dropped: clients that only trust them lose access."),
  },
  "rotate-serviceaccount-key-start": {
    name: message("Start rotation of the ServiceAccount key"),
    sentence: message("A new signing key is made beside the old one, and the nodes of all pools roll."),
  },
  "rotate-serviceaccount-key-start-without-workers-rollout": {
    name: message("Start rotation of the ServiceAccount key, roll pools later"),
    sentence: message("A new signing key is made beside the old one; you roll each pool when it suits you."),
  },
  "rotate-serviceaccount-key-complete": {
    name: message("Complete rotation of the ServiceAccount key"),
    sentence: message("The old signing key is dropped: tokens that it signed stop working."),
  },
  "rotate-etcd-encryption-key": {
    name: message("Rotate the etcd encryption key"),
    sentence: message("Gardener encrypts the stored objects with a new key in two reconciles, and no node is touched."),
  },
  "rotate-etcd-encryption-key-start": {
    name: message("Start rotation of the etcd encryption key"),
    sentence: message("Gardener encrypts the stored objects with a new key and keeps the old one until you complete."),
  },
  "rotate-etcd-encryption-key-complete": {
    name: message("Complete rotation of the etcd encryption key"),
    sentence: message("The old etcd encryption key is dropped."),
  },
  "rotate-ssh-keypair": {
    name: message("Rotate the SSH key pair"),
    sentence: message("The nodes get a new SSH key; the previous one works until the next rotation."),
  },
  "rotate-observability-credentials": {
    name: message("Rotate the observability passwords"),
    sentence: message("Plutono and Prometheus get a new password, and the old one stops working at once."),
  },
  "rotate-kubeconfig-credentials": {
    name: message("Rotate the static kubeconfig"),
    sentence: message("The static token of the kubeconfig is replaced."),
  },
  "rotate-rollout-workers": {
    name: message("Roll pools of the rotation"),
    sentence: message("The nodes of the named pools are replaced, so that the waiting rotation can continue."),
  },
  "rollout-workers": {
    name: message("Roll pools"),
    sentence: message("The nodes of the named pools are replaced by new ones of the same kind."),
  },
  hibernate: {
    name: message("Hibernate"),
    sentence: message("All nodes are removed and the control plane is shut down; the stored state is kept."),
  },
  "wake-up": {
    name: message("Wake up"),
    sentence: message("The control plane is started and the nodes are created again."),
  },
  delete: {
    name: message("Delete"),
    sentence: message("The cluster, everything in it and its infrastructure are removed for good."),
  },
  "force-delete": {
    name: message("Force delete"),
    sentence: message(
      "Gardener forgets the cluster without cleaning up: what is left in the cloud account stays yours to remove.",
    ),
  },
  "admin-kubeconfig": {
    name: message("Get admin kubeconfig"),
    sentence: message("A kubeconfig with all rights in the cluster is issued for a limited time."),
  },
  "viewer-kubeconfig": {
    name: message("Get viewer kubeconfig"),
    sentence: message("A kubeconfig that can only read is issued for a limited time."),
  },
  "set-auto-rotation": {
    name: message("Set automatic rotation"),
    sentence: message("Gardener rotates the selected credentials automatically in the maintenance window."),
  },
  "migrate-control-plane": {
    name: message("Move the control plane"),
    sentence: message("The control plane moves to another Seed, and the API server is unavailable meanwhile."),
  },
  "create-bastion": {
    name: message("Open a bastion"),
    sentence: message("A machine with a public address is started, through which you reach the nodes by SSH."),
  },
  "restart-systemd-services": {
    name: message("Restart units of a node"),
    sentence: message("The node restarts the named systemd units; a failed restart is only seen in its events."),
  },
  "select-node-for-update": {
    name: message("Select node for update"),
    sentence: message("The node is drained and updated in place."),
  },
} as const satisfies { readonly [Id in OperationId]: { readonly [Word in keyof OperationDescription]: Message } };

/** Returns the label and description of an operation. */
export function describeOperation(id: OperationId): OperationDescription {
  const { name, sentence } = operationLabels[id];
  return { name: text(name), sentence: text(sentence) };
}
