import type { ListedSeed, SeedCondition } from "#lib/contract/seed/seed-list.ts";
import type { Seed } from "#lib/garden/seed.ts";
import { fieldAt, listAt, stringAt } from "#lib/kube/field.ts";
import { integerOfQuantity } from "#lib/kube/quantity.ts";
import { parseGardenerRelease } from "#lib/policy/editions/gardener-release.ts";
import { isReconciliationDisabledOnSeed } from "#lib/policy/gardenlet/predict-gardenlet-decision.ts";
import { checkSeedKubernetesSupport } from "#lib/policy/scheduling/check-seed-kubernetes-support.ts";
import { describeSeedKubernetes } from "#lib/words/infrastructure-descriptions.ts";

/** What is known of a Seed besides the object itself. */
export interface SeedContext {
  /** Number of clusters on each Seed; undefined for users who do not see all clusters. */
  readonly usage: ReadonlyMap<string, number> | undefined;
  /** Clusters that are Seeds, by the name of the Seed. */
  readonly clusters: ReadonlyMap<string, NonNullable<ListedSeed["cluster"]>>;
}

/** Facts of a Seed for lists. Never throws, whatever the garden has stored. */
export function listedSeedOf(seed: Seed, { usage, clusters }: SeedContext): ListedSeed {
  const { name, creationTimestamp, deletionTimestamp } = seed.metadata;
  const allocatable = integerOfQuantity(String(fieldAt(seed, "status", "allocatable", "shoots") ?? ""));
  const cluster = clusters.get(name);
  return {
    name,
    provider: stringAt(seed, "spec", "provider", "type") ?? "",
    region: stringAt(seed, "spec", "provider", "region") ?? "",
    zones: listAt(seed, "spec", "provider", "zones").filter((zone) => typeof zone === "string"),
    ...(creationTimestamp && { createdAt: creationTimestamp }),
    ...(deletionTimestamp && { deletionRequestedAt: deletionTimestamp }),
    ...versionsOf(seed),
    visible: fieldAt(seed, "spec", "settings", "scheduling", "visible") !== false,
    emergencyStop: isReconciliationDisabledOnSeed(seed),
    taints: listAt(seed, "spec", "taints").flatMap((taint) => {
      const [key, value] = [stringAt(taint, "key"), stringAt(taint, "value")];
      return key === undefined ? [] : [{ key, ...(value !== undefined && { value }) }];
    }),
    conditions: conditionsOf(listAt(seed, "status", "conditions")),
    constraints: conditionsOf(listAt(seed, "status", "constraints")),
    ...(allocatable !== undefined && { allocatable }),
    ...(usage && { used: usage.get(name) ?? 0 }),
    ...lastOperationOf(seed),
    ...optionalText("certificateExpiresAt", stringAt(seed, "status", "clientCertificateExpirationTimestamp")),
    ...(cluster && { cluster }),
  };
}

function versionsOf(seed: Seed): Pick<ListedSeed, "gardener" | "kubernetes" | "kubernetesNote"> {
  const gardener = stringAt(seed, "status", "gardener", "version");
  const kubernetes = stringAt(seed, "status", "kubernetesVersion")?.replace(/^v/, "");
  const release = parseGardenerRelease(gardener);
  const note = kubernetes && release && describeSeedKubernetes(checkSeedKubernetesSupport(kubernetes, release));
  return {
    ...optionalText("gardener", gardener),
    ...optionalText("kubernetes", kubernetes),
    ...optionalText("kubernetesNote", note),
  };
}

function lastOperationOf(seed: Seed): Pick<ListedSeed, "lastOperation"> {
  const operation = fieldAt(seed, "status", "lastOperation");
  if (stringAt(operation, "state") === undefined) return {};
  return {
    lastOperation: {
      ...optionalText("type", stringAt(operation, "type")),
      ...optionalText("state", stringAt(operation, "state")),
      ...optionalText("description", stringAt(operation, "description")),
      ...optionalText("updatedAt", stringAt(operation, "lastUpdateTime")),
    },
  };
}

function conditionsOf(found: readonly unknown[]): SeedCondition[] {
  return found.flatMap((condition) => {
    const type = stringAt(condition, "type");
    if (type === undefined) return [];
    return [
      {
        type,
        status: stringAt(condition, "status") ?? "",
        ...optionalText("reason", stringAt(condition, "reason")),
        ...optionalText("message", stringAt(condition, "message")),
        ...optionalText("lastTransitionTime", stringAt(condition, "lastTransitionTime")),
        ...optionalText("lastUpdateTime", stringAt(condition, "lastUpdateTime")),
      },
    ];
  });
}

function optionalText<Key extends string>(key: Key, value: string | undefined): { readonly [Name in Key]?: string } {
  const found: { [Name in Key]?: string } = {};
  if (value !== undefined && value !== "") found[key] = value;
  return found;
}
