import type { RotationFamily } from "../rotations/families.ts";
import { type AccessRule, accessRules } from "./access-rules.ts";
import type { AnnotationEntry, NonAnnotationEntry } from "./catalogue-entry.ts";
import { nonAnnotationCatalogue } from "./catalogue-of-others.ts";

type Facts = Partial<AnnotationEntry<never>>;

/** Returns the entries unchanged, so that the compiler infers operation ids and rejects references to unknown ones. */
function operationsOf<const Id extends string>(
  entries: { readonly [Key in Id]: AnnotationEntry<NoInfer<Id>> },
): { readonly [Key in Id]: AnnotationEntry<Id> } {
  return entries;
}

const plain = {
  pools: false,
  object: "Shoot",
  need: "annotate",
  sole: false,
  families: [],
  step: "none",
  nodes: "none",
  takenBy: "gardenlet",
  irreversible: false,
  forbiddenWhenHibernated: false,
  needsSettledEncryption: false,
  refusedInDeletion: false,
  etcdTwoStep: false,
  incompatibleWith: [],
  covers: [],
} as const satisfies AnnotationEntry<never>;

const all: readonly RotationFamily[] = [
  "certificateAuthorities",
  "serviceAccountKey",
  "etcdEncryptionKey",
  "sshKeypair",
  "observability",
];
const authorities = { families: ["certificateAuthorities"] } as const satisfies Facts;
const accountKey = { families: ["serviceAccountKey"], forbiddenWhenHibernated: true } as const satisfies Facts;
const etcd = { families: ["etcdEncryptionKey"], forbiddenWhenHibernated: true } as const satisfies Facts;
const start = { ...plain, step: "start", nodes: "rolls", irreversible: true } as const;
const startWithout = {
  ...plain,
  step: "start-without-rollout",
  knownBy: "op.withoutRollout",
  irreversible: true,
} as const;
const complete = { ...plain, step: "complete", irreversible: true } as const;
const oneStep = { ...plain, step: "one-step", irreversible: true } as const;
const roll = { ...plain, pools: true, step: "roll", nodes: "rolls-named", forbiddenWhenHibernated: true } as const;

/**
 * The operations requested through the annotation `gardener.cloud/operation`. To add one, add it here and to the
 * operation sentences: every set and every check is derived from its entry.
 * @source Gardener docs, usage/shoot-operations; pkg/api/core/validation/shoot.go; registry/core/shoot/strategy.go
 */
export const annotationCatalogue = operationsOf({
  reconcile: { ...plain, nodes: "pending-changes", takenBy: "api-server" },
  retry: { ...plain, sole: true, nodes: "pending-changes", takenBy: "api-server" },
  maintain: { ...plain, sole: true, nodes: "maintenance", takenBy: "controller-manager" },
  "force-in-place-update": { ...plain, sole: true, nodes: "in-place", knownBy: "op.forceInPlace" },
  "rotate-credentials-start": {
    ...start,
    families: all,
    forbiddenWhenHibernated: true,
    // Only this start operation needs this: the API server's list lacks the one without rollout.
    needsSettledEncryption: true,
    incompatibleWith: [
      "rotate-ca-start-without-workers-rollout",
      "rotate-serviceaccount-key-start-without-workers-rollout",
      "rotate-credentials-start-without-workers-rollout",
    ],
    covers: [
      "rotate-ca-start",
      "rotate-serviceaccount-key-start",
      "rotate-etcd-encryption-key",
      "rotate-etcd-encryption-key-start",
      "rotate-observability-credentials",
      "rotate-ssh-keypair",
    ],
  },
  "rotate-credentials-start-without-workers-rollout": {
    ...startWithout,
    families: all,
    forbiddenWhenHibernated: true,
    incompatibleWith: ["rotate-ca-start", "rotate-serviceaccount-key-start"],
    covers: [
      "rotate-ca-start-without-workers-rollout",
      "rotate-serviceaccount-key-start-without-workers-rollout",
      "rotate-etcd-encryption-key",
      "rotate-etcd-encryption-key-start",
      "rotate-observability-credentials",
      "rotate-ssh-keypair",
    ],
  },
  "rotate-credentials-complete": {
    ...complete,
    families: ["certificateAuthorities", "serviceAccountKey", "etcdEncryptionKey"],
    forbiddenWhenHibernated: true,
    covers: ["rotate-ca-complete", "rotate-serviceaccount-key-complete", "rotate-etcd-encryption-key-complete"],
  },
  "rotate-ca-start": {
    ...start,
    ...authorities,
    incompatibleWith: ["rotate-ca-start-without-workers-rollout"],
  },
  "rotate-ca-start-without-workers-rollout": { ...startWithout, ...authorities },
  "rotate-ca-complete": { ...complete, ...authorities },
  "rotate-serviceaccount-key-start": {
    ...start,
    ...accountKey,
    incompatibleWith: ["rotate-serviceaccount-key-start-without-workers-rollout"],
  },
  "rotate-serviceaccount-key-start-without-workers-rollout": { ...startWithout, ...accountKey },
  "rotate-serviceaccount-key-complete": { ...complete, ...accountKey },
  "rotate-etcd-encryption-key": {
    ...oneStep,
    ...etcd,
    knownBy: "op.etcdSingle",
    needsSettledEncryption: true,
    incompatibleWith: ["rotate-etcd-encryption-key-start"],
  },
  "rotate-etcd-encryption-key-start": {
    ...start,
    ...etcd,
    nodes: "none",
    etcdTwoStep: true,
    needsSettledEncryption: true,
  },
  "rotate-etcd-encryption-key-complete": { ...complete, ...etcd, etcdTwoStep: true },
  "rotate-ssh-keypair": { ...oneStep, families: ["sshKeypair"] },
  "rotate-observability-credentials": { ...oneStep, families: ["observability"] },
  "rotate-kubeconfig-credentials": { ...oneStep, knownBy: "op.kubeconfig", refusedInDeletion: true },
  "rotate-rollout-workers": {
    ...roll,
    families: ["certificateAuthorities", "serviceAccountKey"],
    knownBy: "op.withoutRollout",
  },
  "rollout-workers": { ...roll, knownBy: "op.rolloutWorkers" },
});

/**
 * Every operation a user can request: how it is requested, the permission it needs, when it applies, and its effects.
 * @source Gardener docs, usage/shoot-operations; pkg/apis/core/v1beta1/constants
 */
export const operationCatalogue: typeof annotationCatalogue & {
  readonly [Id in keyof typeof nonAnnotationCatalogue]: NonAnnotationEntry;
} = { ...annotationCatalogue, ...nonAnnotationCatalogue };

/** The permissions that an operation needs. */
export function accessRulesOfOperation(id: keyof typeof operationCatalogue): readonly AccessRule[] {
  return accessRules[operationCatalogue[id].need];
}
