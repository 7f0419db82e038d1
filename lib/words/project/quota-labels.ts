import type { OfferedQuota } from "#lib/contract/project/accounts.ts";
import type { AccountQuota, QuotaCluster } from "#lib/contract/project/projects.ts";
import { type Message, message, text } from "#lib/language/text.ts";
import { formatList } from "../format-list.ts";

type QuotaContent = NonNullable<AccountQuota["content"]>;

/** What the limits of a ResourceQuota count, by the name of the limit. */
const resourceLabels: ReadonlyMap<string, Message> = new Map([
  ["count/shoots.core.gardener.cloud", message("Clusters")],
  ["count/credentialsbindings.security.gardener.cloud", message("Accounts (CredentialsBindings)")],
  ["count/secretbindings.core.gardener.cloud", message("Accounts (SecretBindings)")],
  ["count/workloadidentities.security.gardener.cloud", message("Workload identities")],
  ["count/namespacedcloudprofiles.core.gardener.cloud", message("Profiles of the project")],
  ["count/quotas.core.gardener.cloud", message("Quotas")],
  ["count/bastions.operations.gardener.cloud", message("Bastions for SSH")],
  ["count/secrets", message("Secrets")],
  ["secrets", message("Secrets")],
  ["count/configmaps", message("ConfigMaps")],
  ["configmaps", message("ConfigMaps")],
  ["count/serviceaccounts", message("Service accounts")],
]);

/** What a limit of a ResourceQuota counts, in plain words; the name of the limit if it is not known. */
export function resourceLabel(resource: string): string {
  const known = resourceLabels.get(resource);
  return known === undefined ? resource : text(known);
}

const metricLabels: ReadonlyMap<string, Message> = new Map([
  ["cpu", message("Processors")],
  ["gpu", message("Graphics processors")],
  ["memory", message("Memory")],
  ["storage.standard", message("Storage, standard")],
  ["storage.premium", message("Storage, premium")],
  ["loadbalancer", message("Load balancers")],
]);

/** What a metric of a Quota measures, in plain words. */
export function quotaMetricLabel(metric: string): string {
  const known = metricLabels.get(metric);
  return known === undefined ? metric : text(known);
}

/** Why Gardener cannot count a cluster against a Quota, in a sentence. */
export function describeUncountableCluster({ project, name, uncountable }: QuotaCluster): string {
  const { pool = "", machineType = "" } = uncountable ?? {};
  const facts = { cluster: `${project}/${name}`, pool, machineType };
  return uncountable?.lacks === "volume-type"
    ? text("Gardener cannot count {cluster}: its cloud profile has no type for the volumes of the pool {pool}.", facts)
    : text(
        "Gardener cannot count {cluster}: its cloud profile does not have the machine type {machineType} of the pool {pool}.",
        facts,
      );
}

/** Why more of a Quota is used than is said: profiles of some clusters are not known. */
export function describeUnreadProfiles(reason: QuotaContent["unreadProfiles"][number]): string {
  switch (reason) {
    case "forbidden":
      return text("Of some clusters you cannot read the profile: more is used.");
    case "missing":
      return text("The profile of some clusters does not exist or is not merged yet: more is used.");
    case "too-many":
      return text("Some clusters are not counted, because all together have too many profiles: more is used.");
    default:
      return reason satisfies never;
  }
}

/** How many of the clusters of a Quota are listed: of too many, those that Gardener cannot count before others. */
export function cutOfQuotaClusters(
  clusters: readonly Pick<QuotaCluster, "uncountable">[],
  clusterCount: number,
): { readonly listed: number; readonly total: number; readonly isByName: boolean } {
  const isByName = clusters.every(({ uncountable }) => uncountable === undefined);
  return { listed: clusters.length, total: clusterCount, isByName };
}

/** What a Quota does to the clusters of an account that names it: what it counts, its limits, and its lifetime. */
export function describeOfferedQuota({ scope, limits, lifetimeDays }: OfferedQuota): string {
  const amounts = formatList(limits.map(({ metric, limit }) => `${quotaMetricLabel(metric)} ${limit}`));
  const size =
    amounts === ""
      ? []
      : [
          scope === "project"
            ? text("Limits all clusters of this project with such accounts together: {amounts}.", { amounts })
            : text("Limits all clusters of all accounts with this quota together: {amounts}.", { amounts }),
        ];
  const life =
    lifetimeDays === undefined
      ? []
      : [text("Clusters live {days, plural, one {# day} other {# days}}.", { days: lifetimeDays })];
  const sentences = [...size, ...life];
  return sentences.length === 0 ? text("Limits nothing.") : sentences.join(" ");
}

/** When Gardener deletes the clusters of an account with a lifetime in days. */
export function describeAccountLifetime(days: number): string {
  return text(
    "Gardener deletes clusters of this account {days, plural, one {# day} other {# days}} after their creation, unless their date is moved before.",
    { days },
  );
}
