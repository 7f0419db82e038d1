import { noticeLimits, type RuleSubject, type WatchRule } from "#lib/contract/notices.ts";
import type { FleetContext } from "#lib/fleet/fields/fleet-context.ts";
import { queryTest, type RowTest, valuesAsked } from "#lib/fleet/filter-fleet.ts";
import { emptyFleetQuery, type FleetQuery, parseFleetQuery } from "#lib/fleet/fleet-query.ts";
import { addressInWords } from "#lib/saved-views/view-lines.ts";

/** What a view asks of the fleet; undefined for a single cluster. */
export function queryOfSubject(subject: RuleSubject): FleetQuery | undefined {
  if (subject.kind === "cluster") return undefined;
  return parseFleetQuery(new URLSearchParams(subject.address.split("?", 2)[1] ?? ""));
}

/** Whether a rule watches a cluster: read once, for many of them. */
export function subjectTest(subject: RuleSubject, context: FleetContext): RowTest {
  if (subject.kind === "cluster") return ({ project, name }) => project === subject.project && name === subject.name;
  return queryTest(queryOfSubject(subject) ?? emptyFleetQuery, context);
}

/** How many values every cluster is held against for some rules. */
export function valuesOfRules(rules: readonly Pick<WatchRule, "subject" | "off">[]): number {
  return rules.reduce((sum, rule) => sum + valuesOfRule(rule), 0);
}

function valuesOfRule({ subject, off }: Pick<WatchRule, "subject" | "off">): number {
  const query = off ? undefined : queryOfSubject(subject);
  return query === undefined ? 0 : valuesAsked(query);
}

/** The rules that clusters are held against: as many, from the first on, as ask together for no more than one person may. */
export function rulesWithinLimit(rules: readonly WatchRule[]): readonly WatchRule[] {
  let left: number = noticeLimits.values;
  return rules.filter((rule) => {
    const values = valuesOfRule(rule);
    if (rule.off || values > left) return false;
    left -= values;
    return true;
  });
}

export function subjectInWords(subject: RuleSubject): string {
  if (subject.kind === "cluster") return `${subject.project}/${subject.name}`;
  const { page, asks } = addressInWords(subject.address);
  return asks === "" ? page : `${page}, ${asks}`;
}

/** Where what a rule watches is seen. */
export function addressOfSubject(subject: RuleSubject): string {
  if (subject.kind === "view") return subject.address;
  return `/clusters/${encodeURIComponent(subject.project)}/${encodeURIComponent(subject.name)}`;
}
