import "server-only";
import { decisiveShoot } from "#lib/act/plan/valid-shoot.ts";
import type { FleetRow } from "#lib/contract/fleet.ts";
import { formatInstant } from "#lib/kube/instant.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { readLifetime } from "#lib/policy/controllers/lifetime.ts";
import { diagnoseCurrentState, readDiagnosisInput } from "#lib/policy/next/diagnose-shoot.ts";
import { diagnosisNotesOf } from "#lib/policy/next/diagnosis-notes.ts";
import type { NextView } from "#lib/policy/next/next-view.ts";
import { scheduleNotes } from "#lib/policy/next/schedule-notes.ts";

type RowNext = Pick<FleetRow, "next" | "endsAt">;

/**
 * Gardener's next action on a Shoot, for its row: without dates and names that the row has itself, and without
 * time-dependent parts, which readers of the row add.
 */
export function rowNextAction(
  object: KubeObject,
  { view = {}, now }: { readonly view?: NextView; readonly now: number },
): RowNext {
  const shoot = decisiveShoot({ ...object });
  if (shoot === undefined) return { next: { subject: "unrecognised", turn: "Operator" } };
  const facts = readDiagnosisInput(shoot, view, now);
  const { subject, turn, since } = diagnoseCurrentState(facts);
  const waiting = "waiting" in subject ? subject.waiting : undefined;
  const notes = [...diagnosisNotesOf(facts, subject.id), ...scheduleNotes(facts)].flatMap(({ id }) =>
    id === "lifetime-ends" ? [] : [id],
  );
  const lifetime = readLifetime(shoot);
  return {
    next: {
      subject: subject.id,
      turn,
      ...(waiting !== undefined && { waiting }),
      ...(subject.id === "change-pending" && since && { since }),
      ...(notes.length > 0 && { notes }),
    },
    ...(lifetime.state === "ends" && { endsAt: formatInstant(lifetime.endsAt) }),
  };
}
