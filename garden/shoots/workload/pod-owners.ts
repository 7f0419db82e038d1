import "server-only";
import { sha256Of } from "#garden/gardener/controllers/machines/pool-machines.ts";
import { fieldAt, listAt, stringAt } from "#lib/kube/field.ts";
import type { KubeObject, OwnerReference } from "#lib/kube/object.ts";
import { isRecord } from "#lib/kube/wire.ts";
import { uuidOf } from "../nodes/node-object.ts";
import { isBudgetOf } from "./budget-status.ts";
import { deployments, jobs, objectOf, replicaSets, statefulSets } from "./workload-kinds.ts";

/** An object that keeps a number of Pods alive. */
export interface PodOwner {
  readonly namespace: string;
  readonly reference: OwnerReference;
  readonly replicas: number;
  readonly template: unknown;
  /** Labels that its Pods have besides those of the template. */
  readonly labels: Readonly<Record<string, string>>;
  /** The name of its Pod. @param number Counts the Pods that it has had; the ordinal in a StatefulSet. */
  nameOf(number: number): string;
  /** Whether its Pods keep their names and volumes. */
  readonly isStateful: boolean;
  /** Names of volumes of which each Pod has a claim of its own. */
  readonly claims: readonly string[];
}

function reference({ apiVersion = "", kind = "", metadata }: KubeObject): OwnerReference {
  return { apiVersion, kind, name: metadata.name, uid: metadata.uid ?? "", controller: true };
}

function letters(...parts: readonly string[]): string {
  return sha256Of(...parts)
    .toString("hex")
    .slice(0, 5);
}

/** The replicas that an object asks for; 1 if it says none. */
export function replicasOf(object: KubeObject): number {
  const replicas = fieldAt(object, "spec", "replicas");
  return typeof replicas === "number" ? Math.max(0, Math.trunc(replicas)) : 1;
}

/** The ReplicaSet of a Deployment, whose name changes with the Deployment's template. */
export function replicaSetOf(deployment: KubeObject): KubeObject {
  const template = fieldAt(deployment, "spec", "template");
  const hash = letters(JSON.stringify(template));
  const { name, namespace, labels, creationTimestamp, uid = "" } = deployment.metadata;
  return objectOf(
    replicaSets,
    {
      name: `${name}-${hash}`,
      ...(namespace === undefined ? {} : { namespace }),
      uid: uuidOf(sha256Of(uid, hash)),
      ...(creationTimestamp === undefined ? {} : { creationTimestamp }),
      generation: 1,
      labels: { ...labels, "pod-template-hash": hash },
      ownerReferences: [{ ...reference(deployment), blockOwnerDeletion: true }],
    },
    {
      spec: { replicas: replicasOf(deployment), selector: fieldAt(deployment, "spec", "selector"), template },
    },
  );
}

/** The owner of Pods that an object is: a ReplicaSet, a StatefulSet or a Job that has not ended. */
export function podOwnerOf(object: KubeObject): PodOwner | undefined {
  const { namespace = "", name, uid = "", labels } = object.metadata;
  const common = {
    namespace,
    reference: reference(object),
    template: fieldAt(object, "spec", "template"),
    replicas: replicasOf(object),
    labels: {},
    claims: [],
    isStateful: false,
    nameOf: (number: number) => `${name}-${letters(uid, String(number))}`,
  };
  switch (object.kind) {
    case replicaSets.kind:
      return { ...common, labels: { "pod-template-hash": labels?.["pod-template-hash"] ?? "" } };
    case statefulSets.kind:
      return {
        ...common,
        isStateful: true,
        claims: listAt(object, "spec", "volumeClaimTemplates").flatMap(
          (template) => stringAt(template, "metadata", "name") ?? [],
        ),
        nameOf: (number) => `${name}-${number}`,
      };
    case jobs.kind:
      return fieldAt(object, "status", "active") === 1 ? { ...common, labels: { "job-name": name } } : undefined;
    default:
      return undefined;
  }
}

/** The labels of an owner's Pods. */
export function podLabelsOf({ template, labels }: PodOwner): Readonly<Record<string, string>> {
  const own = fieldAt(template, "metadata", "labels");
  const texts = Object.entries(isRecord(own) ? own : {}).filter(
    (entry): entry is [string, string] => typeof entry[1] === "string",
  );
  return { ...Object.fromEntries(texts), ...labels };
}

/** The budgets of a Pod. */
export function budgetsOf(pod: KubeObject, budgets: readonly KubeObject[]): readonly KubeObject[] {
  return budgets.filter((budget) => isBudgetOf(budget, pod));
}

/** Status of a Deployment, ReplicaSet or StatefulSet with the given Pods. */
export function replicatedStatus(owner: KubeObject, replicas: number, ready: number): object {
  const observedGeneration = owner.metadata.generation ?? 1;
  const counts = { replicas, readyReplicas: ready, availableReplicas: ready, observedGeneration };
  if (owner.kind === replicaSets.kind) return counts;
  if (owner.kind !== deployments.kind) return { ...counts, currentReplicas: replicas, updatedReplicas: replicas };
  const isAvailable = ready >= Math.ceil(replicasOf(owner) * 0.75);
  const reason = isAvailable ? "MinimumReplicasAvailable" : "MinimumReplicasUnavailable";
  const condition = { type: "Available", status: isAvailable ? "True" : "False", reason, message: "" };
  return { ...counts, updatedReplicas: replicas, conditions: [condition] };
}
