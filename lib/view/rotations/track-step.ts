import { type Message, message } from "#lib/language/text.ts";
import { isRotationPhase } from "#lib/policy/rotations/families.ts";
import type { RotationProgress } from "#lib/policy/rotations/rotation-progress.ts";
import type { RotationScope } from "./rotation-scope.ts";

/** The steps of a rotation: of one with two phases, and of one that Gardener finishes by itself. */
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

/** How a step is numbered on screen; rolling pools is a part of preparing. */
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

export interface TrackStep {
  readonly id: StepId;
  readonly title: Message;
  readonly who: "You" | "Gardener" | "Gardener and you";
  /** `waiting`: current, and nobody goes on but a person. */
  readonly state: "done" | "current" | "waiting" | "ahead";
  /** RFC 3339, where Gardener has written it down. */
  readonly doneAt?: string;
}

/** Where a rotation stands, whose turn it is, and what comes after. */
export interface RotationTrack {
  readonly scope: RotationScope;
  readonly manner: "two-step" | "one-step";
  readonly steps: readonly TrackStep[];
  readonly current: StepId;
  readonly turn: RotationProgress["turn"];
  /** RFC 3339: since when it stands where it stands. */
  readonly since: string | undefined;
  readonly age: "neutral" | "caution" | "alert";
  readonly families: readonly RotationProgress[];
  readonly pendingPools: readonly string[];
  /** Pools that somebody has to update by hand, node by node. */
  readonly manualPools: readonly string[];
  /** Phases that this build does not know, as the wire has them. */
  readonly unknownPhases: readonly string[];
  /** Families of this scope that stand elsewhere than the others. */
  readonly apart: boolean;
}

/** Phases that this build does not know, as the wire has them. */
export function unknownPhases(families: readonly RotationProgress[]): readonly string[] {
  return families.map(({ phase }) => phase).filter((phase) => !isRotationPhase(phase));
}
