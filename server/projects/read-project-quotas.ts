import "server-only";
import type { AccountQuota, ProjectQuotas, QuotaCluster } from "#lib/contract/project/projects.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { resourceQuotas as resourceQuotaResource } from "#lib/kube/resource.ts";
import { findShortestQuotaLifetime, lifetimeEnd } from "#lib/policy/controllers/lifetime.ts";
import { quotaUsesOf, shareOfQuota } from "#lib/policy/projects/quota-consumption.ts";
import { quotaReferencesOf, quotaScopeOf } from "#lib/policy/projects/quota-references.ts";
import { resourceUsesOf } from "#lib/policy/projects/resource-use.ts";
import { listBindings } from "#server/credentials/list-bindings.ts";
import { type QuotaShoot, type QuotaUsers, readQuotaUsers } from "#server/credentials/read-quota-users.ts";
import { type ReadQuota, readQuotasOf } from "#server/credentials/read-quotas.ts";
import type { Fleet, FleetSources } from "#server/fleet/fleet.ts";
import { listAll } from "#server/garden/list-all.ts";
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
  const projectOf = (place: string) => scope.shown.projects.find((each) => each.namespace === place)?.name ?? place;
  return {
    ...(resourceQuotas && { resourceQuotas }),
    accountQuotas: read.map((each) => ({
      namespace: each.namespace,
      name: each.name,
      accounts: accountsOf(each, bindings),
      ...contentOf(each, usersOf, projectOf),
    })),
  };
}

function usesOf(quota: KubeObject) {
  return resourceUsesOf(quota).map((use) => ({ ...use }));
}

/** Names of the bindings that refer to a Quota; a SecretBinding and a CredentialsBinding can have the same name. */
function accountsOf({ namespace, name }: ReadQuota, bindings: readonly KubeObject[]): string[] {
  const referring = bindings.filter((binding) =>
    quotaReferencesOf(binding).some((each) => each.name === name && each.namespace === namespace),
  );
  return [...new Set(referring.map(({ metadata }) => metadata.name))].sort();
}

function contentOf(
  { quota, isLeftOut }: ReadQuota,
  usersOf: (quota: KubeObject) => QuotaUsers,
  projectOf: (namespace: string) => string,
): Pick<AccountQuota, "unread" | "content"> {
  if (isLeftOut) return { unread: "too-many" };
  if (!quota) return { unread: quota === null ? "not-found" : "forbidden" };
  const { users, mayBeMore } = usersOf(quota);
  const lifetimeDays = findShortestQuotaLifetime([quota])?.days;
  return {
    content: {
      scope: quotaScopeOf(quota),
      ...(lifetimeDays !== undefined && { lifetimeDays }),
      uses: quotaUsesOf(quota, users).map((use) => ({ ...use })),
      clusters: users
        .map((user) => clusterOf(user, quota, projectOf))
        .sort((a, b) => (`${a.project}/${a.name}` < `${b.project}/${b.name}` ? -1 : 1)),
      mayBeMore,
    },
  };
}

function clusterOf(user: QuotaShoot, quota: KubeObject, projectOf: (namespace: string) => string): QuotaCluster {
  const { shoot } = user;
  const endsAt = lifetimeEnd(shoot);
  const amounts = quotaUsesOf(quota, []).map(({ metric }) => [metric, shareOfQuota(user, metric)] as const);
  const known = amounts.flatMap(([metric, amount]) => (amount === undefined ? [] : [[metric, amount] as const]));
  return {
    project: projectOf(shoot.metadata.namespace ?? ""),
    name: shoot.metadata.name,
    ...(known.length === amounts.length && { amounts: Object.fromEntries(known) }),
    ...(endsAt !== undefined && { endsAt }),
  };
}
