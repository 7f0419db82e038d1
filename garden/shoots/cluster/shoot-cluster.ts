import "server-only";
import type { GardenServer } from "#garden/api/http/exchange/exchange.ts";
import { createGardenReader } from "#garden/api/registry/garden-reader.ts";
import { createObjectWriter, type ObjectWriter } from "#garden/api/registry/object-writer.ts";
import type { ResourceDefinition } from "#garden/api/registry/resource-definition.ts";
import { createPaginatedLists } from "#garden/api/store/paginated-lists.ts";
import { collectionKeyOf, createObjectStore } from "#garden/api/store/store.ts";
import type { Machine } from "#garden/gardener/controllers/machines/machine.ts";
import type { MachineRecord } from "#garden/gardener/controllers/machines/machine-record.ts";
import { sha256Of } from "#garden/gardener/controllers/machines/pool-machines.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { namespaces, nodes } from "#lib/kube/resource.ts";
import { clusterNodes, diffNodes, type MachineWithNode } from "../nodes/cluster-nodes.ts";
import { createMachineSizeFinder } from "../nodes/create-machine-size-finder.ts";
import type { NodeChangeStore, NodeChanges } from "../nodes/node-marks.ts";
import { type NodeContext, uuidOf } from "../nodes/node-object.ts";
import { createNodeEvents, type NodeEvent } from "./node-events.ts";
import { replaceCollectionObjects } from "./replace-collection-objects.ts";
import { shootAuthorizer } from "./shoot-authorizer.ts";
import { daemonSetResource, deploymentResource, podResource, shootResourceRegistry } from "./shoot-definitions.ts";
import { systemWorkload } from "./system-workload.ts";

/** State from which the objects in a Shoot's cluster are computed. */
export interface ClusterSources {
  readonly garden: GardenServer;
  readonly machines: MachineRecord;
  readonly marks: NodeChangeStore;
}

/** The simulated cluster of one Shoot: objects computed from its machines, and objects created by users. */
export interface ShootCluster {
  readonly uid: string;
  readonly server: GardenServer;
  /** Whether users have created objects, so that the cluster has to stay in memory. */
  readonly isKept: boolean;
  nodes(): readonly MachineWithNode[];
  markOf(node: string): NodeChanges;
  /** Stores changes of a Node and updates the Node. */
  mark(node: string, mark: NodeChanges): void;
  setUpdating(node: string, step: Machine["updating"]): void;
  record(node: string, event: NodeEvent): void;
  /** Updates the computed objects, such as Nodes, to the current state of the Shoot. */
  sync(): void;
}

const ownNamespaces = ["default", "kube-node-lease", "kube-public", "kube-system"];

/**
 * @param shootOf Returns the current Shoot; undefined if it no longer exists.
 * @param onNodeWritten Called after a user has written a Node.
 */
export function createShootCluster(
  sources: ClusterSources,
  shootOf: () => Shoot | undefined,
  onNodeWritten: (name: string) => void,
): ShootCluster {
  const { garden, machines, marks } = sources;
  const { clock } = garden;
  const store = createObjectStore({ now: () => performance.now(), firstVersion: Date.now() });
  const updating = new Map<string, NonNullable<Machine["updating"]>>();
  const uid = shootOf()?.status?.uid ?? "";
  const nodeEvents = createNodeEvents({ store, clock, uid });
  let isKept = false;

  const around = (shoot: Shoot): NodeContext => ({
    shoot,
    sizeOf: createMachineSizeFinder(createGardenReader(garden.store), shoot),
    nowMs: clock.now().getTime(),
  });

  function present(): readonly MachineWithNode[] {
    const shoot = shootOf();
    if (shoot === undefined) return [];
    const nowMs = clock.now().getTime();
    return clusterNodes(machines.machinesOf(shoot, nowMs), { marks: marks.of(uid), updating }, around(shoot));
  }

  function sync(): void {
    const shoot = shootOf();
    if (shoot === undefined) return;
    const current = present();
    const objects = current.map(({ node }) => node);
    const workload = systemWorkload(shoot, objects);
    marks.keepOnly(uid, new Set(objects.map(({ metadata }) => metadata.name)));
    replaceCollectionObjects(store, nodes, objects);
    replaceCollectionObjects(store, podResource, workload.pods);
    replaceCollectionObjects(store, daemonSetResource, workload.daemonSets);
    replaceCollectionObjects(store, deploymentResource, workload.deployments);
    nodeEvents.forgetOld();
  }

  function absorb(written: KubeObject): void {
    const { name } = written.metadata;
    const shoot = shootOf();
    const found = present().find(({ node }) => node.metadata.name === name);
    if (shoot === undefined || found === undefined) return;
    marks.set(uid, name, diffNodes(found, written, { mark: marks.of(uid).get(name), around: around(shoot) }));
    onNodeWritten(name);
  }

  const writer = observedWriter(createObjectWriter(store), {
    onCreated: () => {
      isKept = true;
    },
    onUpdated: (written, { resource }) => {
      if (resource.plural === nodes.plural) absorb(written);
    },
  });

  store.load(
    collectionKeyOf(namespaces),
    ownNamespaces.map((name) => namespaceObject(name, shootOf())),
  );
  return {
    uid,
    server: {
      ...garden,
      registry: shootResourceRegistry,
      store,
      writer,
      authorizer: shootAuthorizer,
      snapshots: createPaginatedLists(() => performance.now()),
      userOf: () => undefined,
      subresources: {},
      posts: new Map(),
      get kubernetes() {
        return shootOf()?.spec.kubernetes.version ?? "";
      },
      hasDocuments: false,
    },
    get isKept() {
      return isKept || updating.size > 0;
    },
    nodes: present,
    markOf: (node) => marks.of(uid).get(node) ?? {},
    mark(node, mark) {
      marks.set(uid, node, mark);
      sync();
    },
    setUpdating(node, step) {
      if (step === undefined) updating.delete(node);
      else updating.set(node, step);
      sync();
    },
    record: nodeEvents.record,
    sync,
  };
}

interface WriteObserver {
  onCreated(): void;
  onUpdated(written: KubeObject, definition: ResourceDefinition): void;
}

/** Wraps an object writer so that creations and updates are reported, except for dry runs. */
function observedWriter(inner: ObjectWriter, { onCreated, onUpdated }: WriteObserver): ObjectWriter {
  return {
    create(target, object, options) {
      if (!options.dryRun) onCreated();
      return inner.create(target, object, options);
    },
    update(target, object, options) {
      const written = inner.update(target, object, options);
      if (!options.dryRun) onUpdated(written, target.definition);
      return written;
    },
    delete: inner.delete,
  };
}

function namespaceObject(name: string, shoot: Shoot | undefined): KubeObject {
  const { creationTimestamp } = shoot?.metadata ?? {};
  return {
    apiVersion: "v1",
    kind: namespaces.kind,
    metadata: {
      name,
      uid: uuidOf(sha256Of(shoot?.metadata.uid ?? "", name)),
      ...(creationTimestamp === undefined ? {} : { creationTimestamp }),
      labels: { "kubernetes.io/metadata.name": name },
    },
    ...{ spec: { finalizers: ["kubernetes"] }, status: { phase: "Active" } },
  };
}
