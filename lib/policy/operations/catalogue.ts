import type { RotationFamily } from "#lib/policy/rotations/families.ts";
import { type AccessRule, accessRules } from "./access-rules.ts";
import type { CatalogueEntry } from "./catalogue-entry.ts";
import { otherCatalogue } from "./catalogue-of-others.ts";
import type { AnnotationOperationId, OperationId } from "./vocabulary.ts";

type Facts = Partial<Omit<CatalogueEntry, "id">>;

function entry(id: AnnotationOperationId, facts: Facts): CatalogueEntry {
  return {
    id,
    means: { kind: "annotation", pools: false },
    object: "Shoot",
    need: "annotate",
    parallel: true,
    schedulable: true,
    families: [],
    step: "none",
    nodes: "none",
    takenBy: "gardenlet",
    irreversible: false,
    ...facts,
  };
}

const idle = ["", "Completed"];
const prepared = ["Prepared"];
const all: readonly RotationFamily[] = [
  "certificateAuthorities",
  "serviceAccountKey",
  "etcdEncryptionKey",
  "sshKeypair",
  "observability",
];
const alone = { parallel: false, schedulable: false } as const;
const authorities: Facts = { families: ["certificateAuthorities"] };
const accountKey: Facts = { families: ["serviceAccountKey"] };
const etcd: Facts = { families: ["etcdEncryptionKey"] };
const start: Facts = { step: "start", phases: idle, nodes: "rolls", irreversible: true };
const startWithout: Facts = {
  step: "start-without-rollout",
  phases: idle,
  gardener: { from: 112 },
  irreversible: true,
};
const complete: Facts = { step: "complete", phases: prepared, irreversible: true };
const oneStep: Facts = { step: "one-step", irreversible: true };

const annotationCatalogue = {
  reconcile: entry("reconcile", { nodes: "pending-changes", takenBy: "api-server" }),
  retry: entry("retry", { ...alone, nodes: "pending-changes", takenBy: "api-server" }),
  maintain: entry("maintain", { ...alone, nodes: "maintenance", takenBy: "controller-manager" }),
  "force-in-place-update": entry("force-in-place-update", { ...alone, nodes: "in-place", gardener: { from: 118 } }),
  "rotate-credentials-start": entry("rotate-credentials-start", { ...start, families: all }),
  "rotate-credentials-start-without-workers-rollout": entry("rotate-credentials-start-without-workers-rollout", {
    ...startWithout,
    families: all,
  }),
  "rotate-credentials-complete": entry("rotate-credentials-complete", {
    ...complete,
    families: ["certificateAuthorities", "serviceAccountKey", "etcdEncryptionKey"],
  }),
  "rotate-ca-start": entry("rotate-ca-start", { ...start, ...authorities }),
  "rotate-ca-start-without-workers-rollout": entry("rotate-ca-start-without-workers-rollout", {
    ...startWithout,
    ...authorities,
  }),
  "rotate-ca-complete": entry("rotate-ca-complete", { ...complete, ...authorities }),
  "rotate-serviceaccount-key-start": entry("rotate-serviceaccount-key-start", { ...start, ...accountKey }),
  "rotate-serviceaccount-key-start-without-workers-rollout": entry(
    "rotate-serviceaccount-key-start-without-workers-rollout",
    { ...startWithout, ...accountKey },
  ),
  "rotate-serviceaccount-key-complete": entry("rotate-serviceaccount-key-complete", { ...complete, ...accountKey }),
  "rotate-etcd-encryption-key": entry("rotate-etcd-encryption-key", {
    ...oneStep,
    ...etcd,
    phases: idle,
    gardener: { from: 128 },
  }),
  "rotate-etcd-encryption-key-start": entry("rotate-etcd-encryption-key-start", {
    ...start,
    ...etcd,
    nodes: "none",
    kubernetes: { below: 34 },
  }),
  "rotate-etcd-encryption-key-complete": entry("rotate-etcd-encryption-key-complete", {
    ...complete,
    ...etcd,
    kubernetes: { below: 34 },
  }),
  "rotate-ssh-keypair": entry("rotate-ssh-keypair", { ...oneStep, families: ["sshKeypair"] }),
  "rotate-observability-credentials": entry("rotate-observability-credentials", {
    ...oneStep,
    families: ["observability"],
  }),
  "rotate-kubeconfig-credentials": entry("rotate-kubeconfig-credentials", { ...oneStep, gardener: { below: 114 } }),
  "rotate-rollout-workers": entry("rotate-rollout-workers", {
    means: { kind: "annotation", pools: true },
    step: "roll",
    families: ["certificateAuthorities", "serviceAccountKey"],
    phases: ["WaitingForWorkersRollout"],
    nodes: "rolls-named",
    gardener: { from: 112 },
  }),
  "rollout-workers": entry("rollout-workers", {
    means: { kind: "annotation", pools: true },
    step: "roll",
    nodes: "rolls-named",
    gardener: { from: 132 },
  }),
} as const satisfies { readonly [Id in AnnotationOperationId]: CatalogueEntry };

/**
 * Every operation a person can ask for: how it travels, which right it needs, when it makes sense, what it costs.
 * @source Gardener docs, usage/shoot-operations; pkg/apis/core/v1beta1/constants
 */
export const operationCatalogue: { readonly [Id in OperationId]: CatalogueEntry } = {
  ...annotationCatalogue,
  ...otherCatalogue,
};

/** The rights that an operation needs. */
export function accessOf(id: OperationId): readonly AccessRule[] {
  return accessRules[operationCatalogue[id].need];
}
