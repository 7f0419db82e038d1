import { parse } from "yaml";
import type { Seed } from "#lib/garden/seed.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { validSeed } from "#lib/garden/valid-seed.ts";
import { fieldAt, stringAt } from "#lib/kube/field.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { configMaps, type KubeResource, seeds } from "#lib/kube/resource.ts";
import { isRecord } from "#lib/kube/wire.ts";
import {
  liveMigrationAnnotation,
  type RegionDistances,
  type SeedMigrationFacts,
} from "#lib/policy/admission/admit-move.ts";
import type { LookedUpObject } from "#lib/policy/admission/find-reference-admission-errors.ts";
import { profileReference } from "#lib/policy/profiles/effective-profile.ts";
import { isTruthy } from "#lib/policy/status/truthy.ts";

/** Label selector for the objects of one namespace. */
export interface NamespacedLabelSelector {
  readonly namespace: string;
  readonly labelSelector: string;
}

export interface SeedMoveReader {
  /** Lists the objects of a resource; undefined if the user is not allowed to list them. */
  list(resource: KubeResource, among?: NamespacedLabelSelector): Promise<readonly KubeObject[] | undefined>;
}

/** ConfigMaps in which an operator describes the distances between regions. */
const regionConfigs: NamespacedLabelSelector = {
  namespace: "garden",
  labelSelector: "scheduling.gardener.cloud/purpose=region-config",
};
const defaultThreshold = 180;

/** Reads data to check a live control plane migration to another Seed; undefined if none is requested. */
export async function readLiveMigration(
  reader: SeedMoveReader,
  { before, after }: { readonly before: Shoot; readonly after: Shoot },
  seedOf: (resource: KubeResource, name: string) => Promise<LookedUpObject<Seed>>,
): Promise<SeedMigrationFacts | undefined> {
  const { seedName } = before.spec;
  const isLive = isTruthy(after.metadata.annotations?.[liveMigrationAnnotation]);
  if (!seedName || !after.spec.seedName || seedName === after.spec.seedName || !isLive) return undefined;
  const found = await seedOf(seeds, seedName);
  const from = found ? validSeed(found) : undefined;
  const profile = profileReference(after.spec)?.name;
  if (from === undefined || profile === undefined) return { from, distances: undefined };
  const maps = await reader.list(configMaps, regionConfigs);
  const mine = maps?.find(({ metadata }) => profilesOf(metadata.annotations).includes(profile));
  if (mine === undefined) return { from, distances: maps === undefined ? undefined : null };
  return { from, distances: distancesOf(mine, from.spec.provider.region) };
}

function profilesOf(annotations: KubeObject["metadata"]["annotations"]): readonly string[] {
  return (annotations?.["scheduling.gardener.cloud/cloudprofiles"] ?? "").split(",").map((name) => name.trim());
}

/** Parses the distances to other regions; undefined for content that the API server could not read either. */
function distancesOf(map: KubeObject, region: string): RegionDistances | undefined {
  const given = map.metadata.annotations?.["migration.gardener.cloud/inter-region-distance-threshold"];
  const threshold = given === undefined ? defaultThreshold : Number(given);
  if (!Number.isSafeInteger(threshold) || threshold < 0) return undefined;
  const { name } = map.metadata;
  const text = stringAt(fieldAt(map, "data"), region);
  if (text === undefined) return { name, threshold, from: undefined };
  const read = readYaml(text);
  if (!isRecord(read)) return undefined;
  const from = Object.entries(read).filter((entry): entry is [string, number] => typeof entry[1] === "number");
  return { name, threshold, from: new Map(from) };
}

function readYaml(text: string): unknown {
  try {
    return parse(text);
  } catch {
    return undefined;
  }
}
