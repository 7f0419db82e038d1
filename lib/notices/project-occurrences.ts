import type { WatchRule } from "#lib/contract/notices.ts";
import { createUnusedProjectTest } from "#lib/fleet/select-projects.ts";
import { formatInstant } from "#lib/kube/instant.ts";
import { dayMs } from "#lib/kube/time-units.ts";
import type { UnusedProject } from "#lib/policy/projects/stale-project.ts";
import type { ProjectDate } from "#lib/words/project/project-dates.ts";
import type { VisibleOccurrence } from "./report-notices.ts";
import { queryOfRuleSubject } from "./rule-subject.ts";
import type { WatchedOccurrence } from "./watched-occurrence.ts";

/**
 * Returns a function that finds what a rule reports about an unused project, now or later; undefined for a rule that
 * reports nothing about projects, such as one for a single cluster: an unused project has no clusters.
 */
export function createProjectOccurrenceReader({
  subject,
  events: { unusedProject: days },
}: Pick<WatchRule, "subject" | "events">): ((project: UnusedProject) => readonly VisibleOccurrence[]) | undefined {
  const query = queryOfRuleSubject(subject);
  if (days === undefined || query === undefined) return undefined;
  const isSelected = createUnusedProjectTest(query);
  return (project) => (isSelected(project.name) ? occurrencesOf(project, days) : []);
}

function occurrencesOf(
  { uid, name, namespace, stale: { staleSince, deletedAt } }: UnusedProject,
  days: number,
): readonly VisibleOccurrence[] {
  const cluster = { uid, project: name, namespace, name: "" };
  const occurrence = (date: ProjectDate, at: number, from: number): WatchedOccurrence => {
    const instant = formatInstant(at);
    const fact = { kind: "project", date } as const;
    return { event: "unusedProject", key: `unusedProject ${uid} ${date} ${instant}`, from, fact, at: instant };
  };
  return [
    { cluster, occurrence: occurrence("unused", staleSince, staleSince) },
    ...(deletedAt === undefined
      ? []
      : [{ cluster, occurrence: occurrence("deleted", deletedAt, deletedAt - days * dayMs) }]),
  ];
}
