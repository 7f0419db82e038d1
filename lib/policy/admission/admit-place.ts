import { toleranceOf } from "#lib/garden/failure-tolerance.ts";
import type { ShootSpec, ShootStatus } from "#lib/garden/shoot.ts";
import { cidrsIntersect, parseCidr } from "#lib/kube/cidr.ts";
import { fieldAt, listAt, textAt } from "#lib/kube/field.ts";
import { type LabelSelector, selectorMatches } from "#lib/kube/label-selector.ts";
import { semanticallyEqual } from "#lib/kube/semantic-equality.ts";
import { isRecord } from "#lib/kube/wire.ts";
import { controlPlaneZones } from "../settings/control-plane.ts";
import type { ChangeFault } from "../settings/fault.ts";
import { isSet } from "../settings/field-checks.ts";
import { ipFamilies } from "../settings/networking.ts";
import type { PreparedProfile } from "../versions/prepared-profile.ts";
import { admitLiveMigration, admitSeedNetworks, type MovingChange } from "./admit-move.ts";

type Faults = readonly ChangeFault[];

/** How many zones a control plane needs that outlives one of them. */
const zonesForZones = 3;

/** Where a Shoot lives and where it would: the part of a change that concerns region, Seed and network. */
export interface PlaceChange extends MovingChange {
  readonly profile: PreparedProfile;
  readonly status?: Pick<ShootStatus, "hibernated" | "lastOperation" | "seedName"> | null | undefined;
}

/**
 * What admission finds about the place of a Shoot (403): a Seed that only the binding may change, networks that overlap,
 * access restrictions that region or Seed do not know, zones of the control plane, and a live migration that cannot be.
 * @source Gardener: plugin/pkg/shoot/validator
 */
export function admitPlace(change: PlaceChange): Faults {
  return [
    ...selectorFaults(change),
    ...seedFaults(change),
    ...seedStateFaults(change),
    ...internalVersions(change.new),
    ...networkFaults(change.new),
    ...admitSeedNetworks(change),
    ...restrictionFaults(change),
    ...zoneFaults(change),
    ...kubeconfigFaults(change.new),
    ...admitLiveMigration(change),
  ];
}

/** A selector may change as long as it fits the Seed that the Shoot is on. */
function selectorFaults({ old, new: next, seed }: PlaceChange): Faults {
  const path = "spec.seedSelector";
  const [before, after] = [fieldAt(old, "seedSelector"), fieldAt(next, "seedSelector")];
  if (seed === undefined || semanticallyEqual(before, after)) return [];
  if (!isSet(after)) return [{ path, code: "SEED_SELECTOR_UNSET", type: "Invalid" }];
  const facts = { seed: seed.metadata.name };
  const types = listAt(after, "providerTypes");
  return [
    ...(selectorMatches(soundSelector(after), seed.metadata.labels ?? {})
      ? []
      : [{ path, code: "SEED_SELECTOR_MISSES", type: "Invalid", facts } as const]),
    ...(types.length === 0 || types.includes(seed.spec.provider.type)
      ? []
      : [{ path: `${path}.providerTypes`, code: "SEED_PROVIDER_NOT_SELECTED", type: "Invalid", facts } as const]),
  ];
}

function soundSelector(selector: unknown): LabelSelector {
  const labels = fieldAt(selector, "matchLabels");
  return {
    matchLabels: Object.fromEntries(
      Object.entries(isRecord(labels) ? labels : {}).map(([key, value]) => [key, String(value)]),
    ),
    matchExpressions: listAt(selector, "matchExpressions").map((one) => ({
      key: textAt(one, "key") ?? "",
      operator: textAt(one, "operator") ?? "",
      values: listAt(one, "values").map(String),
    })),
  };
}

/** A Seed that goes, or that is to change, holds its Shoots still; and one of few zones cannot survive the loss of one. */
function seedStateFaults({ old, new: next, seed, status }: PlaceChange): Faults {
  if (semanticallyEqual(old, next)) return [];
  const faults: ChangeFault[] = [];
  const isMoving = Boolean(status?.seedName && next.seedName && status.seedName !== next.seedName);
  if (isMoving && status?.lastOperation && status.lastOperation.type !== "Migrate" && old.seedName === next.seedName) {
    faults.push({ path: "spec", code: "SHOOT_RESCHEDULED", type: "Forbidden" });
  }
  if (seed === undefined) return faults;
  const zones = (seed.spec.provider.zones ?? []).length;
  const facts = { seed: seed.metadata.name, zones: String(zones) };
  if (toleranceOf(next) === "zone" && zones < zonesForZones) {
    const path = "spec.controlPlane.highAvailability.failureTolerance.type";
    faults.push({ path, code: "SEED_HAS_TOO_FEW_ZONES", type: "Forbidden", facts });
  }
  if (isSet(seed.metadata.deletionTimestamp)) {
    faults.push({ path: "spec", code: "SEED_IN_DELETION", type: "Forbidden", facts });
  }
  return faults;
}

/** What providers are told is of a version of their own. */
function internalVersions({ provider, networking }: ShootSpec): Faults {
  const blocks: (readonly [path: string, block: unknown])[] = [
    ["spec.provider.infrastructureConfig", provider.infrastructureConfig],
    ["spec.provider.controlPlaneConfig", provider.controlPlaneConfig],
    ["spec.networking.providerConfig", fieldAt(networking, "providerConfig")],
  ];
  for (const [index, pool] of (provider.workers ?? []).entries()) {
    const at = `spec.provider.workers[${index}]`;
    blocks.push([`${at}.providerConfig`, pool.providerConfig]);
    blocks.push([`${at}.machine.image.providerConfig`, fieldAt(pool.machine.image, "providerConfig")]);
    for (const [place, runtime] of listAt(pool.cri, "containerRuntimes").entries()) {
      blocks.push([`${at}.cri.containerRuntimes[${place}].providerConfig`, fieldAt(runtime, "providerConfig")]);
    }
  }
  return blocks.flatMap(([path, block]): Faults => {
    const version = textAt(block, "apiVersion") ?? "";
    const isInternal = version.slice(version.lastIndexOf("/") + 1) === "__internal";
    return isInternal ? [{ path, code: "INTERNAL_VERSION", type: "Invalid" }] : [];
  });
}

/** The kubeconfig of an admission plugin is among the Secrets that the Shoot refers to. */
function kubeconfigFaults(spec: ShootSpec): Faults {
  const secrets = listAt(spec, "resources").flatMap((resource) => {
    const reference = fieldAt(resource, "resourceRef");
    const isSecret = textAt(reference, "apiVersion") === "v1" && textAt(reference, "kind") === "Secret";
    return isSecret ? [textAt(reference, "name")] : [];
  });
  return listAt(spec.kubernetes.kubeAPIServer, "admissionPlugins").flatMap((plugin, index): Faults => {
    const value = textAt(plugin, "kubeconfigSecretName");
    if (value === undefined || secrets.includes(value)) return [];
    const path = `spec.kubernetes.kubeAPIServer.admissionPlugins[${index}].kubeconfigSecretName`;
    return [{ path, code: "KUBECONFIG_NOT_IN_RESOURCES", type: "Invalid", facts: { value } }];
  });
}

/** A Seed is set by the scheduler, or through the subresource `binding`; a change of the Shoot itself never moves it. */
function seedFaults({ old, new: next }: PlaceChange): Faults {
  const [from, to] = [old.seedName ?? "", next.seedName ?? ""];
  if (from === to || from === "") return [];
  const facts = { from, to };
  if (to === "") return [{ path: "spec.seedName", code: "CANNOT_BE_UNSET", type: "Forbidden", facts }];
  return [{ path: "spec.seedName", code: "SEED_BY_BINDING", type: "Forbidden", facts }];
}

type Range = "nodes" | "pods" | "services";

/** The pairs in the API server's order, the field first at which it reports them. */
const pairs: readonly (readonly [at: Range, other: Range])[] = [
  ["services", "pods"],
  ["pods", "nodes"],
  ["services", "nodes"],
];

function networkFaults(spec: ShootSpec): Faults {
  const { networking } = spec;
  if (!isSet(networking) || !ipFamilies(spec).includes("IPv4")) return [];
  const rangeOf = (name: Range) => parseCidr(textAt(networking, name) ?? "");
  return pairs.flatMap(([at, other]): Faults => {
    const [one, two] = [rangeOf(at), rangeOf(other)];
    if (one === undefined || two === undefined || !cidrsIntersect(one, two)) return [];
    const facts = { value: one.canonical, other, range: two.canonical };
    return [{ path: `spec.networking.${at}`, code: "NETWORKS_OVERLAP", type: "Invalid", facts }];
  });
}

function namesOf(holder: unknown): readonly string[] {
  return listAt(holder, "accessRestrictions").flatMap((restriction) => textAt(restriction, "name") ?? []);
}

function restrictionFaults({ old, new: next, profile, seed }: PlaceChange): Faults {
  const wanted = namesOf(next);
  if (semanticallyEqual([...new Set(namesOf(old))].sort(), [...new Set(wanted)].sort())) return [];
  const region = listAt(profile.spec, "regions").find((one) => textAt(one, "name") === next.region);
  if (region === undefined) {
    return [{ path: "spec.region", code: "REGION_NOT_OFFERED", type: "Invalid", facts: { region: next.region ?? "" } }];
  }
  const offered = namesOf(region);
  const unknown = wanted.flatMap((value, index): Faults => {
    const at = `spec.accessRestrictions[${index}]`;
    return offered.includes(value)
      ? []
      : [{ path: at, code: "VALUE_UNKNOWN", type: "NotSupported", facts: { value, offered } }];
  });
  const ofSeed = seed && namesOf(seed.spec);
  const missing = wanted.flatMap((value, index): Faults => {
    if (ofSeed === undefined || ofSeed.includes(value)) return [];
    const facts = { value, seed: seed?.metadata.name ?? "" };
    return [
      { path: `spec.accessRestrictions[${index}]`, code: "ACCESS_RESTRICTION_NOT_IN_SEED", type: "Forbidden", facts },
    ];
  });
  return [...unknown, ...missing];
}

function zoneFaults({ old, new: next, profile, seed }: PlaceChange): Faults {
  const path = "spec.controlPlane.zones";
  const [before, zones] = [controlPlaneZones(old), controlPlaneZones(next)];
  if (zones.length === 0) return [];
  const mayPin = fieldAt(profile.spec, "controlPlane", "allowZonePinning") === true;
  if (before.length === 0 && !mayPin) return [{ path, code: "ZONE_PINNING_NOT_OFFERED", type: "Forbidden" }];
  if (seed === undefined || (semanticallyEqual(before, zones) && old.region === next.region)) return [];
  const offered = seed.spec.provider.zones ?? [];
  return zones.flatMap((zone, index): Faults => {
    const facts = { zone, seed: seed.metadata.name };
    return offered.includes(zone)
      ? []
      : [{ path: `${path}[${index}]`, code: "ZONE_NOT_IN_SEED", type: "Invalid", facts }];
  });
}
