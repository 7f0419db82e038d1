import { type Message, message } from "#lib/language/text.ts";
import { isRotationPhase } from "#lib/policy/rotations/families.ts";
import type { RotationProgress } from "#lib/policy/rotations/rotation-progress.ts";
import type { RotationScope } from "./rotation-scope.ts";

/** Titles of the steps of two-phase rotations, and of rotations that Gardener finishes automatically. */
export const rotationStepTitles = {
  plan: message("Plan"),
  prepare: message("Prepare"),
  roll: message("Roll pools"),
  clients: message("Update clients"),
  complete: message("Complete"),
  verify: message("Verify"),
  start: message("Start"),
  running: message("Running"),
  done: message("Done"),
} as const satisfies Readonly<Record<string, Message>>;
export type RotationStepId = keyof typeof rotationStepTitles;

export function isRotationStepId(text: unknown): text is RotationStepId {
  return typeof text === "string" && Object.hasOwn(rotationStepTitles, text);
}

/** Number of each step on the page; rolling pools is part of preparing. */
export const rotationStepNumbers: { readonly [Id in RotationStepId]: string } = {
  plan: "1",
  prepare: "2",
  roll: "2b",
  clients: "3",
  complete: "4",
  verify: "5",
  start: "1",
  running: "2",
  done: "3",
};

export interface RotationScopeStep {
  readonly id: RotationStepId;
  readonly title: Message;
  readonly who: "You" | "Gardener" | "Gardener and you";
  /** State of the step. `waiting`: current, and only a user can continue. */
  readonly state: "done" | "current" | "waiting" | "ahead";
  /** Time at which the step was done in RFC 3339, if Gardener records it. */
  readonly doneAt?: string;
}

/** Progress of a rotation, the party that has to act, and the following steps. */
export interface RotationScopeProgress {
  readonly scope: RotationScope;
  readonly manner: "two-step" | "one-step";
  readonly steps: readonly RotationScopeStep[];
  readonly current: RotationStepId;
  readonly turn: RotationProgress["turn"];
  /** Start of the current step in RFC 3339. */
  readonly since: string | undefined;
  readonly age: "neutral" | "caution" | "alert";
  readonly families: readonly RotationProgress[];
  readonly pendingPools: readonly string[];
  /** Pools that the user must update manually, node by node. */
  readonly manualPools: readonly string[];
  /** Phases that this build does not know, as in the API. */
  readonly unknownPhases: readonly string[];
  /** Whether families of this scope are in different phases. */
  readonly apart: boolean;
}

/** Returns the phases that this build does not know, as in the API. */
export function unknownRotationPhasesOf(families: readonly RotationProgress[]): readonly string[] {
  return families.map(({ phase }) => phase).filter((phase) => !isRotationPhase(phase));
}
