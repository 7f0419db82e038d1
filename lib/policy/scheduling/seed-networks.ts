import type { Seed } from "#lib/garden/seed.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { cidrsIntersect, parseCidr } from "#lib/kube/cidr.ts";
import { fieldAt, listAt, stringAt } from "#lib/kube/field.ts";

const seedRanges = ["services", "pods", "nodes"] as const;
type Range = (typeof seedRanges)[number];

/** Network ranges that Gardener reserves for traffic between Shoots and Seeds. */
const reserved = [
  "fd8f:6d53:b97a:1::/96",
  "240.0.0.0/8",
  "241.0.0.0/8",
  "242.0.0.0/8",
  "243.0.0.0/8",
  "244.0.0.0/8",
] as const;

/** Network range that overlaps with one of the Shoot: of the Seed, or, without `ofSeed`, reserved by Gardener. */
export interface OverlappingRange {
  readonly range: string;
  readonly ofSeed?: Range;
}

/**
 * Network ranges that overlap with a Shoot's range although they must not. The Seed's own ranges matter only with IPv6.
 * @source Gardener: pkg/utils/validation/cidr/disjoint.go, validateOverlapWithSeed
 */
export function overlappingRanges(value: string, { spec }: Seed): readonly OverlappingRange[] {
  const range = parseCidr(value);
  if (range === undefined) return [];
  const meets = (text: string) => {
    const other = parseCidr(text);
    return other !== undefined && cidrsIntersect(range, other);
  };
  return [
    ...(range.family === "IPv6" ? seedRanges : []).flatMap((ofSeed): readonly OverlappingRange[] => {
      const other = stringAt(spec.networks, ofSeed);
      return other !== undefined && meets(other) ? [{ range: other, ofSeed }] : [];
    }),
    ...reserved.filter(meets).map((other) => ({ range: other })),
  ];
}

/** A conflict of a Shoot's networks with a Seed: an overlap, or a range missing from the status. */
export type NetworkConflict =
  | { readonly of: Range; readonly value: string; readonly met: OverlappingRange }
  | { readonly of: Range; readonly missing: true };

const shootRanges = ["nodes", "services", "pods"] as const;

function isWorkerless({ provider }: Shoot["spec"]): boolean {
  return (provider.workers ?? []).length === 0;
}

/** The range that the Seed has for its Shoots, as a list: empty if it has none, or none of the Shoot's IP families. */
function defaultRange(name: Range, spec: Shoot["spec"], seed: Seed): readonly string[] {
  if (name === "nodes" || (name === "pods" && isWorkerless(spec))) return [];
  const value = stringAt(seed.spec.networks, "shootDefaults", name) ?? "";
  return listAt(spec.networking, "ipFamilies").includes(parseCidr(value)?.family) ? [value] : [];
}

/**
 * The ranges that a Shoot lacks on a Seed: neither has it one of its own, nor has the Seed one for its Shoots. The
 * scheduler chooses such a Seed, and then the API server refuses the binding.
 * @source Gardener: plugin/pkg/shoot/validator/admission.go, validateShootNetworks
 */
export function rangesMissingOnSeed({ spec }: Shoot, seed: Seed): readonly ("pods" | "services")[] {
  if (!listAt(spec.networking, "ipFamilies").includes("IPv4")) return [];
  const needed = isWorkerless(spec) ? (["services"] as const) : (["pods", "services"] as const);
  return needed.filter(
    (name) => stringAt(spec.networking, name) === undefined && defaultRange(name, spec, seed).length === 0,
  );
}

/**
 * Conflicts of a Shoot's networks with a Seed. For a range the Shoot does not set, the Seed's default is used, of a
 * family that the Shoot uses.
 * @source Gardener: pkg/scheduler/controller/shoot/reconciler.go, networksAreDisjointed
 */
export function networkConflicts({ spec, status }: Shoot, seed: Seed): readonly NetworkConflict[] {
  if (spec.networking == null) return [];
  const workerless = isWorkerless(spec);
  const byDefault = (name: Range) => defaultRange(name, spec, seed);
  const given = fieldAt(status, "networking");
  const wanted = shootRanges.flatMap((of) => {
    const value = stringAt(spec.networking, of);
    return (value === undefined ? byDefault(of) : [value]).flatMap((each) => conflictsOf(of, each, seed));
  });
  if (given == null) return wanted;
  const inForce = shootRanges.flatMap((of): readonly NetworkConflict[] => {
    const values = listAt(given, of).map(String);
    const isNeeded = of === "services" || (of === "pods" && !workerless);
    if (values.length === 0 && isNeeded) return [{ of, missing: true }];
    return values.flatMap((value) => conflictsOf(of, value, seed));
  });
  return [...wanted, ...inForce];
}

function conflictsOf(of: Range, value: string, seed: Seed): readonly NetworkConflict[] {
  return overlappingRanges(value, seed).map((met) => ({ of, value, met }));
}

const singular = { nodes: "node", services: "service", pods: "pod" } as const satisfies Record<Range, string>;

/** Gardener's names for its reserved network ranges. */
const reservedNames: Readonly<Record<string, string>> = {
  "fd8f:6d53:b97a:1::/96": "default vpn network",
  "240.0.0.0/8": "reserved kube-apiserver mapping range",
  "241.0.0.0/8": "reserved seed pod network mapping range",
  "242.0.0.0/8": "reserved shoot node network mapping range",
  "243.0.0.0/8": "reserved shoot service network mapping range",
  "244.0.0.0/8": "reserved shoot pod network mapping range",
};

/** The text with which the scheduler reports a network conflict. */
export function conflictMessage(conflict: NetworkConflict): string {
  const name = singular[conflict.of];
  if ("missing" in conflict) return `Required value: ${name}s is required`;
  const { value, met } = conflict;
  const meets = met.ofSeed
    ? `shoot ${name} network intersects with seed ${singular[met.ofSeed]} network`
    : `${name} network intersects with ${reservedNames[met.range] ?? "reserved range"} (${met.range})`;
  return `Invalid value: ${JSON.stringify(value)}: ${meets}`;
}
