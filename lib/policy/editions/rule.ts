import { type GardenerRelease, parseGardenerRelease } from "./gardener-release.ts";
import type { GateName } from "./gates.ts";

/**
 * The component whose release decides: the API server (validation, admission), the controller-manager (maintenance),
 * the gardenlet (status, worker pools), or the resource manager inside the Shoot, which is deployed by the gardenlet.
 */
export type Component = "apiServer" | "controllerManager" | "gardenlet" | "resourceManager";

/** Area a rule affects: a prediction, what the server accepts, the impact of a change, or only the display. */
export type RuleKind = "prediction" | "validation" | "impact" | "display";

/** A rule whose value depends on a feature gate. */
export interface Gated<Value> {
  readonly gate: GateName;
  readonly on: Value;
  readonly off: Value;
}

/** The value of a rule from a release (minor and patch) on. */
export interface Step<Value> {
  readonly from: GardenerRelease;
  readonly value: Value | Gated<Value>;
}

export interface VersionedGardenerRule<Value> {
  readonly component: Component;
  readonly kinds: readonly RuleKind[];
  /** Ascending; the first step also applies to all older releases. */
  readonly steps: readonly [Step<Value>, ...Step<Value>[]];
}

export function gated<const Value>(gate: GateName, values: { readonly on: Value; readonly off: Value }): Gated<Value> {
  return { gate, ...values };
}

export function isGated<Value>(value: Value | Gated<Value>): value is Gated<Value> {
  return typeof value === "object" && value !== null && "gate" in value;
}

type StepNotation<Value> = readonly [from: number | `${number}.${number}`, value: Value | Gated<Value>];

function editionOf(from: number | string): GardenerRelease {
  return parseGardenerRelease(`1.${from}${typeof from === "number" ? ".0" : ""}`) ?? { minor: 0, patch: 0, dev: false };
}

/**
 * Notation of the rule table: deciding component, what the rule affects, and its value from each release on. A step is
 * a minor (`137`) or a patch release (`"121.1"`).
 */
export function rule<const Value extends string | number | boolean>(
  component: Component,
  kinds: readonly RuleKind[],
  ...[first, ...rest]: readonly [StepNotation<Value>, ...StepNotation<Value>[]]
): VersionedGardenerRule<Value> {
  const toStep = ([from, value]: StepNotation<Value>): Step<Value> => ({ from: editionOf(from), value });
  return { component, kinds, steps: [toStep(first), ...rest.map(toStep)] };
}
