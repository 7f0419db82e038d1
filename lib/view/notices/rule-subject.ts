import type { FleetRow } from "#lib/contract/fleet.ts";
import type { RuleSubject } from "#lib/contract/notices.ts";
import type { FleetContext } from "#lib/fleet/fields/fleet-context.ts";
import { filterFleet } from "#lib/fleet/filter-fleet.ts";
import { type FleetQuery, parseFleetQuery } from "#lib/fleet/fleet-query.ts";
import { addressInWords } from "../views/view-lines.ts";

/** What a view asks of the fleet; undefined for a single cluster. */
export function queryOfSubject(subject: RuleSubject): FleetQuery | undefined {
  if (subject.kind === "cluster") return undefined;
  return parseFleetQuery(new URLSearchParams(subject.address.split("?", 2)[1] ?? ""));
}

/** The clusters that a rule watches. */
export function watchedRows(
  subject: RuleSubject,
  rows: readonly FleetRow[],
  context: FleetContext,
): readonly FleetRow[] {
  if (subject.kind === "cluster") {
    return rows.filter(({ project, name }) => project === subject.project && name === subject.name);
  }
  return filterFleet(rows, queryOfSubject(subject) ?? parseFleetQuery(new URLSearchParams()), context);
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
