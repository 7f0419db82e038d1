import "server-only";
import type { GardenServer } from "#garden/api/http/exchange/exchange.ts";
import { createGardenReader } from "#garden/api/registry/garden-reader.ts";
import { createObjectWriter, type ObjectWriter } from "#garden/api/registry/object-writer.ts";
import type { ResourceDefinition } from "#garden/api/registry/resource-definition.ts";
import { createPaginatedLists } from "#garden/api/store/paginated-lists.ts";
import { createObjectStore } from "#garden/api/store/store.ts";
import type { Machine } from "#garden/gardener/controllers/machines/machine.ts";
import type { MachineRecord } from "#garden/gardener/controllers/machines/machine-record.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { formatInstant } from "#lib/kube/instant.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { nodes } from "#lib/kube/resource.ts";
import { clusterNodes, diffNodes, type MachineWithNode } from "../nodes/cluster-nodes.ts";
import { createMachineSizeFinder } from "../nodes/create-machine-size-finder.ts";
import type { NodeChangeStore, NodeChanges } from "../nodes/node-marks.ts";
import type { NodeContext } from "../nodes/node-object.ts";
import type { CertificateBundles } from "../workload/certificate-bundles.ts";
import { evictPod } from "../workload/evict-pod.ts";
import { initialWorkload, loadWorkload } from "../workload/initial-workload.ts";
import { replaceCollectionObjects } from "../workload/replace-collection-objects.ts";
import { requestedApisText } from "../workload/requested-apis.ts";
import { createWorkloadControllers, systemNamespace } from "../workload/run-workload.ts";
import { daemonSets, deployments, pods } from "../workload/workload-kinds.ts";
import { createNodeEvents, type NodeEvent } from "./node-events.ts";
import { createShootAuthorizer } from "./shoot-authorizer.ts";
import { shootResourceRegistry } from "./shoot-definitions.ts";
import { systemWorkload } from "./system-workload.ts";

/** State from which the objects in a Shoot's cluster are computed. */
export interface ClusterSources {
  readonly garden: GardenServer;
  readonly machines: MachineRecord;
  readonly marks: NodeChangeStore;
  /** Certificate authorities of the simulated webhooks and aggregated APIs. */
  readonly bundles: CertificateBundles;
}

/** The simulated cluster of one Shoot: objects computed from its machines, and objects created by users. */
export interface ShootCluster {
  readonly uid: string;
  readonly server: GardenServer;
  /** Whether users have written objects, so that the cluster has to stay in memory. */
  readonly isKept: boolean;
  nodes(): readonly MachineWithNode[];
  markOf(node: string): NodeChanges;
  /** Stores changes of a Node and updates the Node. */
  mark(node: string, mark: NodeChanges): void;
  setUpdating(node: string, step: Machine["updating"]): void;
  /** The number of Pods on Nodes that are being drained before they are deleted. */
  podsToDrain(): number;
  record(node: string, event: NodeEvent): void;
  /** Updates the computed objects, such as Nodes, to the current state of the Shoot. */
  sync(): void;
}

/**
 * @param shootOf Returns the current Shoot; undefined if it no longer exists.
 * @param onWritten Called after a user has written an object.
 */
export function createShootCluster(
  sources: ClusterSources,
  shootOf: () => Shoot | undefined,
  onWritten: () => void,
): ShootCluster {
  const { garden, machines, marks, bundles } = sources;
  const { clock } = garden;
  const store = createObjectStore({ now: () => performance.now(), firstVersion: Date.now() });
  const updating = new Map<string, NonNullable<Machine["updating"]>>();
  const uid = shootOf()?.status?.uid ?? "";
  const nodeEvents = createNodeEvents({ store, clock, uid });
  const controllers = createWorkloadControllers(store);
  let isKept = false;

  const around = (shoot: Shoot): NodeContext => ({
    shoot,
    sizeOf: createMachineSizeFinder(createGardenReader(garden.store), shoot),
    nowMs: clock.now().getTime(),
  });

  function presentNodes(): readonly MachineWithNode[] {
    const shoot = shootOf();
    if (shoot === undefined) return [];
    const nowMs = clock.now().getTime();
    return clusterNodes(machines.machinesOf(shoot, nowMs), { marks: marks.of(uid), updating }, around(shoot));
  }

  function sync(): void {
    const shoot = shootOf();
    if (shoot === undefined) return;
    const current = presentNodes();
    const objects = current.map(({ node }) => node);
    const workload = systemWorkload(shoot, objects);
    marks.keepOnly(uid, new Set(objects.map(({ metadata }) => metadata.name)));
    replaceCollectionObjects(store, nodes, objects);
    const namespace = systemNamespace;
    replaceCollectionObjects(store, pods, workload.pods, { namespace });
    replaceCollectionObjects(store, daemonSets, workload.daemonSets, { namespace });
    replaceCollectionObjects(store, deployments, workload.deployments, { namespace });
    controllers.run({
      nodes: objects,
      leaving: leavingNodes(current),
      at: formatInstant(clock.now().getTime()),
    });
    nodeEvents.forgetOld();
  }

  function absorb(written: KubeObject): void {
    const { name } = written.metadata;
    const shoot = shootOf();
    const found = presentNodes().find(({ node }) => node.metadata.name === name);
    if (shoot === undefined || found === undefined) return;
    marks.set(uid, name, diffNodes(found, written, { mark: marks.of(uid).get(name), around: around(shoot) }));
  }

  const writer = observedWriter(createObjectWriter(store), {
    onWritten: (written, { resource }) => {
      if (written !== undefined && resource.plural === nodes.plural) absorb(written);
      else isKept = true;
      onWritten();
    },
  });

  const shoot = shootOf();
  if (shoot !== undefined) {
    const { groupVersions } = shootResourceRegistry;
    const nowMs = clock.now().getTime();
    const present = presentNodes().map(({ node }) => node);
    loadWorkload(store, initialWorkload({ shoot, nodes: present, bundles, groupVersions, nowMs }));
  }
  return {
    uid,
    server: {
      ...garden,
      registry: shootResourceRegistry,
      store,
      writer,
      authorizer: createShootAuthorizer(shootOf),
      snapshots: createPaginatedLists(() => performance.now()),
      userOf: () => undefined,
      subresources: { eviction: evictPod },
      posts: new Map(),
      texts: new Map([["/metrics", () => requestedApisText(store, shootOf()?.spec.kubernetes.version ?? "")]]),
      get kubernetes() {
        return shootOf()?.spec.kubernetes.version ?? "";
      },
    },
    get isKept() {
      return isKept || updating.size > 0;
    },
    nodes: presentNodes,
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
    podsToDrain: () => controllers.podsOn(leavingNodes(presentNodes())),
    record: nodeEvents.record,
    sync,
  };
}

/** Names of the Nodes that are drained to be deleted, not to be updated in place. */
function leavingNodes(current: readonly MachineWithNode[]): ReadonlySet<string> {
  const leaving = current.filter(({ machine }) => machine.state === "leaving" && machine.updating === undefined);
  return new Set(leaving.map(({ node }) => node.metadata.name));
}

interface WriteObserver {
  /** @param written Undefined after a deletion. */
  onWritten(written: KubeObject | undefined, definition: ResourceDefinition): void;
}

/** Wraps an object writer so that writes are reported, except for dry runs. */
function observedWriter(inner: ObjectWriter, { onWritten }: WriteObserver): ObjectWriter {
  return {
    create(target, object, options) {
      const created = inner.create(target, object, options);
      if (!options.dryRun) onWritten(created, target.definition);
      return created;
    },
    update(target, object, options) {
      const written = inner.update(target, object, options);
      if (!options.dryRun) onWritten(written, target.definition);
      return written;
    },
    delete(target, options) {
      const deleted = inner.delete(target, options);
      if (!options.dryRun) onWritten(undefined, target.definition);
      return deleted;
    },
  };
}
