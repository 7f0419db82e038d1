import type { Shoot } from "#lib/garden/shoot.ts";
import type { GardenletDecision } from "../gardenlet/gardenlet-decision.ts";
import type { Findings } from "../status/findings.ts";
import type { LastOperationReading } from "../status/last-operation.ts";
import type { NextView } from "./next-view.ts";
import type { NextStep, TruthSubject, Turn } from "./truth.ts";

/** The decided part of a verdict, before the common facts are added. */
export interface Verdict {
  readonly subject: TruthSubject;
  readonly turn: Turn;
  readonly next: NextStep;
  /** RFC 3339 as received, not yet validated. */
  readonly since?: string | null | undefined;
}

/** Input of a verdict, read once. */
export interface VerdictFacts {
  readonly shoot: Shoot;
  readonly reading: LastOperationReading;
  readonly findings: Findings;
  readonly decision: GardenletDecision;
  readonly view: NextView;
  readonly nowMs: number;
}

/** A verdict in which Gardener continues by itself. */
export function gardenerContinuesVerdict(subject: TruthSubject, since?: Verdict["since"]): Verdict {
  return { subject, turn: "Gardener", next: "wait", since };
}
