import type { ListedProject } from "#lib/contract/project/projects.ts";
import { text } from "#lib/language/text.ts";
import { daysUntil, urgentDays } from "#lib/policy/versions/dead-end-horizon.ts";
import { compareText } from "#lib/strings/natural-key.ts";
import { utcClock } from "#lib/words/clock.ts";
import { formatDate } from "#lib/words/format-time.ts";
import { type AttentionGroup, type AttentionInput, rankOfAttentionGroup } from "./attention.ts";
import type { AttentionDescription } from "./attention-descriptions.ts";
import { type CauseRank, compareByUrgency } from "./attention-order.ts";

/** What the list of causes needs to know of a project; others than unused ones are no cause. */
export type AttentionProject = Pick<ListedProject, "name" | "stale">;

/** Project that nobody uses, with the time from which on Gardener deletes it, in epoch milliseconds. */
export interface DatedProject {
  readonly name: string;
  readonly deletedAt: number;
}

/** Unused projects that are equally urgent: one cause for attention. */
export interface ProjectAttention extends Pick<AttentionGroup, "key" | "tier"> {
  /** The earliest of the dates, in epoch milliseconds, possibly past. */
  readonly at: number;
  /** The user's own projects first, then by date. */
  readonly projects: readonly DatedProject[];
}

/** A cause in the list of what needs attention: clusters that have it in common, or unused projects. */
export type AttentionCauseEntry = AttentionGroup | ProjectAttention;

export function isProjectAttention(entry: AttentionCauseEntry): entry is ProjectAttention {
  return "projects" in entry;
}

/** The causes for attention of clusters and of unused projects in one list, in the order of the overview. */
export function attentionCauses(
  groups: readonly AttentionGroup[],
  projects: readonly AttentionProject[],
  input: AttentionInput,
): readonly AttentionCauseEntry[] {
  const compare = compareByUrgency(input.own);
  const unused = projectAttentionOf(projects, input);
  if (unused.length === 0) return groups;
  return [...groups, ...unused].sort((a, b) => compare(rankOf(a), rankOf(b)));
}

function rankOf(entry: AttentionCauseEntry): CauseRank {
  if (!isProjectAttention(entry)) return rankOfAttentionGroup(entry);
  const { projects } = entry;
  return { ...entry, project: projects[0]?.name, count: projects.length, production: 0 };
}

function projectAttentionOf(
  projects: readonly AttentionProject[],
  { now, own }: AttentionInput,
): readonly ProjectAttention[] {
  const dated = projects
    .flatMap(({ name, stale }) => (stale?.deletedAt === undefined ? [] : [{ name, deletedAt: stale.deletedAt }]))
    .sort(
      (a, b) =>
        Number(own.has(b.name)) - Number(own.has(a.name)) || a.deletedAt - b.deletedAt || compareText(a.name, b.name),
    );
  return [...Map.groupBy(dated, ({ deletedAt }) => tierOf(deletedAt, now))].flatMap(([tier, found]) =>
    tier === undefined
      ? []
      : [
          {
            key: `unused-projects-${tier}`,
            tier,
            at: Math.min(...found.map(({ deletedAt }) => deletedAt)),
            projects: found,
          },
        ],
  );
}

function tierOf(at: number, now: number): ProjectAttention["tier"] | undefined {
  if (at <= now) return "now";
  const days = daysUntil(at, now);
  return days <= 30 ? "30" : days <= urgentDays ? "90" : undefined;
}

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
