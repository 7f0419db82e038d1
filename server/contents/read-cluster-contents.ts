import "server-only";
import { ConcurrencyLimit } from "#lib/concurrency-limit.ts";
import { type KubeResource, namespaces, nodes } from "#lib/kube/resource.ts";
import type {
  ApiServiceContents,
  ClusterContents,
  ContentsPart,
  ObjectName,
  ServiceContents,
  WebhookContents,
  WorkloadContents,
} from "#lib/policy/readiness/contents/cluster-contents.ts";
import type { ShootApi } from "#server/nodes/shoot-api.ts";
import { LookBudget } from "./look-budget.ts";
import { type RemovedKind, readManagedObjects } from "./managed-objects.ts";
import { namespaceFacts, nodeFacts, podFacts, volumeFacts } from "./node-and-pod-facts.ts";
import { type Look, type ParseObject, readPart } from "./read-part.ts";
import { readRequestedApis } from "./requested-apis.ts";
import * as resources from "./shoot-resources.ts";
import { apiServiceFacts, endpointFacts, webhookFactsOf } from "./webhook-facts.ts";
import { budgetFacts, jobFacts, workloadFactsOf } from "./workload-facts.ts";

/** Requests to the Shoot's API server at once. */
const requestsAtOnce = 4;
/** Parts that are read in any case, each with a first request. */
const partsReadAlways = 12;
const objectsPerPage = 500;
/** So many Pods that eight pages hold 5,000. */
const podsPerPage = 650;

const notAsked: ContentsPart<never> = { state: "unread", why: "not-asked" };

interface LookOptions {
  readonly signal: AbortSignal;
  readonly now: () => number;
  /** Kinds whose objects are looked for; undefined if it is not known what the step removes. */
  readonly kinds: readonly RemovedKind[] | undefined;
}

/**
 * Reads what matters to the next minor version of a cluster, with at most 30 requests to its API server. A part that
 * cannot be read says why; only errors of Almanac itself are thrown.
 */
export async function readClusterContents(
  { client, role }: ShootApi,
  { signal, now, kinds }: LookOptions,
): Promise<ClusterContents> {
  const asksMetrics = role === "admin";
  const budget = new LookBudget(partsReadAlways + (asksMetrics ? 1 : 0) + discoveryAnd(kinds ?? []));
  const look: Look = { client, signal, calls: new ConcurrencyLimit(requestsAtOnce), budget };
  const readAt = now();
  const read = <Item>(resource: KubeResource, parse: ParseObject<Item>) =>
    readPart(look, { resource, limit: objectsPerPage }, parse);
  const [called, deployments, statefulSets, ...parts] = await Promise.all([
    readCalledServices(look),
    read(resources.deployments, workloadFactsOf("Deployment")),
    read(resources.statefulSets, workloadFactsOf("StatefulSet")),
    readPart(look, { resource: resources.pods, limit: podsPerPage }, podFacts),
    read(nodes, nodeFacts),
    read(resources.podDisruptionBudgets, budgetFacts),
    readPart(look, { resource: namespaces, limit: objectsPerPage, isMetadataOnly: true }, namespaceFacts),
    read(resources.persistentVolumes, volumeFacts),
    read(resources.jobs, jobFacts),
    asksMetrics ? readRequestedApis(look) : notAsked,
    readManagedObjects(look, kinds),
  ]);
  const [pods, nodesRead, budgets, namespacesRead, volumes, jobs, requestedApis, managedObjects] = parts;
  return {
    readAt,
    ...called,
    workloads: bothOf<WorkloadContents>(deployments, statefulSets),
    nodes: nodesRead,
    pods,
    budgets,
    namespaces: namespacesRead,
    volumes,
    jobs,
    requestedApis,
    managedObjects,
  };
}

/** First requests for the objects of kinds that are removed: which are served, and one for each. */
function discoveryAnd(kinds: readonly RemovedKind[]): number {
  return kinds.length === 0 ? 0 : 1 + kinds.length;
}

type CalledServices = Pick<ClusterContents, "webhooks" | "apiServices" | "services">;

/** Webhooks and APIServices, and the Services that they call. */
async function readCalledServices(look: Look): Promise<CalledServices> {
  const webhooksOf = (resource: typeof resources.mutatingWebhooks) =>
    readPart(look, { resource, limit: objectsPerPage }, webhookFactsOf(resource.kind));
  const [mutating, validating, apiServices] = await Promise.all([
    webhooksOf(resources.mutatingWebhooks),
    webhooksOf(resources.validatingWebhooks),
    readPart(look, { resource: resources.apiServices, limit: objectsPerPage }, apiServiceFacts),
  ]);
  const webhooks = bothOf<WebhookContents>(mutating, validating);
  return { webhooks, apiServices, services: await readServices(look, { webhooks, apiServices }) };
}

/** Most names of Services in one label selector, whose length is limited as that of each URL. */
const mostNamesInSelector = 60;

async function readServices(
  look: Look,
  callers: { readonly webhooks: ContentsPart<WebhookContents>; readonly apiServices: ContentsPart<ApiServiceContents> },
): Promise<ContentsPart<ServiceContents>> {
  const called = new Map<string, ObjectName>();
  for (const part of Object.values(callers)) {
    for (const { service } of part.state === "read" ? part.items : []) {
      if (service !== undefined) called.set(keyOf(service), { namespace: service.namespace, name: service.name });
    }
  }
  const unread = Object.values(callers).find((part) => part.state === "unread");
  // Which Services are called is not known then.
  if (called.size === 0) return unread ?? { state: "read", items: [], isComplete: true, unreadable: 0 };
  const names = [...new Set([...called.values()].map(({ name }) => name))].filter(isLabelValue);
  const selector =
    names.length > mostNamesInSelector ? {} : { labelSelector: `kubernetes.io/service-name in (${names.join(",")})` };
  const target = { resource: resources.endpointSlices, limit: objectsPerPage, ...selector };
  const slices = await readPart(look, target, endpointFacts);
  if (slices.state === "unread") return slices;
  const ready = new Map<string, number>();
  for (const slice of slices.items) {
    ready.set(keyOf(slice), (ready.get(keyOf(slice)) ?? 0) + slice.readyAddresses);
  }
  const items = [...called].map(([key, service]) => ({ ...service, readyAddresses: ready.get(key) ?? 0 }));
  return { ...slices, items };
}

function keyOf({ namespace, name }: ObjectName): string {
  return `${namespace}/${name}`;
}

function isLabelValue(name: string): boolean {
  return /^[a-z0-9]([-a-z0-9.]{0,61}[a-z0-9])?$/.test(name);
}

/** Two lists as one part; unread if one of them is, unless the other has found something. */
function bothOf<Item>(one: ContentsPart<Item>, other: ContentsPart<Item>): ContentsPart<Item> {
  if (one.state === "unread")
    return other.state === "read" && other.items.length > 0 ? { ...other, isComplete: false } : one;
  if (other.state === "unread") return one.items.length > 0 ? { ...one, isComplete: false } : other;
  return {
    state: "read",
    items: [...one.items, ...other.items],
    isComplete: one.isComplete && other.isComplete,
    unreadable: one.unreadable + other.unreadable,
  };
}
