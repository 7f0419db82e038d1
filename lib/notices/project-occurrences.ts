import type { WatchRule } from "#lib/contract/notices.ts";
import { createUnusedProjectTest } from "#lib/fleet/select-projects.ts";
import { formatInstant } from "#lib/kube/instant.ts";
import { dayMs } from "#lib/kube/time-units.ts";
import type { UnusedProject } from "#lib/policy/projects/stale-project.ts";
import type { ProjectDate } from "#lib/words/project/project-dates.ts";
import type { WatchedOccurrence } from "./occurrences.ts";
import type { VisibleOccurrence } from "./report-notices.ts";
import { queryOfRuleSubject } from "./rule-subject.ts";

/**
 * Returns what a rule reports about unused projects, now or later. A rule for a single cluster reports nothing, because
 * an unused project has no clusters.
 */
export function projectOccurrencesOf(
  { subject, events: { unusedProject: days } }: Pick<WatchRule, "subject" | "events">,
  projects: readonly UnusedProject[],
): readonly VisibleOccurrence[] {
  const query = queryOfRuleSubject(subject);
  if (days === undefined || query === undefined) return [];
  const isSelected = createUnusedProjectTest(query);
  return projects
    .filter(({ name }) => isSelected(name))
    .flatMap(({ uid, name, namespace, stale: { staleSince, deletedAt } }) => {
      const cluster = { uid, project: name, namespace, name: "" };
      const occurrence = (date: ProjectDate, at: number, from: number): WatchedOccurrence => ({
        event: "unusedProject",
        key: `unusedProject ${uid} ${date} ${formatInstant(at)}`,
        from,
        fact: { kind: "project", date },
        at: formatInstant(at),
      });
      return [
        { cluster, occurrence: occurrence("unused", staleSince, staleSince) },
        ...(deletedAt === undefined
          ? []
          : [{ cluster, occurrence: occurrence("deleted", deletedAt, deletedAt - days * dayMs) }]),
      ];
    });
}
