import type { NextStep, TruthSubject, Turn } from "./truth.ts";

/** The part of the sentence of truth that is decided, before the facts common to all are added. */
export interface Verdict {
  readonly subject: TruthSubject;
  readonly turn: Turn;
  readonly next: NextStep;
  /** RFC 3339 from the wire, not yet checked. */
  readonly since?: string | null | undefined;
}
