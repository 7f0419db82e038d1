import { text } from "#lib/language/text.ts";
import { utcClock } from "#lib/words/clock.ts";
import { formatDate } from "#lib/words/format-time.ts";
import type { AttentionDescription } from "./attention-descriptions.ts";
import type { ProjectAttention } from "./project-attention.ts";

/** Describes what unused projects have in common: the date of their deletion, and what to do. */
export function describeProjectAttention({ at, projects }: ProjectAttention, now: number): AttentionDescription {
  const facts = { count: projects.length, day: formatDate(at, utcClock) };
  const title =
    at <= now
      ? text(
          "{count, plural, one {Unused project, to be deleted since {day}} other {# unused projects, to be deleted since {day}}}",
          facts,
        )
      : text(
          "{count, plural, one {Unused project, deleted from {day} on} other {# unused projects, deleted from {day} on}}",
          facts,
        );
  const detail = text(
    "Gardener deletes a project that stays unused, up to 12 hours after its date. Create a cluster in it before, or save what you need.",
  );
  return { title, detail, hint: detail };
}
