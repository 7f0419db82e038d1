import "server-only";
import { collectionKeyOf, type ObjectStore } from "#garden/api/store/store.ts";
import { sha256Of } from "#garden/gardener/controllers/machines/pool-machines.ts";
import { fieldAt, listAt, stringAt } from "#lib/kube/field.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import type { KubeResource } from "#lib/kube/resource.ts";
import { semanticallyEqual } from "#lib/kube/semantic-equality.ts";
import { isRecord } from "#lib/kube/wire.ts";
import { type NodeObject, uuidOf } from "../nodes/node-object.ts";
import { budgetStatus, isBudgetOf, unobservedAnnotation } from "./budget-status.ts";
import { apiServiceStatus, endpointSliceOf, readyAddressesOf } from "./endpoints.ts";
import { createPlacement, schedulableNodes } from "./place-pods.ts";
import { isPodReady, podObject, withPodStatus } from "./pod-object.ts";
import {
  budgetsOf,
  type PodOwner,
  podLabelsOf,
  podOwnerOf,
  replicaSetOf,
  replicasOf,
  replicatedStatus,
} from "./pod-owners.ts";
import { replaceCollectionObjects } from "./replace-collection-objects.ts";
import {
  apiServices,
  budgets,
  deployments,
  endpointSlices,
  jobs,
  pods,
  replicaSets,
  services,
  statefulSets,
  volumeClaims,
  volumes,
} from "./workload-kinds.ts";

/** The namespace whose objects Gardener owns; they are computed elsewhere. */
export const systemNamespace = "kube-system";

interface ClusterState {
  readonly nodes: readonly NodeObject[];
  /** Names of the Nodes that are being drained before they are deleted. */
  readonly leaving: ReadonlySet<string>;
  /** Current time as an instant. */
  readonly at: string;
}

export type WorkloadControllers = ReturnType<typeof createWorkloadControllers>;

/** The controllers of one cluster in small: they keep Pods alive and placed, and tell the status of what stands on them. */
export function createWorkloadControllers(store: ObjectStore) {
  /** How many Pods an owner has had, by UID: a Pod that comes instead of another one has a new name. */
  const had = new Map<string, number>();
  /** The Pods of the first run are as old as their Nodes. */
  let hasRun = false;

  const listOf = (resource: KubeResource): readonly KubeObject[] => store.collection(collectionKeyOf(resource)).list();
  const ownOf = (resource: KubeResource) =>
    listOf(resource).filter(({ metadata }) => metadata.namespace !== systemNamespace);
  const put = (resource: KubeResource, object: KubeObject) => store.put(collectionKeyOf(resource), object);
  const removePod = (pod: KubeObject) => store.remove(collectionKeyOf(pods), pod);

  function putStatus(resource: KubeResource, object: KubeObject, status: object): void {
    const before = fieldAt(object, "status");
    if (!semanticallyEqual(before, { ...(isRecord(before) ? before : {}), ...status })) {
      put(resource, { ...object, ...{ status: { ...(isRecord(before) ? before : {}), ...status } } });
    }
  }

  /** Removes Pods whose Node or owner is gone, and evicts those on leaving Nodes as far as budgets allow. */
  function removeLost({ nodes, leaving }: ClusterState, owners: ReadonlySet<string>): void {
    const present = new Set(nodes.map(({ metadata }) => metadata.name));
    const allowed = new Map<string, number>();
    const all = listOf(budgets);
    for (const pod of ownOf(pods)) {
      const node = stringAt(pod, "spec", "nodeName");
      const owner = pod.metadata.ownerReferences?.[0]?.uid;
      const isLost = (node !== undefined && !present.has(node)) || (owner !== undefined && !owners.has(owner));
      if (isLost || (node !== undefined && leaving.has(node) && takeDisruption(pod, all, allowed))) removePod(pod);
    }
  }

  function keepAlive(owner: PodOwner, mine: readonly KubeObject[], create: (name: string) => void): void {
    const { uid } = owner.reference;
    if (owner.isStateful) {
      const wanted = new Set(Array.from({ length: owner.replicas }, (_, ordinal) => owner.nameOf(ordinal)));
      const names = new Set(mine.map(({ metadata }) => metadata.name));
      for (const pod of mine) if (!wanted.has(pod.metadata.name)) removePod(pod);
      for (const name of wanted) if (!names.has(name)) create(name);
      return;
    }
    const surplus = mine.length - owner.replicas;
    const youngestLast = mine.toSorted((a, b) => Number(isPodReady(b)) - Number(isPodReady(a)));
    for (const pod of surplus > 0 ? youngestLast.slice(-surplus) : []) removePod(pod);
    for (let missing = surplus; missing < 0; missing += 1) {
      const number = had.get(uid) ?? 0;
      had.set(uid, number + 1);
      create(owner.nameOf(number));
    }
  }

  /** A Job that has lost its Pod and may not try again has failed. */
  function failJobs(at: string): void {
    const alive = new Set(ownOf(pods).map(({ metadata }) => metadata.ownerReferences?.[0]?.uid ?? ""));
    for (const job of ownOf(jobs)) {
      const uid = job.metadata.uid ?? "";
      if (podOwnerOf(job) === undefined || !had.has(uid) || alive.has(uid)) continue;
      if (fieldAt(job, "spec", "backoffLimit") === 0) putStatus(jobs, job, failedJobStatus(at));
    }
  }

  function runPods(state: ClusterState): void {
    const sets = ownOf(deployments).map(replicaSetOf);
    replaceCollectionObjects(store, replicaSets, sets, { complete: keepStatus });
    const owners = [...sets, ...ownOf(statefulSets), ...ownOf(jobs)].flatMap((object) => podOwnerOf(object) ?? []);
    removeLost(state, new Set(owners.map(({ reference }) => reference.uid)));
    const current = ownOf(pods);
    const byOwner = Map.groupBy(current, ({ metadata }) => metadata.ownerReferences?.[0]?.uid ?? "");
    const byName = new Map(state.nodes.map((node) => [node.metadata.name, node]));
    const placement = createPlacement({
      hosts: schedulableNodes(state.nodes),
      placed: current,
      volumeOf: (namespace, claim) => {
        const found = store.collection(collectionKeyOf(volumeClaims)).get(namespace, claim);
        return store.collection(collectionKeyOf(volumes)).get(undefined, stringAt(found, "spec", "volumeName") ?? "");
      },
    });
    const placed = (namespace: string, owner: string, spec: unknown) => {
      const name = placement.place({ namespace, owner, spec });
      return name === undefined ? undefined : byName.get(name);
    };
    for (const pod of current) {
      const name = stringAt(pod, "spec", "nodeName");
      const { namespace = "", ownerReferences } = pod.metadata;
      const spec = fieldAt(pod, "spec");
      const node = name === undefined ? placed(namespace, ownerReferences?.[0]?.uid ?? "", spec) : byName.get(name);
      const bound = name === undefined && node ? podObject({ metadata: pod.metadata, spec, node, at: state.at }) : pod;
      const now = withPodStatus(bound, node, state.at);
      if (now !== pod) put(pods, now);
    }
    for (const owner of owners) {
      keepAlive(owner, byOwner.get(owner.reference.uid) ?? [], (name) => {
        const spec = specOf(owner, name);
        const node = placed(owner.namespace, owner.reference.uid, spec);
        put(
          pods,
          podObject({
            metadata: metadataOf(owner, name, (hasRun ? undefined : node?.metadata.creationTimestamp) ?? state.at),
            spec,
            node,
            at: state.at,
          }),
        );
      });
    }
  }

  function tellStatus(): void {
    const byOwner = Map.groupBy(ownOf(pods), ({ metadata }) => metadata.ownerReferences?.[0]?.uid ?? "");
    const tell = (resource: KubeResource, object: KubeObject, uid = object.metadata.uid ?? "") => {
      const mine = byOwner.get(uid) ?? [];
      putStatus(resource, object, replicatedStatus(object, mine.length, mine.filter(isPodReady).length));
    };
    for (const set of listOf(replicaSets)) tell(replicaSets, set);
    for (const set of ownOf(statefulSets)) tell(statefulSets, set);
    for (const deployment of ownOf(deployments)) {
      tell(deployments, deployment, replicaSetOf(deployment).metadata.uid);
    }
  }

  function tellBudgets(): void {
    const replicas = new Map(
      [...listOf(replicaSets), ...listOf(statefulSets)].map((set) => [set.metadata.uid ?? "", replicasOf(set)]),
    );
    const byNamespace = Map.groupBy(listOf(pods), ({ metadata }) => metadata.namespace ?? "");
    for (const budget of listOf(budgets)) {
      if (budget.metadata.annotations?.[unobservedAnnotation] === String(budget.metadata.generation)) continue;
      const selected = (byNamespace.get(budget.metadata.namespace ?? "") ?? []).filter((pod) =>
        isBudgetOf(budget, pod),
      );
      const scaleOf = ({ metadata }: KubeObject) => {
        const id = metadata.ownerReferences?.[0]?.uid ?? "";
        const wanted = replicas.get(id);
        return wanted === undefined ? undefined : { id, replicas: wanted };
      };
      putStatus(budgets, budget, budgetStatus(budget, selected, scaleOf));
    }
  }

  function tellEndpoints(): void {
    const byNamespace = Map.groupBy(listOf(pods), ({ metadata }) => metadata.namespace ?? "");
    const slices = listOf(services).flatMap((service) => {
      const slice = endpointSliceOf(service, byNamespace.get(service.metadata.namespace ?? "") ?? []);
      return slice ? [{ service: keyOf(service.metadata), slice }] : [];
    });
    replaceCollectionObjects(
      store,
      endpointSlices,
      slices.map(({ slice }) => slice),
    );
    const addresses = new Map(slices.map(({ service, slice }) => [service, readyAddressesOf(slice)]));
    for (const apiService of listOf(apiServices)) {
      const [namespace = "", name = ""] = ["namespace", "name"].map((field) =>
        stringAt(apiService, "spec", "service", field),
      );
      putStatus(apiServices, apiService, apiServiceStatus(apiService, addresses.get(keyOf({ namespace, name })) ?? 0));
    }
  }

  return {
    /** Brings Pods and statuses in line with what is wanted and with the Nodes. Writes only what changes. */
    run(state: ClusterState): void {
      failJobs(state.at);
      runPods(state);
      tellStatus();
      tellBudgets();
      tellEndpoints();
      hasRun = true;
    },
    /** The number of Pods on the given Nodes, without those that Gardener owns. */
    podsOn: (nodes: ReadonlySet<string>): number =>
      ownOf(pods).filter((pod) => nodes.has(stringAt(pod, "spec", "nodeName") ?? "")).length,
  };
}

function failedJobStatus(at: string): object {
  const reason = "BackoffLimitExceeded";
  const condition = { type: "Failed", status: "True", reason, message: "Job has reached the specified backoff limit" };
  return { active: 0, failed: 1, conditions: [{ ...condition, lastTransitionTime: at }] };
}

/** Takes one disruption from a Pod's budget. False if the budget allows none, or if the Pod has two budgets. */
function takeDisruption(pod: KubeObject, all: readonly KubeObject[], allowed: Map<string, number>): boolean {
  if (!isPodReady(pod)) return true;
  const [budget, second] = budgetsOf(pod, all);
  if (budget === undefined) return true;
  if (second !== undefined) return false;
  const key = keyOf(budget.metadata);
  const left = allowed.get(key) ?? Number(fieldAt(budget, "status", "disruptionsAllowed") ?? 0);
  if (left < 1) return false;
  allowed.set(key, left - 1);
  return true;
}

function keepStatus(before: KubeObject, wanted: KubeObject): KubeObject {
  const status = fieldAt(before, "status");
  return status === undefined ? wanted : { ...wanted, ...{ status } };
}

function keyOf({ namespace = "", name }: { readonly namespace?: string; readonly name: string }): string {
  return `${namespace}/${name}`;
}

function specOf({ template, claims }: PodOwner, name: string): object {
  const spec = fieldAt(template, "spec");
  const own = claims.map((volume) => ({ name: volume, persistentVolumeClaim: { claimName: `${volume}-${name}` } }));
  return {
    ...(isRecord(spec) ? spec : {}),
    ...(own.length === 0 ? {} : { volumes: [...listAt(spec, "volumes"), ...own] }),
  };
}

function metadataOf(owner: PodOwner, name: string, at: string): KubeObject["metadata"] {
  const annotations = fieldAt(owner.template, "metadata", "annotations");
  const texts = Object.entries(isRecord(annotations) ? annotations : {}).map(([key, value]) => [key, String(value)]);
  return {
    name,
    namespace: owner.namespace,
    uid: uuidOf(sha256Of(owner.reference.uid, name, at)),
    creationTimestamp: at,
    labels: podLabelsOf(owner),
    ...(texts.length === 0 ? {} : { annotations: Object.fromEntries(texts) }),
    ownerReferences: [owner.reference],
  };
}
