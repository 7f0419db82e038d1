import type { Shoot } from "#lib/garden/shoot.ts";
import type { GardenletDecision } from "../gardenlet/gardenlet-decision.ts";
import type { Findings } from "../status/findings.ts";
import type { ParsedLastOperation } from "../status/last-operation.ts";
import type { DiagnosisSubject, NextStep, ResponsibleRole } from "./diagnosis.ts";
import type { NextView } from "./next-view.ts";

/** The decided part of a verdict, before the common facts are added. */
export interface DiagnosisCore {
  readonly subject: DiagnosisSubject;
  readonly turn: ResponsibleRole;
  readonly next: NextStep;
  /** RFC 3339 as received, not yet validated. */
  readonly since?: string | null | undefined;
}

/** Input of a verdict, read once. */
export interface DiagnosisInput {
  readonly shoot: Shoot;
  readonly reading: ParsedLastOperation;
  readonly findings: Findings;
  readonly decision: GardenletDecision;
  readonly view: NextView;
  readonly nowMs: number;
}

/** A diagnosis in which Gardener continues by itself. */
export function gardenerContinues(subject: DiagnosisSubject, since?: DiagnosisCore["since"]): DiagnosisCore {
  return { subject, turn: "Gardener", next: "wait", since };
}
