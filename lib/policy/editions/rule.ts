import { type Edition, parseEdition } from "./edition.ts";
import type { GateName } from "./gates.ts";

/**
 * Whose release decides: the API server (validation, admission), the controller-manager (maintenance), the gardenlet
 * (status, worker pools), or the resource manager inside the Shoot, which comes with the gardenlet.
 */
export type Component = "apiServer" | "controllerManager" | "gardenlet" | "resourceManager";

/** What a rule changes: a prediction, what the server accepts, the impact of a change, or only what is displayed. */
export type RuleKind = "prediction" | "validation" | "impact" | "display";

/** The value of a rule where a feature gate decides between two. */
export interface Gated<Value> {
  readonly gate: GateName;
  readonly on: Value;
  readonly off: Value;
}

/** From which release (minor and patch) a value holds. */
export interface Step<Value> {
  readonly from: Edition;
  readonly value: Value | Gated<Value>;
}

export interface EditionRule<Value> {
  readonly component: Component;
  readonly kinds: readonly RuleKind[];
  /** Ascending; the first step holds for everything older, too. */
  readonly steps: readonly [Step<Value>, ...Step<Value>[]];
}

export function gated<const Value>(gate: GateName, values: { readonly on: Value; readonly off: Value }): Gated<Value> {
  return { gate, ...values };
}

export function isGated<Value>(value: Value | Gated<Value>): value is Gated<Value> {
  return typeof value === "object" && value !== null && "gate" in value;
}

type StepNotation<Value> = readonly [from: number | `${number}.${number}`, value: Value | Gated<Value>];

function editionOf(from: number | string): Edition {
  return parseEdition(`1.${from}${typeof from === "number" ? ".0" : ""}`) ?? { minor: 0, patch: 0, dev: false };
}

/**
 * Notation of the table: whose release decides, what it changes, and from which release which value holds. A step is a
 * minor (`137`) or a patch release (`"121.1"`).
 */
export function rule<const Value extends string | number | boolean>(
  component: Component,
  kinds: readonly RuleKind[],
  ...[first, ...rest]: readonly [StepNotation<Value>, ...StepNotation<Value>[]]
): EditionRule<Value> {
  const toStep = ([from, value]: StepNotation<Value>): Step<Value> => ({ from: editionOf(from), value });
  return { component, kinds, steps: [toStep(first), ...rest.map(toStep)] };
}
