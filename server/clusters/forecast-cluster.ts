import "server-only";
import { createHash } from "node:crypto";
import { type ClusterForecast, type ComponentVersion, forecastSchema } from "#lib/contract/cluster-forecast.ts";
import { forecastSignature } from "#lib/forecast/forecast-signature.ts";
import type { CloudProfileSpec } from "#lib/garden/cloud-profile.ts";
import { parseShoot } from "#lib/garden/parse-shoot.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { stringAt } from "#lib/kube/field.ts";
import { formatInstant } from "#lib/kube/instant.ts";
import { dayMs } from "#lib/kube/time-units.ts";
import { type GardenFacts, gardenReleaseContext } from "#lib/policy/editions/rules-of-shoot.ts";
import type { Forecast } from "#lib/policy/forecast/forecast-result.ts";
import { forecastShoot } from "#lib/policy/forecast/forecaster.ts";
import { workerPoolsOf } from "#lib/policy/maintenance/version-state.ts";
import type { Result } from "#lib/result.ts";
import { type ProfileReader, ParsedProfile as ProfileReading, unknownProfile } from "#server/fleet/profile-reader.ts";
import { profileOverrides } from "./profile-overrides.ts";
import type { MissingProfile, ShootProfile } from "./read-profile.ts";

/** Two years: covers every date that a profile usually has, and twice any planning horizon. */
const horizonMs = 731 * dayMs;

export interface ClusterForecastInput {
  readonly shoot: Shoot;
  readonly profile: Result<ShootProfile, MissingProfile>;
  /** Facts about the garden, which decide which maintenance rules apply. */
  readonly garden: GardenFacts;
  /** Epoch milliseconds. */
  readonly now: number;
  /** Called when the forecast throws an error; the response then contains the data that needs no forecast. */
  readonly onFault: (error: unknown) => void;
}

/** The forecast of one cluster, with the profile and the settings that it depends on. */
export function forecastCluster({ shoot, profile, garden, now, onFault }: ClusterForecastInput): ClusterForecast {
  const spec = profile.ok ? profile.value.spec : undefined;
  // Rounded down to seconds, so that the serialized time is exact.
  const horizon = Math.floor((now + horizonMs) / 1000) * 1000;
  const told = toldForecast(shoot, spec, { garden, now, horizon, onFault });
  const parent = profile.ok ? profile.value.parent : undefined;
  const { metadata } = shoot;
  return {
    snapshot: {
      id: snapshotId(shoot, profile, told),
      at: new Date(now).toISOString(),
      horizon: formatInstant(horizon),
      uid: metadata.uid ?? "",
      resourceVersion: metadata.resourceVersion ?? "",
      ...(profile.ok ? { profile: referenceOf(profile.value) } : { noProfile: profile.error }),
    },
    forecast: told,
    facts: [...factsOf(shoot, spec ? new ProfileReading(spec).at(now) : unknownProfile)],
    overrides: spec && parent ? [...profileOverrides(spec, parent.spec)] : [],
    world: {
      shoot: { ...shoot },
      ...(spec && { profile: { ...simulatedProfile(spec) } }),
      ...(garden.release !== undefined && { release: garden.release }),
      ...(garden.gates !== undefined && { gates: garden.gates }),
    },
  };
}

interface Telling {
  readonly garden: GardenFacts;
  readonly now: number;
  readonly horizon: number;
  readonly onFault: (error: unknown) => void;
}

function toldForecast(
  shoot: Shoot,
  spec: CloudProfileSpec | undefined,
  { garden, now, horizon, onFault }: Telling,
): ClusterForecast["forecast"] {
  try {
    return onTheWire(forecastShoot(shoot, spec, { now, horizon, edition: gardenReleaseContext(garden) }));
  } catch (error) {
    onFault(error);
    return { outcome: "unknown", reason: "engine-failed" };
  }
}

function onTheWire(told: Forecast): ClusterForecast["forecast"] {
  if (told.outcome !== "foreseen") return told;
  const { outcome, lanes, rejections, certain, alternatives, caveats } = told;
  return forecastSchema.parse({ outcome, lanes, rejections, certain, alternatives: alternatives.length, caveats });
}

function snapshotId(
  { metadata }: Shoot,
  profile: ClusterForecastInput["profile"],
  told: ClusterForecast["forecast"],
): string {
  const text = forecastSignature(told);
  const digest = createHash("sha256").update(text).digest("hex").slice(0, 8);
  const version = profile.ok ? (profile.value.resourceVersion ?? "0") : "none";
  return `${metadata.generation ?? 0}-${version}-${digest}`;
}

function referenceOf({ reference, resourceVersion, namespaced }: ShootProfile) {
  const parent = namespaced?.spec?.parent?.name;
  return {
    ...reference,
    ...(resourceVersion !== undefined && { resourceVersion }),
    ...(parent !== undefined && { parent }),
  };
}

/** The parts of a CloudProfile that simulations in the browser need: without prices, regions and provider settings. */
function simulatedProfile(spec: CloudProfileSpec) {
  const { kubernetes, machineImages, machineTypes, machineCapabilities, volumeTypes, limits } = spec;
  return {
    ...(kubernetes && { kubernetes: { versions: kubernetes.versions } }),
    ...(machineImages && { machineImages }),
    ...(machineTypes && { machineTypes }),
    ...(machineCapabilities && { machineCapabilities }),
    // Without the list, a pool with a volume would be refused.
    ...(volumeTypes && { volumeTypes }),
    ...(limits && { limits }),
  };
}

function factsOf(wire: Shoot, profile: ProfileReader): readonly ComponentVersion[] {
  const shoot = parseShoot({ ...wire }) ?? wire;
  const { version } = shoot.spec.kubernetes;
  return [
    { lane: { kind: "control-plane" }, ...profile.kubernetes(version), followsControlPlane: false },
    ...workerPoolsOf(shoot.spec).flatMap((worker): ComponentVersion[] => {
      const pool = stringAt(worker, "name") ?? "";
      const own = stringAt(worker, "kubernetes", "version");
      const image = stringAt(worker, "machine", "image", "name");
      const imageVersion = stringAt(worker, "machine", "image", "version") ?? "";
      return [
        {
          lane: { kind: "pool-kubernetes", pool },
          ...profile.kubernetes(own || version),
          followsControlPlane: !own,
        },
        {
          lane: { kind: "pool-image", pool },
          ...(image !== undefined && { image }),
          ...profile.image(image ?? "", imageVersion),
          followsControlPlane: false,
        },
      ];
    }),
  ];
}
