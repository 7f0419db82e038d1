import { createDemoLandscape } from "#garden/landscape/create-demo-landscape.ts";
import { clusterProfileOf } from "#lib/create/cluster-profile.ts";
import { withZones } from "#lib/create/provider-blocks.ts";
import { startingShoot } from "#lib/create/starting-shoot.ts";
import type { CloudProfile } from "#lib/garden/cloud-profile.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { isRecord } from "#lib/kube/wire.ts";
import { profileAdmissionContextAt } from "#lib/policy/profiles/validate-profile.ts";
import { metalTenantAnnotation } from "#lib/policy/provider-configuration/metal.ts";
import { isProfile } from "../import-landscape.ts";
import { withChanges } from "./change.ts";

/** A valid new Shoot of a provider, as Almanac proposes it, with its CloudProfile. */
export interface StartingCase {
  readonly profile: CloudProfile;
  /** Its only pool is in one zone, and the same in every zone of the region. */
  readonly shoots: readonly [Shoot, Shoot];
  readonly zones: readonly string[];
  /** Regions of the profile. */
  readonly regions: readonly string[];
  /** On OpenStack the domain of the account. */
  readonly domain?: string;
}

/** @throws Error if the demo has no CloudProfile of this provider */
export function startingCase(type: string, now: Date): StartingCase {
  const found = createDemoLandscape({ now, seed: 1, shoots: 0 }).objects.filter(isProfile);
  const given = found.find(({ metadata }) => metadata.name === type);
  if (given === undefined) throw new Error(`the demo has no CloudProfile ${type}`);
  const profile = withPartOfProvider(given, type);
  const { reading } = profileAdmissionContextAt(now.getTime());
  const offered = clusterProfileOf({ kind: "CloudProfile", name: type, spec: profile.spec, reading });
  const region = offered.regions[0]?.name ?? "";
  const choices = { project: "p", namespace: "garden-p", name: "one", profile: offered, region, account: "account" };
  const one = withOwner(startingShoot({ ...choices, networking: "calico", now: now.getTime() }));
  const zones = offered.regions[0]?.zones.map(({ name }) => name) ?? [];
  const workers = (one.spec.provider.workers ?? []).map((pool) => ({
    ...pool,
    maximum: 9,
    ...(pool.zones && { zones }),
  }));
  const every = withZones({ ...one, spec: { ...one.spec, provider: { ...one.spec.provider, workers } } }, offered);
  const regions = offered.regions.map(({ name }) => name);
  return { profile, shoots: [one, every], zones, regions, ...(type === "openstack" && { domain: openstackDomain }) };
}

/** On metal-stack the tenant and the project, which Almanac cannot know and people fill in. */
function withOwner(shoot: Shoot): Shoot {
  if (shoot.spec.provider.type !== "metal") return shoot;
  return withChanges(shoot, [
    { path: ["metadata", "annotations", metalTenantAnnotation], value: "t" },
    { path: ["spec", "provider", "infrastructureConfig", "projectID"], value: "p" },
    { path: ["spec", "provider", "infrastructureConfig", "firewall", "networks"], value: ["internet"] },
  ]);
}

const architectures = ["amd64", "arm64"];

/** The domain in the credentials of `openstack/main.go`. */
const openstackDomain = "harbour";

/** Every image in every region, in the words of a provider whose extension looks for it. */
const imagePlaces: Readonly<Record<string, (regions: readonly string[]) => object>> = {
  gcp: () => ({ image: "projects/p/global/images/i" }),
  aws: (regions) => ({
    regions: regions.flatMap((name) => architectures.map((architecture) => ({ name, ami: "ami-1", architecture }))),
  }),
};

/** Floating pools and load balancers for a region, for a domain, for both and for neither. */
const openstackConstraints = {
  floatingPools: [
    { name: "south", region: "de-south-1", loadBalancerClasses: [{ name: "a", floatingSubnetName: "one" }] },
    { name: "south-*", region: "de-south-1" },
    { name: "s*", domain: openstackDomain },
    { name: "*-north", region: "de-north-2", domain: openstackDomain, loadBalancerClasses: [{ name: "b" }] },
    { name: "strange", domain: "elsewhere" },
    { name: "extra", nonConstraining: true },
    { name: "extra-south", region: "de-south-1", nonConstraining: true },
    { name: "FloatingIP-*" },
  ],
  loadBalancerProviders: [{ name: "f5" }, { name: "amphora", region: "de-south-1" }],
};

/** The profile with the part that only the extension reads. */
function withPartOfProvider(profile: CloudProfile, type: string): CloudProfile {
  const { spec } = profile;
  if (type === "openstack") {
    const given = isRecord(spec.providerConfig) ? spec.providerConfig : {};
    const providerConfig = { ...given, constraints: openstackConstraints };
    return { ...profile, spec: { ...spec, ...{ providerConfig } } };
  }
  const placesIn = Object.hasOwn(imagePlaces, type) ? imagePlaces[type] : undefined;
  if (placesIn === undefined) return profile;
  const place = placesIn((spec.regions ?? []).map(({ name }) => name));
  const machineImages = (spec.machineImages ?? []).map(({ name, versions }) => ({
    name,
    versions: (versions ?? []).map(({ version }) => ({ version, ...place })),
  }));
  const providerConfig = {
    apiVersion: `${type}.provider.extensions.gardener.cloud/v1alpha1`,
    kind: "CloudProfileConfig",
    machineImages,
  };
  return { ...profile, spec: { ...spec, ...{ providerConfig } } };
}
