import "server-only";
import type { FleetRow } from "#lib/contract/fleet.ts";
import type { CloudAccount, ClusterProfile, NewClusterChoices } from "#lib/contract/new-cluster.ts";
import { clusterProfileOf } from "#lib/create/cluster-profile.ts";
import type { CloudProfile, CloudProfileSpec, NamespacedCloudProfile } from "#lib/garden/cloud-profile.ts";
import type { Seed } from "#lib/garden/seed.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { fieldAt, listAt, stringAt } from "#lib/kube/field.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import {
  cloudProfiles,
  controllerRegistrations,
  credentialsBindings,
  exposureClasses,
  namespacedCloudProfiles,
  seeds as seedResource,
  shoots,
} from "#lib/kube/resource.ts";
import { longestShootName } from "#lib/policy/admission/find-new-shoot-errors.ts";
import { findShortestQuotaLifetime } from "#lib/policy/controllers/lifetime.ts";
import { type GardenFacts, rulesOfGarden } from "#lib/policy/editions/rules-of-shoot.ts";
import { profileAdmissionContextAt } from "#lib/policy/profiles/validate-profile.ts";
import type { ClassificationContext } from "#lib/policy/versions/classify.ts";
import { accessReviewAttributes, reviewAccessOrUndefined } from "#server/access/access-reviews.ts";
import { visibleProjectOf } from "#server/access/visible-project.ts";
import { createQuotaFinder, readQuotasOf } from "#server/credentials/read-quotas.ts";
import { type ListAllContext, listAll } from "#server/garden/list-all.ts";
import { simulateScheduler } from "#server/seeds/seed-choice.ts";
import type { CreationContext } from "./creation-context.ts";
import { readConfigMapNames } from "./read-config-map-names.ts";
import { windowsOfClusters } from "./windows-of-clusters.ts";

interface ChoicesRequest {
  readonly token: string;
  readonly project: string;
  readonly signal: AbortSignal;
}

/**
 * What a new cluster of a project can have: read with the user's own token, and from the clusters that the user sees.
 */
export async function readChoices(
  context: Omit<CreationContext, "sources">,
  { token, project, signal }: ChoicesRequest,
): Promise<NewClusterChoices> {
  const place = await visibleProjectOf(context, token, project);
  const { namespace } = place;
  const listing = { client: context.withToken(token), signal };
  const mayDo = (verb: string, subresource?: string) =>
    reviewAccessOrUndefined(context.reviews, token, accessReviewAttributes(verb, shoots, { namespace, subresource }));
  const [
    mayCreate,
    mayChooseSeed,
    garden,
    scope,
    [profiles, own, seeds],
    [bindings, registrations, exposed, configMaps],
    configuration,
  ] = await Promise.all([
    mayDo("create"),
    mayDo("update", "binding"),
    context.gardenFacts(token),
    context.scopes.scopeOf(token),
    Promise.all([
      listAll<CloudProfile>(listing, cloudProfiles),
      listAll<NamespacedCloudProfile>(listing, namespacedCloudProfiles, namespace),
      listAll<Seed>(listing, seedResource),
    ]),
    Promise.all([
      listAll(listing, credentialsBindings, namespace),
      listAll(listing, controllerRegistrations),
      listAll(listing, exposureClasses),
      readConfigMapNames(listing, namespace),
    ]),
    context.landscape.configuration(),
  ]);
  const rows = context.fleet.store.rows(scope);
  const ofProject = rows.filter((row) => row.namespace === namespace);
  const { reading } = profileAdmissionContextAt(context.now(), rulesOfGarden(garden));
  const offer = { reading, garden, seeds, project };
  const parents = new Map((profiles ?? []).map(({ metadata, spec }) => [metadata.name, spec]));
  return {
    project,
    namespace,
    ...(mayCreate !== undefined && { mayCreate }),
    ...(mayChooseSeed !== undefined && { mayChooseSeed }),
    maxNameLength: longestShootName(project),
    takenNames: ofProject.map(({ name }) => name).sort(),
    profiles: byUse(ofProject, [
      ...(profiles ?? []).map(({ metadata: { name }, spec }) =>
        offered({ kind: "CloudProfile", name, spec, selecting: spec }, offer),
      ),
      ...(own ?? []).flatMap(({ metadata: { name }, spec: { parent }, status }) => {
        const spec = status?.cloudProfileSpec;
        if (!spec) return [];
        return [offered({ kind: "NamespacedCloudProfile", name, spec, selecting: parents.get(parent.name) }, offer)];
      }),
    ]),
    accounts: await readAccounts(listing, bindings ?? []),
    ...(bindings === undefined && { accountsUnread: "forbidden" }),
    ...(registrations && { extensionTypes: typesByKind(registrations) }),
    exposureClasses: (exposed ?? []).map(({ metadata }) => metadata.name),
    ...(seeds && { seedNames: seeds.map(({ metadata }) => metadata.name).sort() }),
    ...(configMaps && { configMaps }),
    ...(configuration.shootDefaults && { operatorDefaults: configuration.shootDefaults }),
    windows: windowsOfClusters(ofProject, scope.all ? rows : undefined),
  };
}

/** The profiles on which the project has most clusters come first. */
function byUse(rows: readonly FleetRow[], profiles: readonly ClusterProfile[]): ClusterProfile[] {
  const counts = new Map<string, number>();
  for (const { profile } of rows) {
    if (profile) counts.set(keyOf(profile), (counts.get(keyOf(profile)) ?? 0) + 1);
  }
  const used = (profile: ClusterProfile) => counts.get(keyOf(profile)) ?? 0;
  return profiles.toSorted((a, b) => used(b) - used(a));
}

function keyOf({ kind, name }: { readonly kind: string; readonly name: string }): string {
  return `${kind}/${name}`;
}

interface OfferedProfile {
  readonly kind: ClusterProfile["kind"];
  readonly name: string;
  readonly spec: CloudProfileSpec;
  /** The CloudProfile whose Seed selector applies: for a project's own profile its parent. */
  readonly selecting: CloudProfileSpec | undefined;
}

interface Offer {
  readonly reading: ClassificationContext;
  readonly garden: GardenFacts;
  readonly seeds: readonly Seed[] | undefined;
  readonly project: string;
}

function offered({ selecting, ...profile }: OfferedProfile, { reading, ...offer }: Offer): ClusterProfile {
  return clusterProfileOf({ ...profile, reading, seeds: usableSeeds(profile.spec, selecting, offer) });
}

/** Number of Seeds in each region that pass the scheduler's filters for a cluster without wishes of its own. */
function usableSeeds(
  { type = "" }: CloudProfileSpec,
  profile: CloudProfileSpec | undefined,
  { garden, seeds, project }: Omit<Offer, "reading">,
): ReadonlyMap<string, number> | undefined {
  if (seeds === undefined) return undefined;
  const shoot: Shoot = { metadata: { name: "" }, spec: { kubernetes: { version: "" }, provider: { type } } };
  const { verdicts } = simulateScheduler({ shoot, projectName: project, profile, garden, counts: undefined }, seeds);
  const counts = new Map<string, number>();
  for (const { seed, obstacles } of verdicts) {
    const { region } = seed.spec.provider;
    if (obstacles.length === 0) counts.set(region, (counts.get(region) ?? 0) + 1);
  }
  return counts;
}

async function readAccounts(listing: ListAllContext, bindings: readonly KubeObject[]): Promise<CloudAccount[]> {
  const quotasOf = createQuotaFinder(await readQuotasOf(listing, bindings));
  return bindings.map((binding) => {
    const lifetime = findShortestQuotaLifetime(quotasOf(binding));
    return {
      name: binding.metadata.name,
      type: stringAt(binding, "provider", "type") ?? "",
      credentialsKind: stringAt(binding, "credentialsRef", "kind") ?? "",
      ...(lifetime && { lifetimeDays: lifetime.days }),
    };
  });
}

function typesByKind(registrations: readonly KubeObject[]): Record<string, string[]> {
  const types = new Map<string, Set<string>>();
  for (const resource of registrations.flatMap((each) => listAt(each, "spec", "resources"))) {
    const [kind, type] = [stringAt(resource, "kind"), stringAt(resource, "type")];
    if (kind === undefined || type === undefined || fieldAt(resource, "primary") === false) continue;
    types.set(kind, new Set([...(types.get(kind) ?? []), type]));
  }
  return Object.fromEntries([...types].map(([kind, names]) => [kind, [...names].sort()]));
}
