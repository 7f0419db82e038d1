/** The operations that are requested through the annotation `gardener.cloud/operation`. */
export const annotationOperations = [
  "reconcile",
  "retry",
  "maintain",
  "force-in-place-update",
  "rotate-credentials-start",
  "rotate-credentials-start-without-workers-rollout",
  "rotate-credentials-complete",
  "rotate-ca-start",
  "rotate-ca-start-without-workers-rollout",
  "rotate-ca-complete",
  "rotate-serviceaccount-key-start",
  "rotate-serviceaccount-key-start-without-workers-rollout",
  "rotate-serviceaccount-key-complete",
  "rotate-etcd-encryption-key",
  "rotate-etcd-encryption-key-start",
  "rotate-etcd-encryption-key-complete",
  "rotate-ssh-keypair",
  "rotate-observability-credentials",
  "rotate-kubeconfig-credentials",
  "rotate-rollout-workers",
  "rollout-workers",
] as const;
export type AnnotationOperationId = (typeof annotationOperations)[number];

/** The operations that travel by other means: a field of the Shoot, a subresource, another object. */
export const otherOperations = [
  "hibernate",
  "wake-up",
  "delete",
  "force-delete",
  "admin-kubeconfig",
  "viewer-kubeconfig",
  "set-auto-rotation",
  "migrate-control-plane",
  "create-bastion",
  "restart-systemd-services",
  "select-node-for-update",
] as const;
export type OtherOperationId = (typeof otherOperations)[number];

export const operationIds = [...annotationOperations, ...otherOperations] as const;
export type OperationId = (typeof operationIds)[number];

const annotationOperationSet: ReadonlySet<string> = new Set(annotationOperations);
const operationIdSet: ReadonlySet<string> = new Set(operationIds);

export function isAnnotationOperation(text: string): text is AnnotationOperationId {
  return annotationOperationSet.has(text);
}

export function isOperationId(text: string): text is OperationId {
  return operationIdSet.has(text);
}

/** Operations that must stand alone in their annotation. @source Gardener: validation/shoot.go (parallel operations) */
export const soleOperations: ReadonlySet<string> = new Set(["retry", "maintain", "force-in-place-update"]);

/** Two-step etcd operations, refused from Kubernetes 1.34 on. */
export const etcdTwoStepOperations: ReadonlySet<string> = new Set([
  "rotate-etcd-encryption-key-start",
  "rotate-etcd-encryption-key-complete",
]);

/** Refused while encryption resources are settling. The start without rollout is not in the API server's list. */
export const needsSettledEncryption: ReadonlySet<string> = new Set([
  "rotate-credentials-start",
  "rotate-etcd-encryption-key",
  "rotate-etcd-encryption-key-start",
]);

/** Operations of one family or of all that begin a rotation. */
export const singleStarts: ReadonlySet<string> = new Set([
  "rotate-ca-start",
  "rotate-ca-start-without-workers-rollout",
  "rotate-serviceaccount-key-start",
  "rotate-serviceaccount-key-start-without-workers-rollout",
  "rotate-etcd-encryption-key",
  "rotate-etcd-encryption-key-start",
]);
export const combinedStarts: ReadonlySet<string> = new Set([
  "rotate-credentials-start",
  "rotate-credentials-start-without-workers-rollout",
]);
export const singleCompletes: ReadonlySet<string> = new Set([
  "rotate-ca-complete",
  "rotate-serviceaccount-key-complete",
  "rotate-etcd-encryption-key-complete",
]);

/** Refused while the Shoot is hibernated or waking up; the rollout families too. @source Gardener: validation/shoot.go */
export const forbiddenWhenHibernated: ReadonlySet<string> = new Set([
  "rotate-credentials-start",
  "rotate-credentials-start-without-workers-rollout",
  "rotate-credentials-complete",
  "rotate-serviceaccount-key-start",
  "rotate-serviceaccount-key-start-without-workers-rollout",
  "rotate-serviceaccount-key-complete",
  "rotate-etcd-encryption-key",
  "rotate-etcd-encryption-key-start",
  "rotate-etcd-encryption-key-complete",
]);

/** What an operation must not share its annotation with. @source Gardener: validation/shoot.go */
export const incompatiblePartners: ReadonlyMap<string, readonly string[]> = new Map([
  [
    "rotate-credentials-start",
    [
      "rotate-ca-start-without-workers-rollout",
      "rotate-serviceaccount-key-start-without-workers-rollout",
      "rotate-credentials-start-without-workers-rollout",
    ],
  ],
  ["rotate-credentials-start-without-workers-rollout", ["rotate-ca-start", "rotate-serviceaccount-key-start"]],
  ["rotate-ca-start", ["rotate-ca-start-without-workers-rollout"]],
  ["rotate-serviceaccount-key-start", ["rotate-serviceaccount-key-start-without-workers-rollout"]],
  ["rotate-etcd-encryption-key", ["rotate-etcd-encryption-key-start"]],
]);

/** What the API server strips because the combined operation does it anyway. @source Gardener: shoot/strategy.go */
export const coveredOperations: ReadonlyMap<string, readonly string[]> = new Map([
  [
    "rotate-credentials-start",
    [
      "rotate-ca-start",
      "rotate-serviceaccount-key-start",
      "rotate-etcd-encryption-key",
      "rotate-etcd-encryption-key-start",
      "rotate-observability-credentials",
      "rotate-ssh-keypair",
    ],
  ],
  [
    "rotate-credentials-start-without-workers-rollout",
    [
      "rotate-ca-start-without-workers-rollout",
      "rotate-serviceaccount-key-start-without-workers-rollout",
      "rotate-etcd-encryption-key",
      "rotate-etcd-encryption-key-start",
      "rotate-observability-credentials",
      "rotate-ssh-keypair",
    ],
  ],
  [
    "rotate-credentials-complete",
    ["rotate-ca-complete", "rotate-serviceaccount-key-complete", "rotate-etcd-encryption-key-complete"],
  ],
]);
