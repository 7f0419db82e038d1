import { formatInstant } from "#lib/kube/instant.ts";
import { readLifetime } from "#lib/policy/controllers/lifetime.ts";
import { checkHibernation } from "#lib/policy/hibernation/hibernation-check.ts";
import { changesHeldSince } from "./held-changes.ts";
import { readIgnored } from "./hold.ts";
import { comparableRelease } from "./next-view.ts";
import type { TruthNote, TruthSubjectId } from "./truth.ts";
import type { VerdictFacts } from "./verdict.ts";

function scheduleNotes({ shoot, view, nowMs }: VerdictFacts): readonly TruthNote[] {
  const check = checkHibernation(shoot, nowMs, { release: comparableRelease(shoot, view.release) });
  switch (check.outcome) {
    case "unreadable":
      return [{ id: "schedules-unreadable", expression: check.expression }];
    case "never-returns":
      return [{ id: "schedule-never-comes", expression: check.expression }];
    case "skipped-as-failed":
      return [{ id: "schedules-skipped" }];
    case "none":
    case "waits":
    case "executes":
      return [];
    default:
      return check satisfies never;
  }
}

function lifetimeNotes({ shoot }: VerdictFacts): readonly TruthNote[] {
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

/** What else has to be known of the Shoot; what the sentence is about already is left out. */
export function truthNotes(facts: VerdictFacts, subject: TruthSubjectId): readonly TruthNote[] {
  const notes: TruthNote[] = [
    ...lifetimeNotes(facts),
    ...(readIgnored(facts.shoot) === "perhaps" ? [{ id: "perhaps-ignored" } as const] : []),
    ...(changesHeldSince(facts.shoot) === undefined ? [] : [{ id: "changes-held" } as const]),
    ...scheduleNotes(facts),
  ];
  return notes.filter(({ id }) => id !== subject);
}
