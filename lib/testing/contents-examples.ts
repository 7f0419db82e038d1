import fc from "fast-check";
import type { Worker } from "#lib/garden/shoot.ts";
import { dayMs } from "#lib/kube/time-units.ts";
import type {
  BudgetContents,
  ClusterContents,
  ContentsPart,
  JobContents,
  NodeContents,
  PodContents,
  ServiceContents,
  VolumeContents,
  WebhookContents,
  WorkloadContents,
} from "#lib/policy/readiness/contents/cluster-contents.ts";
import { examplesWithoutObstacle, type ReadinessExample, readinessNow } from "./readiness-examples.ts";

/** A cluster with what a look inside it has read. */
export interface ContentsExample extends ReadinessExample {
  readonly contents: ClusterContents;
}

/** A part that was read to its end. */
export function readPart<Item>(items: readonly Item[]): ContentsPart<Item> {
  return { state: "read", items, isComplete: true, unreadable: 0 };
}

/** Nothing in a cluster, all of it read. */
export const emptyContents: ClusterContents = {
  readAt: readinessNow,
  nodes: readPart<NodeContents>([]),
  pods: readPart<PodContents>([]),
  budgets: readPart<BudgetContents>([]),
  webhooks: readPart<WebhookContents>([]),
  services: readPart<ServiceContents>([]),
  namespaces: readPart<{ readonly name: string; readonly labels: Readonly<Record<string, string>> }>([]),
  apiServices: readPart([]),
  workloads: readPart<WorkloadContents>([]),
  jobs: readPart<JobContents>([]),
  volumes: readPart<VolumeContents>([]),
  requestedApis: readPart([]),
  managedObjects: readPart([]),
};

/** A Pod that runs well and that something creates again. */
export function podWith(differs: Partial<PodContents>): PodContents {
  return {
    namespace: "shop",
    name: "web-7d9f-a",
    labels: { app: "web" },
    phase: "Running",
    isReady: true,
    isTerminating: false,
    isMirror: false,
    node: "pool-0-a-0",
    controller: { kind: "ReplicaSet", name: "web-7d9f" },
    localVolumes: [],
    safeToEvict: undefined,
    claims: [],
    waiting: undefined,
    ...differs,
  };
}

/** A budget for the Pods of an app that allows one eviction. */
export function budgetWith(differs: Partial<BudgetContents>): BudgetContents {
  return {
    namespace: "shop",
    name: "web",
    selector: { matchLabels: { app: "web" } },
    minAvailable: undefined,
    maxUnavailable: 1,
    evictsUnhealthy: false,
    status: { disruptionsAllowed: 1, currentHealthy: 2, desiredHealthy: 1, expectedPods: 2 },
    ...differs,
  };
}

/** A webhook for Pods that does no harm: it fails open, soon. */
export function webhookWith(differs: Partial<WebhookContents>): WebhookContents {
  return {
    kind: "ValidatingWebhookConfiguration",
    configuration: "policies",
    name: "pods.policies.example.com",
    failurePolicy: "Ignore",
    timeoutSeconds: 5,
    rules: [{ apiGroups: [""], apiVersions: ["v1"], resources: ["pods"], operations: ["CREATE"], scope: "*" }],
    namespaceSelector: {},
    objectSelector: {},
    hasMatchConditions: false,
    service: { namespace: "policies", name: "policies" },
    caEndsAt: readinessNow + 300 * dayMs,
    labels: {},
    ...differs,
  };
}

export function nodeWith(differs: Partial<NodeContents>): NodeContents {
  const healthy = { isReady: true, isCordoned: false, pressures: [] };
  return { name: "pool-0-a-0", pool: "pool-0", zone: "a", ...healthy, ...differs };
}

interface App {
  readonly name: string;
  readonly namespace: string;
  readonly kind: "Deployment" | "StatefulSet";
  readonly replicas: number;
  readonly budget: "none" | "one-unavailable" | "one-less" | "half";
  readonly hasVolume: boolean;
  readonly hasLocalData: boolean;
  readonly isSafeToEvict: boolean | undefined;
}

const arbitraryApp = fc.record({
  namespace: fc.constantFrom("shop", "data"),
  kind: fc.constantFrom<App["kind"]>("Deployment", "StatefulSet"),
  replicas: fc.integer({ min: 1, max: 5 }),
  budget: fc.constantFrom<App["budget"]>("none", "one-unavailable", "one-less", "half"),
  hasVolume: fc.boolean(),
  hasLocalData: fc.boolean(),
  isSafeToEvict: fc.constantFrom(true, undefined, false),
});

function nodesOf(pools: readonly Worker[], perZone: number): readonly NodeContents[] {
  return pools.flatMap(({ name: pool, zones }) =>
    (zones ?? []).flatMap((zone) =>
      Array.from({ length: perZone }, (_, index) => nodeWith({ name: `${pool}-${zone}-${index}`, pool, zone })),
    ),
  );
}

function podsOf(app: App, nodes: readonly NodeContents[]): readonly PodContents[] {
  const { name, namespace, kind, replicas, hasVolume, hasLocalData, isSafeToEvict } = app;
  const controller = kind === "StatefulSet" ? { kind, name } : { kind: "ReplicaSet", name: `${name}-7d9f` };
  return Array.from({ length: replicas }, (_, index) =>
    podWith({
      namespace,
      name: `${name}-${index}`,
      labels: { app: name },
      controller,
      node: nodes[index % nodes.length]?.name,
      claims: hasVolume ? [`${name}-${index}`] : [],
      localVolumes: hasLocalData ? ["cache"] : [],
      safeToEvict: isSafeToEvict,
    }),
  );
}

/** A budget that fits the app. One for a single replica allows that one to be away. */
function budgetsOf({ name, namespace, budget, replicas }: App): readonly BudgetContents[] {
  if (budget === "none") return [];
  const isLone = replicas === 1;
  const percent = isLone ? "0%" : "50%";
  const least = {
    "one-unavailable": replicas - 1,
    "one-less": replicas - 1,
    half: isLone ? 0 : Math.ceil(replicas / 2),
  };
  const desiredHealthy = least[budget];
  return [
    budgetWith({
      namespace,
      name,
      selector: { matchLabels: { app: name } },
      maxUnavailable: budget === "one-unavailable" ? 1 : undefined,
      minAvailable: { "one-unavailable": undefined, "one-less": replicas - 1, half: percent }[budget],
      status: {
        disruptionsAllowed: replicas - desiredHealthy,
        currentHealthy: replicas,
        desiredHealthy,
        expectedPods: replicas,
      },
    }),
  ];
}

function volumesOf(pods: readonly PodContents[], nodes: readonly NodeContents[]): readonly VolumeContents[] {
  const zones = new Map(nodes.map(({ name, zone = "" }) => [name, zone]));
  return pods.flatMap(({ namespace, claims, node = "" }) =>
    claims.map((name) => {
      const claim = { namespace, name };
      return { name: `pv-${namespace}-${name}`, claim, zones: [zones.get(node) ?? ""], isLocal: false };
    }),
  );
}

/** Objects that look like an obstacle and are none. */
interface Harmless {
  readonly pods: readonly PodContents[];
  readonly budgets: readonly BudgetContents[];
  readonly webhooks: readonly WebhookContents[];
}

function harmless(node: string, undrained: string | undefined): Harmless {
  const kept = undrained === undefined ? [] : [podWith({ name: "kept", labels: { app: "kept" }, node: undrained })];
  const zero = { disruptionsAllowed: 0, currentHealthy: 1, desiredHealthy: 1, expectedPods: 1 };
  return {
    pods: [
      ...kept,
      podWith({ name: "agent", labels: { app: "agent" }, node, controller: { kind: "DaemonSet", name: "agent" } }),
      podWith({ name: "static", labels: {}, node, controller: undefined, isMirror: true }),
      podWith({ name: "ended", labels: {}, node, controller: undefined, phase: "Succeeded", isReady: false }),
      podWith({ name: "going", labels: {}, node, controller: undefined, isTerminating: true }),
      podWith({ name: "starts", labels: { app: "starts" }, phase: "Pending", waiting: "ContainerCreating", node }),
    ],
    budgets: [
      budgetWith({
        name: "of-nothing",
        selector: { matchLabels: { app: "nothing" } },
        maxUnavailable: 0,
        status: zero,
      }),
      budgetWith({ name: "selects-nothing", selector: undefined, maxUnavailable: 0, status: zero }),
      budgetWith({ name: "of-agents", selector: { matchLabels: { app: "agent" } }, maxUnavailable: 0, status: zero }),
      budgetWith({ name: "of-kept", selector: { matchLabels: { app: "kept" } }, maxUnavailable: 0, status: zero }),
      budgetWith({
        name: "of-starting",
        selector: { matchLabels: { app: "starts" } },
        maxUnavailable: 0,
        status: zero,
      }),
    ],
    webhooks: [
      webhookWith({ configuration: "away-but-open", service: { namespace: "policies", name: "away" } }),
      webhookWith({
        configuration: "own-kind",
        failurePolicy: "Fail",
        rules: [
          { apiGroups: ["shop.example.com"], apiVersions: ["v1"], resources: ["*"], operations: ["*"], scope: "*" },
        ],
      }),
      webhookWith({
        configuration: "excludes-system",
        failurePolicy: "Fail",
        namespaceSelector: {
          matchExpressions: [{ key: "gardener.cloud/purpose", operator: "NotIn", values: ["kube-system"] }],
        },
      }),
      webhookWith({
        configuration: "gardener-resource-manager",
        failurePolicy: "Fail",
        service: undefined,
        labels: { "resources.gardener.cloud/managed-by": "gardener" },
      }),
    ],
  };
}

const namespaces = [
  { name: "shop", labels: { "kubernetes.io/metadata.name": "shop" } },
  { name: "data", labels: { "kubernetes.io/metadata.name": "data" } },
  { name: "kube-system", labels: { "gardener.cloud/purpose": "kube-system" } },
];

function contentsOf(pools: readonly Worker[], apps: readonly App[], perZone: number): ClusterContents {
  const nodes = nodesOf(pools, perZone);
  const undrained = nodes.find(({ pool }) => pool === "pinned")?.name;
  const near = harmless(nodes[0]?.name ?? "", undrained);
  const pods = apps.flatMap((app, index) => podsOf(app, nodes.slice(index % nodes.length)));
  const ownWriter = { manager: "kube-controller-manager", api: "policy/v1beta1", at: undefined };
  const local = { name: "pv-kept", claim: undefined, zones: ["z"], isLocal: true };
  return {
    readAt: readinessNow,
    nodes: readPart(nodes),
    pods: readPart([...pods, ...near.pods]),
    budgets: readPart([...apps.flatMap(budgetsOf), ...near.budgets]),
    webhooks: readPart(near.webhooks),
    services: readPart([{ namespace: "policies", name: "policies", readyAddresses: 2 }]),
    namespaces: readPart(namespaces),
    apiServices: readPart([
      { name: "v1.apps", service: undefined, isAvailable: true, message: undefined, caEndsAt: undefined },
    ]),
    workloads: readPart(
      apps.map(({ kind, namespace, name, replicas }) => ({ kind, namespace, name, replicas, readyReplicas: replicas })),
    ),
    jobs: readPart([]),
    volumes: readPart([...volumesOf(pods, nodes), local]),
    requestedApis: readPart([
      { group: "", version: "v1", resource: "componentstatuses", subresource: "", removedRelease: undefined },
    ]),
    managedObjects: readPart([{ kind: "PodDisruptionBudget", namespace: "shop", name: "web", writers: [ownWriter] }]),
  };
}

/** Clusters with workloads of all kinds against whose next minor nothing stands, inside as outside. */
export const soundClusters: fc.Arbitrary<ContentsExample> = fc
  .record({
    example: examplesWithoutObstacle,
    apps: fc.array(arbitraryApp, { minLength: 1, maxLength: 6 }),
    perZone: fc.integer({ min: 1, max: 2 }),
    hasPinnedPool: fc.boolean(),
  })
  .map(({ example, apps, perZone, hasPinnedPool }) => {
    const { shoot } = example;
    const pools = shoot.spec.provider.workers ?? [];
    const [first] = pools;
    // Maintenance raises a pool with an expired version of its own too.
    const pinned: readonly Worker[] =
      hasPinnedPool && example.step.way === "chosen" && first !== undefined
        ? [{ ...first, name: "pinned", kubernetes: { version: example.step.from } }]
        : [];
    const workers = [...pools, ...pinned];
    const spec = { ...shoot.spec, provider: { ...shoot.spec.provider, workers } };
    const named = apps.map((app, index): App => ({ ...app, name: `app-${index}` }));
    return { ...example, shoot: { ...shoot, spec }, contents: contentsOf(workers, named, perZone) };
  });
