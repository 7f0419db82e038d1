import "server-only";
import type { AccountQuota, ProjectQuotas, QuotaCluster } from "#lib/contract/project/projects.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { resourceQuotas as resourceQuotaResource } from "#lib/kube/resource.ts";
import { findShortestQuotaLifetime, lifetimeEnd } from "#lib/policy/controllers/lifetime.ts";
import {
  findUncountablePool,
  type QuotaMetric,
  quotaUsesOf,
  shareOfQuota,
} from "#lib/policy/projects/quota-consumption.ts";
import { type QuotaReference, quotaReferencesOf, quotaScopeOf } from "#lib/policy/projects/quota-references.ts";
import { resourceUsesOf } from "#lib/policy/projects/resource-use.ts";
import { createProjectNames } from "#server/access/project-names.ts";
import { listBindings } from "#server/credentials/list-bindings.ts";
import { type QuotaShoot, type QuotaUsers, readQuotaUsers } from "#server/credentials/read-quota-users.ts";
import { type ReadQuota, readQuotasOf } from "#server/credentials/read-quotas.ts";
import type { Fleet, FleetSources } from "#server/fleet/fleet.ts";
import { listAll } from "#server/garden/list-all.ts";
import { forEachInTimeSlices } from "#server/processor-time/time-slices.ts";
import { type ProjectContext, type ProjectRequest, requireSeenProject } from "./project-context.ts";

interface QuotaContext extends ProjectContext {
  readonly sources: Pick<FleetSources, "shoots">;
  readonly fleet: Pick<Fleet, "requireRead">;
}

/**
 * The limits of a project: ResourceQuotas of its namespace, and the Quotas to which its bindings refer, with the clusters
 * that use them. Read with the user's own token; clusters are those that the user sees.
 */
export async function readProjectQuotas(context: QuotaContext, request: ProjectRequest): Promise<ProjectQuotas> {
  const { token, name, signal } = request;
  const { project, scope } = await requireSeenProject(context, token, name);
  const namespace = project.spec.namespace ?? "";
  if (namespace === "") return { resourceQuotas: [], accountQuotas: [] };
  // Until all clusters are read, none would count.
  context.fleet.requireRead();
  const reading = { client: context.withToken(token), signal, scope };
  const [limits, own] = await Promise.all([
    listAll(reading, resourceQuotaResource, namespace),
    listBindings(reading, namespace),
  ]);
  const resourceQuotas = limits?.map((quota) => ({ name: quota.metadata.name, uses: usesOf(quota) }));
  if (own === undefined) return { ...(resourceQuotas && { resourceQuotas }) };
  const bindings = [...own.credentialsBindings, ...own.secretBindings];
  const read = await readQuotasOf(reading, bindings);
  const quotas = read.flatMap(({ quota }) => quota ?? []);
  const usersOf = await readQuotaUsers({ ...reading, sources: context.sources }, { quotas, namespace, own });
  const projectOf = createProjectNames(scope);
  const accountsOf = namesByQuota(bindings);
  const accountQuotas: AccountQuota[] = [];
  for (const each of read) {
    const content = await contentOf(each, usersOf, { projectOf, signal });
    accountQuotas.push({ namespace: each.namespace, name: each.name, accounts: accountsOf(each), ...content });
  }
  return { ...(resourceQuotas && { resourceQuotas }), accountQuotas };
}

function usesOf(quota: KubeObject) {
  return resourceUsesOf(quota).map((use) => ({ ...use }));
}

/**
 * Returns a function for the names of the bindings that refer to a Quota; a SecretBinding and a CredentialsBinding can
 * have the same name.
 */
function namesByQuota(bindings: readonly KubeObject[]): (quota: QuotaReference) => string[] {
  const names = new Map<string, Set<string>>();
  const keyOf = ({ namespace, name }: QuotaReference) => `${namespace}/${name}`;
  for (const binding of bindings) {
    for (const reference of quotaReferencesOf(binding)) {
      const of = names.get(keyOf(reference)) ?? new Set();
      names.set(keyOf(reference), of.add(binding.metadata.name));
    }
  }
  return (quota) => [...(names.get(keyOf(quota)) ?? [])].sort();
}

interface ContentContext {
  readonly projectOf: (namespace: string) => string | undefined;
  readonly signal: AbortSignal;
}

async function contentOf(
  { quota, isLeftOut }: ReadQuota,
  usersOf: (quota: KubeObject) => QuotaUsers,
  { projectOf, signal }: ContentContext,
): Promise<Pick<AccountQuota, "unread" | "content">> {
  if (isLeftOut) return { unread: "too-many" };
  if (!quota) return { unread: quota === null ? "not-found" : "forbidden" };
  const { users, mayBeMore } = usersOf(quota);
  // What each counts for is computed here, and only added up below.
  await forEachInTimeSlices(users, (user) => void findUncountablePool(user), signal);
  const lifetimeDays = findShortestQuotaLifetime([quota])?.days;
  const metrics = quotaUsesOf(quota, []).map(({ metric }) => metric);
  return {
    content: {
      scope: quotaScopeOf(quota),
      ...(lifetimeDays !== undefined && { lifetimeDays }),
      uses: quotaUsesOf(quota, users).map((use) => ({ ...use })),
      clusters: toListed(users).map((user) => clusterOf(user, metrics, projectOf)),
      clusterCount: users.length,
      unreadProfiles: [...new Set(users.flatMap(({ unread }) => unread ?? []))].sort(),
      mayBeMore,
    },
  };
}

/** Maximum number of clusters that are listed for a Quota; all count. */
const mostListedClusters = 200;

function toListed(users: readonly QuotaShoot[]): readonly QuotaShoot[] {
  const sorted = users.toSorted((a, b) => ((a.name ?? "") < (b.name ?? "") ? -1 : 1));
  if (sorted.length <= mostListedClusters) return sorted;
  const isCounted = (user: QuotaShoot) => findUncountablePool(user) === undefined;
  const first = [...sorted.filter((user) => !isCounted(user)), ...sorted.filter(isCounted)];
  return first.slice(0, mostListedClusters);
}

function clusterOf(
  user: QuotaShoot,
  metrics: readonly QuotaMetric[],
  projectOf: ContentContext["projectOf"],
): QuotaCluster {
  const { namespace = "", name } = user.shoot.metadata;
  const endsAt = lifetimeEnd(user.shoot);
  const uncountable = findUncountablePool(user);
  const amounts = metrics.flatMap((metric) => {
    const amount = shareOfQuota(user, metric);
    return amount === undefined ? [] : [[metric, amount] as const];
  });
  return {
    project: projectOf(namespace) ?? namespace,
    name,
    ...(amounts.length === metrics.length && { amounts: Object.fromEntries(amounts) }),
    ...(uncountable && { uncountable: { ...uncountable } }),
    ...(endsAt !== undefined && { endsAt }),
  };
}
