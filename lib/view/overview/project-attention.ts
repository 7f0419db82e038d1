import type { ListedProject } from "#lib/contract/project/projects.ts";
import { daysUntil, urgentDays } from "#lib/policy/versions/dead-end-horizon.ts";
import { compareText } from "#lib/strings/natural-key.ts";
import { type AttentionGroup, type AttentionInput, rankOfAttentionGroup } from "./attention.ts";
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
