import type { ExpirableVersion } from "#lib/garden/cloud-profile.ts";
import type { VersionedComponent } from "#lib/policy/forecast/versioned-component.ts";
import type { ProfileVersionRef, ShootWithProfile } from "#lib/policy/forecast/what-if-change.ts";
import { workerPoolsOf } from "#lib/policy/maintenance/version-state.ts";
import { compareVersions, highestFirst } from "#lib/policy/versions/compare.ts";
import { listVersions } from "#lib/policy/versions/listed-version.ts";
import { parseVersion } from "#lib/policy/versions/parse.ts";

/** Returns the selectable versions; unparsable ones are left out, because no forecast is possible for them. */
function readable(versions: readonly ExpirableVersion[] | null | undefined): readonly string[] {
  const parsed = listVersions(versions).flatMap(({ text, version }) =>
    version === undefined ? [] : [{ text, version }],
  );
  return parsed.sort((a, b) => highestFirst(a.version, b.version)).map(({ text }) => text);
}

function above(versions: readonly string[], current: string): readonly string[] {
  const from = parseVersion(current);
  if (!from.ok) return versions;
  return versions.filter((text) => {
    const version = parseVersion(text);
    return version.ok && compareVersions(version.value, from.value) > 0;
  });
}

/** Component with the versions that it could be updated to, newest first. */
export interface UpdateChoice {
  readonly lane: VersionedComponent;
  readonly versions: readonly string[];
  /** Newest version that Gardener would accept as the next step: a version of the next minor, if there is one. */
  readonly suggested: string;
}

/** Changes that can be simulated for a cluster, from its own spec and profile. */
export interface WhatIfChoices {
  readonly pools: readonly { readonly name: string; readonly own: string | undefined }[];
  readonly kubernetes: readonly string[];
  readonly updates: readonly UpdateChoice[];
  /** Versions whose expiry can be moved; used ones first. */
  readonly places: readonly ProfileVersionRef[];
}

function imageVersions({ profile }: ShootWithProfile, name: string): readonly string[] {
  return readable((profile.machineImages ?? []).find((image) => image?.name === name)?.versions);
}

function usedPlaces({ shoot }: ShootWithProfile): readonly ProfileVersionRef[] {
  const { kubernetes } = shoot.spec;
  return [
    { version: kubernetes.version },
    ...workerPoolsOf(shoot.spec).flatMap((pool): ProfileVersionRef[] => {
      const { name, version } = pool.machine?.image ?? {};
      const own = pool.kubernetes?.version;
      return [...(own ? [{ version: own }] : []), ...(name && version ? [{ image: name, version }] : [])];
    }),
  ];
}

function placeText({ image, version }: ProfileVersionRef): string {
  return `${image ?? ""}/${version}`;
}

/** @param current Kubernetes version, which is updated minor by minor; images go to their newest version */
function choice(lane: VersionedComponent, versions: readonly string[], current = ""): UpdateChoice {
  const from = parseVersion(current);
  const isNear = (text: string, minors: number) => {
    const to = parseVersion(text);
    if (!from.ok || !to.ok) return false;
    return to.value.major === from.value.major && to.value.minor - from.value.minor === minors;
  };
  const near = versions.find((text) => isNear(text, 1)) ?? versions.find((text) => isNear(text, 0));
  return { lane, versions, suggested: near ?? versions[0] ?? "" };
}

/** Returns the changes that the "What if" form offers. */
export function whatIfChoices(world: ShootWithProfile): WhatIfChoices {
  const { shoot, profile } = world;
  const kubernetes = readable(profile.kubernetes?.versions);
  const pools = workerPoolsOf(shoot.spec);
  const images = [...new Set(pools.flatMap(({ machine }) => machine?.image?.name ?? []))];
  const listed: ProfileVersionRef[] = [
    ...kubernetes.map((version) => ({ version })),
    ...images.flatMap((image) => imageVersions(world, image).map((version) => ({ image, version }))),
  ];
  const known = new Set(listed.map(placeText));
  const used = usedPlaces(world).filter((place) => known.has(placeText(place)));
  const places = new Map([...used, ...listed].map((place) => [placeText(place), place]));
  const updates: readonly UpdateChoice[] = [
    choice({ kind: "control-plane" }, above(kubernetes, shoot.spec.kubernetes.version), shoot.spec.kubernetes.version),
    ...pools.flatMap((pool): UpdateChoice[] => {
      const image = pool.machine?.image;
      if (!image) return [];
      const lane = { kind: "pool-image", pool: pool.name } as const;
      return [choice(lane, above(imageVersions(world, image.name), image.version ?? ""))];
    }),
  ];
  return {
    pools: pools.map(({ name, kubernetes: own }) => ({ name, own: own?.version || undefined })),
    kubernetes,
    updates: updates.filter(({ versions }) => versions.length > 0),
    places: [...places.values()],
  };
}
