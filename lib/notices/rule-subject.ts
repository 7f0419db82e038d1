import { noticeLimits, type RuleSubject, type WatchRule } from "#lib/contract/notices.ts";
import { clusterPath } from "#lib/fleet/cluster-path.ts";
import type { FleetContext } from "#lib/fleet/fields/create-fleet-context.ts";
import { countFilterValues, createQueryTest, type RowTest } from "#lib/fleet/filter-fleet.ts";
import { emptyFleetQuery, type FleetQuery, parseFleetQuery } from "#lib/fleet/fleet-query.ts";
import { viewAddressLabels } from "#lib/saved-views/listed-views.ts";

/** Returns the fleet query of a watch rule for a view; undefined for a rule for a single cluster. */
export function queryOfRuleSubject(subject: RuleSubject): FleetQuery | undefined {
  if (subject.kind === "cluster") return undefined;
  return parseFleetQuery(new URLSearchParams(subject.address.split("?", 2)[1] ?? ""));
}

/** Returns a function that tests whether a watch rule applies to a cluster; parses the subject once for many rows. */
export function createRuleSubjectTest(subject: RuleSubject, context: FleetContext): RowTest {
  if (subject.kind === "cluster") return ({ project, name }) => project === subject.project && name === subject.name;
  return createQueryTest(queryOfRuleSubject(subject) ?? emptyFleetQuery, context);
}

/** Returns the number of filter values in some watch rules that every cluster is checked against. */
export function countFilterValuesOfRules(rules: readonly Pick<WatchRule, "subject" | "off">[]): number {
  return rules.reduce((sum, rule) => sum + valuesOfRule(rule), 0);
}

function valuesOfRule({ subject, off }: Pick<WatchRule, "subject" | "off">): number {
  const query = off ? undefined : queryOfRuleSubject(subject);
  return query === undefined ? 0 : countFilterValues(query);
}

/** Returns the watch rules to evaluate, in order, as long as their filter values together stay within the limit. */
export function rulesWithinLimit(rules: readonly WatchRule[]): readonly WatchRule[] {
  let left: number = noticeLimits.values;
  return rules.filter((rule) => {
    const values = valuesOfRule(rule);
    if (rule.off || values > left) return false;
    left -= values;
    return true;
  });
}

export function ruleSubjectLabel(subject: RuleSubject): string {
  if (subject.kind === "cluster") return `${subject.project}/${subject.name}`;
  const { page, asks } = viewAddressLabels(subject.address);
  return asks === "" ? page : `${page}, ${asks}`;
}

/** Returns the URL of a page that shows the subject of a watch rule. */
export function addressOfRuleSubject(subject: RuleSubject): string {
  if (subject.kind === "view") return subject.address;
  return clusterPath(subject);
}
