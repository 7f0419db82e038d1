import type { QuotaCluster } from "#lib/contract/project/projects.ts";
import { type Message, message, text } from "#lib/language/text.ts";

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
