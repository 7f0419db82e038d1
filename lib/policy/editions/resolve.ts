import {
  compareGardenerReleases,
  type GardenerRelease,
  newestGardenerRelease,
  oldestGardenerRelease,
} from "./gardener-release.ts";
import { type GateName, type GateSettings, gateState } from "./gates.ts";
import {
  type GardenerComponent,
  type GateDependentValue,
  isGateDependent,
  type RuleValueFromRelease,
  type VersionedGardenerRule,
} from "./rule.ts";
import { type RuleId, type RuleValues, versionedGardenerRules } from "./rules.ts";

/**
 * Known facts about a landscape; each may be unknown. The gardenlet's release is in the Shoot's status, the API
 * server's in the ConfigMap `gardener-info` if it exists; feature gates are known only to the operator.
 */
export interface GardenerReleaseContext {
  readonly gardenlet?: GardenerRelease | undefined;
  readonly apiServer?: GardenerRelease | undefined;
  readonly gates?: GateSettings | undefined;
}

/** Value of a rule in a landscape. */
export interface ResolvedRule<Value> {
  readonly value: Value;
  /** False when another value is possible; `alternatives` lists the others. */
  readonly certain: boolean;
  readonly alternatives: readonly Value[];
  /** The feature gate whose default was assumed, because its setting is not known. */
  readonly assumedGate: GateName | undefined;
}

/** Maximum number of minors the gardenlet may be behind the API server. */
const reach = 2;

/** `likely` is the most probable release of a component; `from` and `upTo` bound the possible ones. */
interface Span {
  readonly likely: GardenerRelease;
  readonly from: GardenerRelease;
  readonly upTo: GardenerRelease;
}

function runsInGardenlet(component: GardenerComponent): boolean {
  return component === "gardenlet" || component === "resourceManager";
}

function lastPatchOf(minor: number): GardenerRelease {
  return { minor, patch: Number.MAX_SAFE_INTEGER, dev: false };
}

function spanOf(component: GardenerComponent, { gardenlet, apiServer }: GardenerReleaseContext): Span {
  const own = runsInGardenlet(component) ? gardenlet : apiServer;
  if (own) return { likely: own, from: own.dev ? lastPatchOf(own.minor - 1) : own, upTo: own };
  const other = gardenlet ?? apiServer;
  if (!other) return { likely: newestGardenerRelease, from: oldestGardenerRelease, upTo: newestGardenerRelease };
  if (runsInGardenlet(component)) {
    return { likely: other, from: { minor: other.minor - reach, patch: 0, dev: false }, upTo: other };
  }
  return { likely: other, from: other, upTo: lastPatchOf(other.minor + reach) };
}

function lastStep<Value>(
  { steps }: VersionedGardenerRule<Value>,
  edition: GardenerRelease,
): RuleValueFromRelease<Value> {
  return steps.findLast(({ from }) => compareGardenerReleases(from, edition) <= 0) ?? steps[0];
}

interface Reading<Value> {
  readonly value: Value;
  readonly assumedGate: GateName | undefined;
}

function read<Value>(
  value: Value | GateDependentValue<Value>,
  edition: GardenerRelease,
  gates: GardenerReleaseContext["gates"],
): Reading<Value> {
  if (!isGateDependent(value)) return { value, assumedGate: undefined };
  const { stage, default: byDefault } = gateState(value.gate, edition);
  const settable = stage === "Alpha" || stage === "Beta";
  const set = settable ? gates?.[value.gate] : undefined;
  const isOn = set ?? byDefault ?? stage === "Removed";
  return {
    value: isOn ? value.on : value.off,
    assumedGate: settable && set === undefined ? value.gate : undefined,
  };
}

/** Possible landscapes, other than the likely one, in which the rule may have another value. */
export function alternativeReleaseContexts(
  id: RuleId,
  context: GardenerReleaseContext,
): readonly GardenerReleaseContext[] {
  const { component, steps } = versionedGardenerRules[id];
  const { likely, from, upTo } = spanOf(component, context);
  const within = steps
    .map((step) => step.from)
    .filter((at) => compareGardenerReleases(at, from) > 0 && compareGardenerReleases(at, upTo) <= 0);
  const editions = [likely, from, ...within];
  return editions.flatMap((edition) => {
    const moved = { ...context, [runsInGardenlet(component) ? "gardenlet" : "apiServer"]: { ...edition, dev: false } };
    const { assumedGate } = read(lastStep(versionedGardenerRules[id], edition).value, edition, context.gates);
    if (assumedGate === undefined) return [moved];
    const flipped = gateState(assumedGate, edition).default !== true;
    return [moved, { ...moved, gates: { ...context.gates, [assumedGate]: flipped } }];
  });
}

/** The most likely value of a rule, without alternatives. */
export function likelyRuleValue<Id extends RuleId>(id: Id, context: GardenerReleaseContext): Reading<RuleValues[Id]> {
  const rule: VersionedGardenerRule<RuleValues[Id]> = versionedGardenerRules[id];
  const { likely } = spanOf(rule.component, context);
  return read(lastStep(rule, likely).value, likely, context.gates);
}

/**
 * The value of a rule, with its alternatives. With nothing known about the landscape the newest rules are likely, and
 * every value since 1.100 is possible. A dev build lies between two releases, so it may not include a step at exactly
 * its minor.
 *
 * @source Gardener's version skew policy: the gardenlet may trail the API server by two minors
 */
export function resolveRule<Id extends RuleId>(id: Id, context: GardenerReleaseContext): ResolvedRule<RuleValues[Id]> {
  const { value, assumedGate } = likelyRuleValue(id, context);
  const possible = new Set(alternativeReleaseContexts(id, context).map((other) => likelyRuleValue(id, other).value));
  possible.delete(value);
  return { value, certain: possible.size === 0, alternatives: [...possible], assumedGate };
}
