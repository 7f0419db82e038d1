import { type GardenerRelease, parseGardenerRelease } from "./gardener-release.ts";
import type { GateName } from "./gates.ts";

/**
 * The component whose release decides: the API server (validation, admission), the controller-manager (maintenance),
 * the gardenlet (status, worker pools), or the resource manager inside the Shoot, which is deployed by the gardenlet.
 */
export type GardenerComponent = "apiServer" | "controllerManager" | "gardenlet" | "resourceManager";

/** Area a rule affects: a prediction, what the server accepts, the impact of a change, or only the display. */
export type RuleKind = "prediction" | "validation" | "impact" | "display";

/** A rule whose value depends on a feature gate. */
export interface GateDependentValue<Value> {
  readonly gate: GateName;
  readonly on: Value;
  readonly off: Value;
}

/** The value of a rule from a release (minor and patch) on. */
export interface RuleValueFromRelease<Value> {
  readonly from: GardenerRelease;
  readonly value: Value | GateDependentValue<Value>;
}

export interface VersionedGardenerRule<Value> {
  readonly component: GardenerComponent;
  readonly kinds: readonly RuleKind[];
  /** Values of the rule in ascending order of releases; the first one also applies to all older releases. */
  readonly steps: readonly [RuleValueFromRelease<Value>, ...RuleValueFromRelease<Value>[]];
}

export function gateDependent<const Value>(
  gate: GateName,
  values: { readonly on: Value; readonly off: Value },
): GateDependentValue<Value> {
  return { gate, ...values };
}

export function isGateDependent<Value>(value: Value | GateDependentValue<Value>): value is GateDependentValue<Value> {
  return typeof value === "object" && value !== null && "gate" in value;
}

type StepNotation<Value> = readonly [from: number | `${number}.${number}`, value: Value | GateDependentValue<Value>];

function editionOf(from: number | string): GardenerRelease {
  return parseGardenerRelease(`1.${from}${typeof from === "number" ? ".0" : ""}`) ?? { minor: 0, patch: 0, dev: false };
}

/**
 * Notation of the rule table: deciding component, what the rule affects, and its value from each release on. A step is
 * a minor (`137`) or a patch release (`"121.1"`).
 */
export function defineGardenerRule<const Value extends string | number | boolean>(
  component: GardenerComponent,
  kinds: readonly RuleKind[],
  ...[first, ...rest]: readonly [StepNotation<Value>, ...StepNotation<Value>[]]
): VersionedGardenerRule<Value> {
  const toStep = ([from, value]: StepNotation<Value>): RuleValueFromRelease<Value> => ({
    from: editionOf(from),
    value,
  });
  return { component, kinds, steps: [toStep(first), ...rest.map(toStep)] };
}
