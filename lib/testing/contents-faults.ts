import { dayMs } from "#lib/kube/time-units.ts";
import type {
  BudgetContents,
  ClusterContents,
  ContentsPart,
  NodeContents,
  PodContents,
  RequestedApi,
  WebhookContents,
} from "#lib/policy/readiness/contents/cluster-contents.ts";
import type { ContentsFindingId } from "#lib/policy/readiness/contents/contents-facts.ts";
import { removedApis } from "#lib/policy/readiness/removed-apis.ts";
import { budgetWith, type ContentsExample, podWith, readPart, webhookWith } from "./contents-examples.ts";
import { readinessNow } from "./readiness-examples.ts";

/** One obstacle that is put into a sound cluster. */
export interface PlantedFault {
  readonly name: string;
  readonly finding: ContentsFindingId;
  readonly plant: (example: ContentsExample) => ContentsExample;
  readonly best: "not-ready" | "ready-with-risks" | "ready";
}

function itemsOf<Item>(part: ContentsPart<Item>): readonly Item[] {
  return part.state === "read" ? part.items : [];
}

function withContents(example: ContentsExample, differs: Partial<ClusterContents>): ContentsExample {
  return { ...example, contents: { ...example.contents, ...differs } };
}

/** A Pod on a node that the step replaces, with a budget that alone selects it. */
function guarded(differs: Partial<BudgetContents>, pod: Partial<PodContents> = {}) {
  return (example: ContentsExample) => {
    const { pods, budgets } = example.contents;
    const labels = { app: "guarded" };
    const selector = { matchLabels: labels };
    return withContents(example, {
      pods: readPart([...itemsOf(pods), podWith({ name: "guarded-0", labels, node: rolledNode(example), ...pod })]),
      budgets: readPart([...itemsOf(budgets), budgetWith({ name: "guarded", selector, ...differs })]),
    });
  };
}

function rolledNode({ contents }: ContentsExample): string {
  return itemsOf(contents.nodes).find(({ pool }) => pool !== "pinned")?.name ?? "";
}

function withPod(differs: Partial<PodContents>) {
  return (example: ContentsExample) => {
    const pod = podWith({ name: "planted", labels: { app: "planted" }, node: rolledNode(example), ...differs });
    return withContents(example, { pods: readPart([...itemsOf(example.contents.pods), pod]) });
  };
}

function withWebhook(differs: Partial<WebhookContents>) {
  return (example: ContentsExample) => {
    const webhook = webhookWith({ configuration: "planted", ...differs });
    return withContents(example, { webhooks: readPart([...itemsOf(example.contents.webhooks), webhook]) });
  };
}

function withFirstNode(differs: Partial<NodeContents>) {
  return (example: ContentsExample) => {
    const [first, ...others] = itemsOf(example.contents.nodes);
    return first === undefined
      ? example
      : withContents(example, { nodes: readPart([{ ...first, ...differs }, ...others]) });
  };
}

function requesting(requested: Partial<RequestedApi>, minorsAhead: number) {
  return (example: ContentsExample) => {
    const minor = Number(example.step.from.split(".")[1]) + minorsAhead;
    const series = { group: "policy", version: "v9beta1", resource: "budgets", subresource: "" };
    const api = { ...series, removedRelease: `1.${minor}`, ...requested };
    return withContents(example, { requestedApis: readPart([...itemsOf(example.contents.requestedApis), api]) });
  };
}

/** An object that helm wrote with an API which the step removes; where it removes none, one that was requested. */
function writing(example: ContentsExample): ContentsExample {
  const [removal] = removedApis(example.step.from, example.step.to) ?? [];
  if (removal === undefined) return requesting({}, 1)(example);
  const writers = [{ manager: "helm", api: removal.api, at: readinessNow - dayMs }];
  const written = { kind: removal.kinds[0] ?? "", namespace: undefined, name: "limits", writers };
  return withContents(example, { managedObjects: readPart([...itemsOf(example.contents.managedObjects), written]) });
}

function job(differs: { readonly backoffLimit: number; readonly ignoresDisruption: boolean }) {
  return (example: ContentsExample) => {
    const name = "report";
    const planted = withPod({ name: "report-x", controller: { kind: "Job", name } })(example);
    const run = { namespace: "shop", name, active: 1, restartPolicy: "Never", startedAt: readinessNow, ...differs };
    return withContents(planted, { jobs: readPart([run]) });
  };
}

function mounting(volume: { readonly zones: readonly string[]; readonly isLocal: boolean }) {
  return (example: ContentsExample) => {
    const planted = withPod({ claims: ["disk"] })(example);
    const bound = { name: "pv-planted", claim: { namespace: "shop", name: "disk" }, ...volume };
    return withContents(planted, { volumes: readPart([...itemsOf(planted.contents.volumes), bound]) });
  };
}

function apiService(differs: { readonly isAvailable: boolean; readonly caEndsAt: number | undefined }) {
  return (example: ContentsExample) => {
    const service = { namespace: "metrics", name: "adapter" };
    const planted = { name: "v1.custom.metrics.k8s.io", service, message: undefined, ...differs };
    return withContents(example, { apiServices: readPart([...itemsOf(example.contents.apiServices), planted]) });
  };
}

function fault(
  name: string,
  finding: ContentsFindingId,
  best: PlantedFault["best"],
  plant: PlantedFault["plant"],
): PlantedFault {
  return { name, finding, best, plant };
}

const risks = "ready-with-risks";
const none = { disruptionsAllowed: 0, currentHealthy: 1, desiredHealthy: 1, expectedPods: 1 };
const away = { namespace: "policies", name: "away" };
const onNodes = [{ apiGroups: [""], apiVersions: ["v1"], resources: ["nodes"], operations: ["*"], scope: "Cluster" }];
const onLeases = [
  {
    apiGroups: ["coordination.k8s.io"],
    apiVersions: ["*"],
    resources: ["leases"],
    operations: ["UPDATE"],
    scope: "*",
  },
];
const onOwnKind = [
  { apiGroups: ["shop.example.com"], apiVersions: ["v1"], resources: ["carts"], operations: ["*"], scope: "*" },
];
const onEvictions = [
  { apiGroups: [""], apiVersions: ["v1"], resources: ["pods/eviction"], operations: ["CREATE"], scope: "*" },
];

/** Obstacles of each kind, and remarks that leave a cluster ready. */
export const plantedFaults: readonly PlantedFault[] = [
  fault("a requested API that ends", "removed-api-used", "not-ready", requesting({}, 1)),
  fault("an object written with an API that ends", "removed-api-used", risks, writing),
  fault("a requested API that ends later", "deprecated-api-used", "ready", requesting({}, 2)),
  fault(
    "a budget of no unavailable Pod",
    "budget-impossible",
    "not-ready",
    guarded({ maxUnavailable: 0, status: none }),
  ),
  fault("a budget of 0 %", "budget-impossible", "not-ready", guarded({ maxUnavailable: "0%", status: none })),
  fault(
    "a budget of all Pods in percent",
    "budget-impossible",
    "not-ready",
    guarded({ maxUnavailable: undefined, minAvailable: "100%", status: none }),
  ),
  fault(
    "a budget of as many Pods as there are",
    "budget-impossible",
    "not-ready",
    guarded({ maxUnavailable: undefined, minAvailable: 1, status: none }),
  ),
  fault(
    "a budget of a percentage that rounds up to all",
    "budget-impossible",
    "not-ready",
    guarded({
      maxUnavailable: undefined,
      minAvailable: "67%",
      status: { disruptionsAllowed: 0, currentHealthy: 3, desiredHealthy: 3, expectedPods: 3 },
    }),
  ),
  fault(
    "a budget that allows nothing now",
    "budget-exhausted",
    risks,
    guarded({ status: { disruptionsAllowed: 0, currentHealthy: 1, desiredHealthy: 1, expectedPods: 2 } }),
  ),
  fault(
    "a budget that allows nothing now, for a Pod that is not ready",
    "budget-exhausted",
    risks,
    guarded(
      { status: { disruptionsAllowed: 0, currentHealthy: 0, desiredHealthy: 1, expectedPods: 2 } },
      { isReady: false },
    ),
  ),
  fault("a budget that is not observed", "budget-not-observed", risks, guarded({ status: undefined })),
  fault("two budgets for one Pod", "several-budgets", "not-ready", (example) =>
    guarded({ name: "second" }, { name: "guarded-1" })(guarded({})(example)),
  ),
  fault("a Pod without a controller", "pods-without-controller", risks, withPod({ controller: undefined })),
  fault("a Pod with local data", "pods-with-local-data", "ready", withPod({ localVolumes: ["data"] })),
  fault("a Pod not to be scaled down", "pods-not-safe-to-evict", "ready", withPod({ safeToEvict: false })),
  fault(
    "a Pod without room",
    "pods-waiting",
    risks,
    withPod({ node: undefined, phase: "Pending", isReady: false, waiting: "Unschedulable" }),
  ),
  fault("a Job with one try", "jobs-interrupted", risks, job({ backoffLimit: 0, ignoresDisruption: false })),
  fault("a Job with more tries", "jobs-interrupted", "ready", job({ backoffLimit: 6, ignoresDisruption: false })),
  fault("a Job that ignores drains", "jobs-interrupted", "ready", job({ backoffLimit: 0, ignoresDisruption: true })),
  fault("a workload with one replica", "single-replica", "ready", (example) => {
    const planted = withPod({ controller: { kind: "StatefulSet", name: "lone" } })(example);
    const lone = { kind: "StatefulSet", namespace: "shop", name: "lone", replicas: 1, readyReplicas: 1 } as const;
    return withContents(planted, { workloads: readPart([...itemsOf(planted.contents.workloads), lone]) });
  }),
  fault("a volume in a zone without a pool", "volume-zone-gone", risks, mounting({ zones: ["z"], isLocal: false })),
  fault("a volume of a node", "volume-local", risks, mounting({ zones: [], isLocal: true })),
  fault(
    "a webhook for Pods that nothing answers",
    "webhook-unreachable",
    "not-ready",
    withWebhook({ failurePolicy: "Fail", service: away }),
  ),
  fault(
    "a webhook for nodes that nothing answers",
    "webhook-unreachable",
    "not-ready",
    withWebhook({ failurePolicy: "Fail", service: away, rules: onNodes }),
  ),
  fault(
    "a webhook for evictions that nothing answers",
    "webhook-unreachable",
    "not-ready",
    guardedWebhook({ failurePolicy: "Fail", service: away, rules: onEvictions }),
  ),
  fault(
    "a webhook for its own kind that nothing answers",
    "webhook-unreachable",
    risks,
    withWebhook({ failurePolicy: "Fail", service: away, rules: onOwnKind }),
  ),
  fault("a webhook that fails closed", "webhook-problematic", risks, withWebhook({ failurePolicy: "Fail" })),
  fault(
    "a webhook for nodes that fails closed",
    "webhook-problematic",
    risks,
    withWebhook({ failurePolicy: "Fail", rules: onNodes }),
  ),
  fault("a slow webhook", "webhook-problematic", risks, withWebhook({ timeoutSeconds: 16 })),
  fault("a webhook for leases", "webhook-problematic", risks, withWebhook({ timeoutSeconds: 4, rules: onLeases })),
  fault("an ended authority", "certificates-ended", risks, withWebhook({ caEndsAt: readinessNow - dayMs })),
  fault(
    "an ended authority of a webhook that must answer",
    "certificates-ended",
    "not-ready",
    withWebhook({ caEndsAt: readinessNow - dayMs, failurePolicy: "Fail" }),
  ),
  fault("an authority that ends", "certificates-ending", risks, withWebhook({ caEndsAt: readinessNow + dayMs })),
  fault(
    "an authority of an API service that ends",
    "certificates-ending",
    risks,
    apiService({ isAvailable: true, caEndsAt: readinessNow + dayMs }),
  ),
  fault(
    "an API service that does not answer",
    "api-service-unavailable",
    risks,
    apiService({ isAvailable: false, caEndsAt: undefined }),
  ),
  fault("a node that is not ready", "nodes-not-ready", risks, withFirstNode({ isReady: false })),
  fault("a full disk", "nodes-under-pressure", risks, withFirstNode({ pressures: ["DiskPressure"] })),
  fault("a cordoned node", "nodes-cordoned", "ready", withFirstNode({ isCordoned: true })),
];

/** A webhook and a Pod that the step evicts. */
function guardedWebhook(differs: Partial<WebhookContents>) {
  return (example: ContentsExample) => withPod({})(withWebhook(differs)(example));
}
