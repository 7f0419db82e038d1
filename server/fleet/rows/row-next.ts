import "server-only";
import { shootWithValidNextStepFields } from "#lib/act/plan/shoot-with-valid-types.ts";
import type { FleetRow } from "#lib/contract/fleet.ts";
import { formatInstant } from "#lib/kube/instant.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { readLifetime } from "#lib/policy/controllers/lifetime.ts";
import { diagnoseCurrentState, readDiagnosisInput } from "#lib/policy/next/diagnose-shoot.ts";
import { diagnosisNotesOf } from "#lib/policy/next/diagnosis-notes.ts";
import type { DiagnosisContext } from "#lib/policy/next/next-view.ts";
import { scheduleNotes } from "#lib/policy/next/schedule-notes.ts";

type RowNext = Pick<FleetRow, "next" | "endsAt">;

/**
 * Gardener's next action on a Shoot, as stored in its row of the cluster list: without dates and names that the row
 * already contains, and without parts that depend on the current time.
 */
export function rowNextAction(
  object: KubeObject,
  { view = {}, now }: { readonly view?: DiagnosisContext; readonly now: number },
): RowNext {
  const shoot = shootWithValidNextStepFields({ ...object });
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
