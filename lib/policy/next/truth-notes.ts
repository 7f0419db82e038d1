import { formatInstant } from "#lib/kube/instant.ts";
import { readLifetime } from "../controllers/lifetime.ts";
import { changesHeldSince } from "./held-changes.ts";
import { readIgnored } from "./hold.ts";
import type { TruthNote, TruthSubjectId } from "./truth.ts";
import type { VerdictFacts } from "./verdict.ts";

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

/**
 * Further notes about the Shoot, except those about its schedules (see `scheduleNotes`) and what the verdict already
 * covers.
 */
export function truthNotes(facts: VerdictFacts, subject: TruthSubjectId): readonly TruthNote[] {
  const notes: TruthNote[] = [
    ...lifetimeNotes(facts),
    ...(readIgnored(facts.shoot) === "perhaps" ? [{ id: "perhaps-ignored" } as const] : []),
    ...(changesHeldSince(facts.shoot) === undefined ? [] : [{ id: "changes-held" } as const]),
  ];
  return notes.filter(({ id }) => id !== subject);
}
