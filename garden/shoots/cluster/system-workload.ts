import "server-only";
import { sha256Of } from "#garden/gardener/controllers/machines/pool-machines.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { fieldAt } from "#lib/kube/field.ts";
import { formatInstant, parseInstant } from "#lib/kube/instant.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { criticalComponentLabel } from "#lib/policy/nodes/node-readiness.ts";
import { isNodeReady, type NodeObject, uuidOf } from "../nodes/node-object.ts";
import { daemonSets, deployments, pods } from "../workload/workload-kinds.ts";

interface Component {
  readonly name: string;
  readonly image: string;
  /** Whether the component is node-critical: other Pods are scheduled on a new Node only after it is ready. */
  readonly critical?: boolean;
}

const everywhere: readonly Component[] = [
  { name: "apiserver-proxy", image: "envoyproxy/envoy-distroless:v1.35.3", critical: true },
  { name: "csi-driver-node", image: "csi-driver:v1.49.0", critical: true },
  { name: "kube-proxy", image: "kube-proxy", critical: true },
  { name: "node-exporter", image: "prometheus/node-exporter:v1.9.1" },
  { name: "node-problem-detector", image: "node-problem-detector:v1.34.0" },
];
const replicated: readonly (Component & { readonly replicas: number })[] = [
  { name: "blackbox-exporter", image: "prometheus/blackbox-exporter:v0.27.0", replicas: 1 },
  { name: "coredns", image: "coredns/coredns:v1.12.4", replicas: 2 },
  { name: "metrics-server", image: "metrics-server:v0.8.0", replicas: 2 },
  { name: "vpn-shoot", image: "gardener/vpn-client:0.41.0", replicas: 1 },
];
const namespace = "kube-system";

/** Gardener's DaemonSets, Deployments and Pods in kube-system. */
export interface SystemWorkload {
  readonly daemonSets: readonly KubeObject[];
  readonly deployments: readonly KubeObject[];
  readonly pods: readonly KubeObject[];
}

export function systemWorkload(shoot: Shoot, nodes: readonly NodeObject[]): SystemWorkload {
  const sets = daemonSetsOf(shoot);
  const since = formatInstant((parseInstant(shoot.metadata.creationTimestamp) ?? 0) + 6 * 60_000);
  const hosts = nodes.filter(({ spec }) => spec.unschedulable !== true);
  const onNodes = nodes.flatMap((node) =>
    sets.map((component) =>
      pod({
        component,
        node,
        owner: "DaemonSet",
        name: `${component.name}-${letters(node.metadata.name, component.name)}`,
      }),
    ),
  );
  const placed = replicated.flatMap((component) =>
    hosts.slice(0, component.replicas).map((node) => {
      const name = `${component.name}-${letters(shoot.metadata.name, component.name)}-${letters(node.metadata.name, component.name)}`;
      return pod({ component, node, owner: "ReplicaSet", name });
    }),
  );
  const ready = nodes.filter(isNodeReady).length;
  return {
    pods: [...onNodes, ...placed],
    daemonSets: sets.map((component) => ({
      ...frame(daemonSets.kind, "apps/v1", component, since),
      ...{
        spec: { selector: selectorOf(component), template: templateOf(component) },
        status: {
          desiredNumberScheduled: nodes.length,
          currentNumberScheduled: nodes.length,
          updatedNumberScheduled: nodes.length,
          numberReady: ready,
          numberAvailable: ready,
          numberMisscheduled: 0,
        },
      },
    })),
    deployments: replicated.map((component) => {
      const replicas = Math.min(component.replicas, hosts.length);
      return {
        ...frame(deployments.kind, "apps/v1", component, since),
        ...{
          spec: { replicas: component.replicas, selector: selectorOf(component), template: templateOf(component) },
          status: { replicas, readyReplicas: replicas, updatedReplicas: replicas, availableReplicas: replicas },
        },
      };
    }),
  };
}

function daemonSetsOf({ spec }: Shoot): readonly Component[] {
  const network = {
    name: spec.networking?.type === "cilium" ? "cilium" : "calico-node",
    image: "network-agent:v3.30.3",
    critical: true,
  };
  const withProxy = fieldAt(spec.kubernetes.kubeProxy, "enabled") !== false;
  const withDns = fieldAt(spec.systemComponents, "nodeLocalDNS", "enabled") === true;
  const dns = { name: "node-local-dns", image: "k8s-dns-node-cache:1.26.5", critical: true };
  const usual = everywhere.filter(({ name }) => withProxy || name !== "kube-proxy");
  return [network, ...usual, ...(withDns ? [dns] : [])].map((component) =>
    component.name === "kube-proxy" ? { ...component, image: `kube-proxy:v${spec.kubernetes.version}` } : component,
  );
}

function labelsOf({ name, critical }: Component): Readonly<Record<string, string>> {
  return {
    app: name,
    "gardener.cloud/role": "system-component",
    ...(critical ? { [criticalComponentLabel]: "true" } : {}),
  };
}

function selectorOf({ name }: Component): object {
  return { matchLabels: { app: name } };
}

function containersOf({ name, image }: Component): readonly object[] {
  return [{ name, image: `registry.harborline.example/${image}` }];
}

function templateOf(component: Component): object {
  return { metadata: { labels: labelsOf(component) }, spec: { containers: containersOf(component) } };
}

function frame(kind: string, apiVersion: string, component: Component, since: string): KubeObject {
  return {
    apiVersion,
    kind,
    metadata: {
      name: component.name,
      namespace,
      uid: uuidOf(sha256Of(kind, component.name, since)),
      creationTimestamp: since,
      labels: labelsOf(component),
    },
  };
}

interface Placed {
  readonly component: Component;
  readonly node: NodeObject;
  readonly owner: string;
  readonly name: string;
}

function pod({ component, node, owner, name }: Placed): KubeObject {
  const ready = isNodeReady(node);
  const startedAt = node.metadata.creationTimestamp ?? "";
  const status = ready ? "True" : "False";
  const uid = uuidOf(sha256Of(name, node.metadata.uid ?? ""));
  return {
    apiVersion: "v1",
    kind: pods.kind,
    metadata: {
      name,
      namespace,
      uid,
      creationTimestamp: startedAt,
      labels: labelsOf(component),
      ownerReferences: [{ apiVersion: "apps/v1", kind: owner, name: component.name, uid, controller: true }],
    },
    ...{
      spec: { nodeName: node.metadata.name, containers: containersOf(component), restartPolicy: "Always" },
      status: {
        phase: ready ? "Running" : "Pending",
        startTime: startedAt,
        podIP: node.spec.podCIDR.replace(/0\/24$/, String(2 + (sha256Of(name).readUInt8(0) % 250))),
        conditions: [{ type: "Ready", status, lastTransitionTime: startedAt }],
        containerStatuses: [
          {
            name: component.name,
            ready,
            restartCount: 0,
            started: ready,
            state: ready ? { running: { startedAt } } : { waiting: { reason: "ContainerCreating" } },
          },
        ],
      },
    },
  };
}

function letters(...parts: readonly string[]): string {
  return sha256Of(...parts)
    .toString("hex")
    .slice(0, 5);
}
