import type { Shoot } from "#lib/garden/shoot.ts";
import type { GardenletDecision } from "../gardenlet/gardenlet-decision.ts";
import type { Findings } from "../status/findings.ts";
import type { LastOperationReading } from "../status/last-operation.ts";
import type { NextView } from "./next-view.ts";
import type { NextStep, TruthSubject, Turn } from "./truth.ts";

/** The part of the sentence of truth that is decided, before the facts common to all are added. */
export interface Verdict {
  readonly subject: TruthSubject;
  readonly turn: Turn;
  readonly next: NextStep;
  /** RFC 3339 from the wire, not yet checked. */
  readonly since?: string | null | undefined;
}

/** What a verdict is made of, each read once. */
export interface VerdictFacts {
  readonly shoot: Shoot;
  readonly reading: LastOperationReading;
  readonly findings: Findings;
  readonly decision: GardenletDecision;
  readonly view: NextView;
  readonly nowMs: number;
}

/** Gardener goes on without anybody's help. */
export function gardenerGoesOn(subject: TruthSubject, since?: Verdict["since"]): Verdict {
  return { subject, turn: "Gardener", next: "wait", since };
}
