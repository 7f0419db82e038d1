import type { Shoot } from "#lib/garden/shoot.ts";
import type { GardenletDecision } from "../gardenlet/predict-gardenlet-decision.ts";
import type { ShootFindings } from "../status/findings.ts";
import type { ParsedLastOperation } from "../status/last-operation.ts";
import type { DiagnosisSubject, NextStep, ResponsibleRole } from "./diagnosis.ts";
import type { DiagnosisContext } from "./next-view.ts";

/** The part of a diagnosis that differs between subjects, before the facts common to all are added. */
export interface DiagnosisCore {
  readonly subject: DiagnosisSubject;
  readonly turn: ResponsibleRole;
  readonly next: NextStep;
  /** Since when the diagnosed state lasts: RFC 3339 as received, not yet validated. */
  readonly since?: string | null | undefined;
}

/** Facts from which the diagnosis of a Shoot is derived, read once. */
export interface DiagnosisInput {
  readonly shoot: Shoot;
  readonly reading: ParsedLastOperation;
  readonly findings: ShootFindings;
  readonly decision: GardenletDecision;
  readonly view: DiagnosisContext;
  readonly nowMs: number;
}

/** A diagnosis in which Gardener continues by itself, so that nobody has to act. */
export function diagnosisWaitingForGardener(subject: DiagnosisSubject, since?: DiagnosisCore["since"]): DiagnosisCore {
  return { subject, turn: "Gardener", next: "wait", since };
}
