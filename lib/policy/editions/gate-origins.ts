import { type GardenerRelease, newestGardenerRelease, parseGardenerRelease } from "./gardener-release.ts";
import { type GateName, gateNames, gateState } from "./gates.ts";
import { isGateDependent } from "./rule.ts";
import { ruleIds, scopeOfRule } from "./rule-scopes.ts";
import { type RuleId, versionedGardenerRules } from "./rules.ts";
import type { GardenFacts } from "./rules-of-shoot.ts";

/**
 * Where the value of a feature gate comes from. `set`: the operator of Almanac. `default`: the release, as the operator
 * has not set it. `fixed`: the release, which allows no other. `absent`: the release does not have the gate. `assumed`:
 * another release, because that of the component is not known.
 */
export type GateOrigin = "set" | "default" | "fixed" | "absent" | "assumed";

/** A feature gate in one garden. */
export interface GateReading {
  readonly gate: GateName;
  /** Undefined if the release, or the one assumed, does not have the gate. */
  readonly on: boolean | undefined;
  readonly origin: GateOrigin;
  /** Whether the operator has set the gate although the release does not let it be set. */
  readonly isSetInVain: boolean;
  /** Whether the release of the gardenlets decides, not that of the API server. */
  readonly isOfGardenlet: boolean;
}

function gatesOfRules(ids: readonly RuleId[]): ReadonlySet<GateName> {
  const values = ids.flatMap((id) => versionedGardenerRules[id].steps.map(({ value }) => value));
  return new Set(values.flatMap((value) => (isGateDependent<unknown>(value) ? [value.gate] : [])));
}

const gatesOfTable = gatesOfRules(ruleIds);

/** Gates on which something depends here. Admission asks for live migrations beside the table of rules. */
export const gatesInUse: readonly GateName[] = gateNames.filter(
  (gate) => gate === "LiveControlPlaneMigration" || gatesOfTable.has(gate),
);

/**
 * The value of each gate on which a rule depends, and where it comes from.
 *
 * @param gardenlet the newest release of a gardenlet; without it, that of the API server is assumed, and without that
 *   the newest whose rules are known
 */
export function gateReadings(
  { release, gates }: GardenFacts,
  gardenlet: GardenerRelease | undefined,
): readonly GateReading[] {
  const apiServer = parseGardenerRelease(release);
  const ofGardenlets = gatesOfRules(ruleIds.filter((id) => scopeOfRule(id) === "care"));
  return gatesInUse.map((gate) => {
    const isOfGardenlet = ofGardenlets.has(gate);
    const own = isOfGardenlet ? gardenlet : apiServer;
    const set = gates?.[gate];
    const reading = readingOf(gate, own ?? apiServer ?? newestGardenerRelease, set);
    return { gate, isOfGardenlet, ...(own === undefined ? assumed(reading) : reading) };
  });
}

type ReleaseReading = Pick<GateReading, "on" | "origin" | "isSetInVain">;

/** The reading of a release that is not known to be the component's: another one can let the operator set the gate. */
function assumed({ on, origin }: ReleaseReading): ReleaseReading {
  return { on, origin: origin === "set" ? "set" : "assumed", isSetInVain: false };
}

function readingOf(gate: GateName, release: GardenerRelease, set: boolean | undefined): ReleaseReading {
  const { stage, default: byDefault } = gateState(gate, release);
  const isSetInVain = set !== undefined && stage !== "Alpha" && stage !== "Beta";
  switch (stage) {
    case "Absent":
      return { on: undefined, origin: "absent", isSetInVain };
    case "Alpha":
    case "Beta":
      return { on: set ?? byDefault ?? false, origin: set === undefined ? "default" : "set", isSetInVain };
    case "GA":
    case "Removed":
      return { on: true, origin: "fixed", isSetInVain };
  }
}
