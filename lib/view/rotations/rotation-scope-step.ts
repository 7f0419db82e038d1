import { type Message, message } from "#lib/language/text.ts";
import { isRotationPhase } from "#lib/policy/rotations/families.ts";
import type { RotationProgress } from "#lib/policy/rotations/rotation-progress.ts";
import type { RotationScope } from "./rotation-scope.ts";

/** Steps of two-phase rotations, and of those that Gardener finishes automatically. */
export const stepTitles = {
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
export type StepId = keyof typeof stepTitles;

export function isStepId(text: unknown): text is StepId {
  return typeof text === "string" && Object.hasOwn(stepTitles, text);
}

/** Number of each step on screen; rolling pools is part of preparing. */
export const stepNumbers: { readonly [Id in StepId]: string } = {
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
  readonly id: StepId;
  readonly title: Message;
  readonly who: "You" | "Gardener" | "Gardener and you";
  /** `waiting`: current, and only a user can continue. */
  readonly state: "done" | "current" | "waiting" | "ahead";
  /** RFC 3339, if recorded by Gardener. */
  readonly doneAt?: string;
}

/** Progress of a rotation, the party that has to act, and the following steps. */
export interface RotationScopeProgress {
  readonly scope: RotationScope;
  readonly manner: "two-step" | "one-step";
  readonly steps: readonly RotationScopeStep[];
  readonly current: StepId;
  readonly turn: RotationProgress["turn"];
  /** RFC 3339 start of the current step. */
  readonly since: string | undefined;
  readonly age: "neutral" | "caution" | "alert";
  readonly families: readonly RotationProgress[];
  readonly pendingPools: readonly string[];
  /** Pools that the user must update manually, node by node. */
  readonly manualPools: readonly string[];
  /** Phases unknown to this build, as in the API. */
  readonly unknownPhases: readonly string[];
  /** Whether families of this scope are in different phases. */
  readonly apart: boolean;
}

/** Phases unknown to this build, as in the API. */
export function unknownPhases(families: readonly RotationProgress[]): readonly string[] {
  return families.map(({ phase }) => phase).filter((phase) => !isRotationPhase(phase));
}
