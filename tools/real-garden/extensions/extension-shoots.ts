import { createDemoLandscape } from "#garden/landscape/create-demo-landscape.ts";
import { clusterProfileOf } from "#lib/create/cluster-profile.ts";
import { withZones } from "#lib/create/provider-blocks.ts";
import { startingShoot } from "#lib/create/starting-shoot.ts";
import type { CloudProfile } from "#lib/garden/cloud-profile.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { profileAdmissionContextAt } from "#lib/policy/profiles/validate-profile.ts";
import { isProfile } from "../import-landscape.ts";

/** A valid new Shoot of a provider, as Almanac proposes it, with its CloudProfile. */
export interface StartingCase {
  readonly profile: CloudProfile;
  /** Its only pool is in one zone, and the same in every zone of the region. */
  readonly shoots: readonly [Shoot, Shoot];
  readonly zones: readonly string[];
}

/** @throws Error if the demo has no CloudProfile of this provider */
export function startingCase(type: string, now: Date): StartingCase {
  const found = createDemoLandscape({ now, seed: 1, shoots: 0 }).objects.filter(isProfile);
  const given = found.find(({ metadata }) => metadata.name === type);
  if (given === undefined) throw new Error(`the demo has no CloudProfile ${type}`);
  const profile = withImagesOfProvider(given, type);
  const { reading } = profileAdmissionContextAt(now.getTime());
  const offered = clusterProfileOf({ kind: "CloudProfile", name: type, spec: profile.spec, reading });
  const region = offered.regions[0]?.name ?? "";
  const choices = { project: "p", namespace: "garden-p", name: "one", profile: offered, region, account: "account" };
  const one = startingShoot({ ...choices, networking: "calico", now: now.getTime() });
  const zones = offered.regions[0]?.zones.map(({ name }) => name) ?? [];
  const workers = (one.spec.provider.workers ?? []).map((pool) => ({
    ...pool,
    maximum: 9,
    ...(pool.zones && { zones }),
  }));
  const every = withZones({ ...one, spec: { ...one.spec, provider: { ...one.spec.provider, workers } } }, offered);
  return { profile, shoots: [one, every], zones };
}

const architectures = ["amd64", "arm64"];

/** The profile with the part that only the extension reads: every image in every region. */
function withImagesOfProvider(profile: CloudProfile, type: string): CloudProfile {
  const regions = (profile.spec.regions ?? []).map(({ name }) => name);
  const place =
    type === "gcp"
      ? { image: "projects/p/global/images/i" }
      : {
          regions: regions.flatMap((name) =>
            architectures.map((architecture) => ({ name, ami: "ami-1", architecture })),
          ),
        };
  const machineImages = (profile.spec.machineImages ?? []).map(({ name, versions }) => ({
    name,
    versions: (versions ?? []).map(({ version }) => ({ version, ...place })),
  }));
  const providerConfig = {
    apiVersion: `${type}.provider.extensions.gardener.cloud/v1alpha1`,
    kind: "CloudProfileConfig",
    machineImages,
  };
  return { ...profile, spec: { ...profile.spec, ...{ providerConfig } } };
}
