import { formatInstant } from "#lib/kube/instant.ts";
import { readLifetime } from "../controllers/lifetime.ts";
import { specChangesDeferredSince } from "./deferred-spec-changes.ts";
import type { DiagnosisNote, DiagnosisSubjectId } from "./diagnosis.ts";
import type { DiagnosisInput } from "./diagnosis-core.ts";
import { readIgnoreStatus } from "./reconcile-blocker.ts";

function lifetimeNotes({ shoot }: DiagnosisInput): readonly DiagnosisNote[] {
  const lifetime = readLifetime(shoot);
  switch (lifetime.state) {
    case "none":
      return [];
    case "unreadable":
      return [{ id: "lifetime-unreadable", text: lifetime.text }];
    case "ends":
      return shoot.metadata.deletionTimestamp ? [] : [{ id: "lifetime-ends", at: formatInstant(lifetime.endsAt) }];
    default:
      return lifetime satisfies never;
  }
}

/**
 * Further notes about a Shoot, except those about its schedules (see `scheduleNotes`) and what the diagnosis itself
 * already reports.
 */
export function diagnosisNotesOf(facts: DiagnosisInput, subject: DiagnosisSubjectId): readonly DiagnosisNote[] {
  const notes: DiagnosisNote[] = [
    ...lifetimeNotes(facts),
    ...(readIgnoreStatus(facts.shoot) === "perhaps" ? [{ id: "perhaps-ignored" } as const] : []),
    ...(specChangesDeferredSince(facts.shoot) === undefined ? [] : [{ id: "changes-held" } as const]),
  ];
  return notes.filter(({ id }) => id !== subject);
}
