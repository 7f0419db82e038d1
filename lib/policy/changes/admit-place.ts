import type { Seed } from "../../garden/seed.ts";
import type { ShootSpec, ShootStatus } from "../../garden/shoot.ts";
import { cidrsIntersect, parseCidr } from "../../kube/cidr.ts";
import { fieldAt, listAt, textAt } from "../../kube/field.ts";
import { semanticallyEqual } from "../../kube/semantic-equality.ts";
import { controlPlaneZones } from "../settings/control-plane.ts";
import type { ChangeFault } from "../settings/fault.ts";
import { isSet } from "../settings/field-checks.ts";
import { ipFamilies } from "../settings/networking.ts";
import { isTruthy } from "../status/truthy.ts";
import type { PreparedProfile } from "../versions/prepared-profile.ts";

type Faults = readonly ChangeFault[];

/** Where a Shoot lives and where it would: the part of a change that concerns region, Seed and network. */
export interface PlaceChange {
  readonly old: ShootSpec;
  readonly new: ShootSpec;
  readonly profile: PreparedProfile;
  /** The Seed that the new spec names; what only it knows is not judged without it. */
  readonly seed?: Seed | undefined;
  /** The annotations of the changed Shoot. Without them none is judged. */
  readonly annotations?: Readonly<Record<string, string>> | null | undefined;
  readonly status?: Pick<ShootStatus, "hibernated"> | null | undefined;
  /** Whether the gate `LiveControlPlaneMigration` of the API server is on; undefined where nobody knows. */
  readonly liveMigration?: boolean | undefined;
}

/**
 * What admission finds about the place of a Shoot (403): a Seed that only the binding may change, networks that overlap,
 * access restrictions that region or Seed do not know, zones of the control plane, and a live migration that cannot be.
 * @source Gardener: plugin/pkg/shoot/validator
 */
export function admitPlace(change: PlaceChange): Faults {
  return [
    ...seedFaults(change),
    ...networkFaults(change.new),
    ...restrictionFaults(change),
    ...zoneFaults(change),
    ...liveMigrationFaults(change),
  ];
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

const liveMigration = "migration.gardener.cloud/live-migrate";

/**
 * A live migration needs its feature gate, which is off unless an operator has switched it on, a control plane that is
 * highly available, and a Shoot that is awake.
 */
function liveMigrationFaults(change: PlaceChange): Faults {
  const { old, new: next, annotations, status } = change;
  if (!isTruthy(annotations?.[liveMigration])) return [];
  if (change.liveMigration === false) {
    return [{ path: `metadata.annotations[${liveMigration}]`, code: "LIVE_MIGRATION_DISABLED", type: "Forbidden" }];
  }
  if (!old.seedName || !next.seedName || old.seedName === next.seedName) return [];
  const isSleeping = next.hibernation?.enabled === true || status?.hibernated === true;
  const isAvailable = isSet(fieldAt(next.controlPlane, "highAvailability"));
  const path = "spec.seedName";
  return [
    ...(isAvailable ? [] : [{ path, code: "LIVE_MIGRATION_NEEDS_HA", type: "Forbidden" } as const]),
    ...(isSleeping ? [{ path, code: "LIVE_MIGRATION_ASLEEP", type: "Forbidden" } as const] : []),
  ];
}
