import type { FleetRow } from "#lib/contract/fleet.ts";
import { type OwnColumnKey, ownColumnTitleOf } from "#lib/fleet/fields/field-names.ts";
import type { FleetQuery } from "#lib/fleet/fleet-query.ts";
import { formatList } from "#lib/words/format-list.ts";

/** Custom field that a list of clusters can show or be grouped by. */
export interface CustomFieldChoice {
  readonly key: OwnColumnKey;
  /** Name of the field; with the projects if a field of another path has the same name. */
  readonly label: string;
}

/** Maximum number of fields that are offered. */
const mostChoices = 50;
/** Number of projects that tell fields of the same name apart. */
const mostProjects = 3;

interface CustomFieldChoices {
  readonly choices: readonly CustomFieldChoice[];
  /** Number of fields beyond the maximum, which are not offered. */
  readonly leftOut: number;
}

/**
 * Returns the custom fields that the projects of these clusters define, by name: those that a cluster has a value of,
 * and those that lists show by default. Fields of the projects that the list is filtered by are the first.
 */
export function customFieldChoicesOf(rows: readonly FleetRow[], { filters }: FleetQuery): CustomFieldChoices {
  const projectsOf = new Map<OwnColumnKey, Set<string>>();
  for (const { customFields = {}, shownFields = [], project } of rows) {
    for (const id of [...Object.keys(customFields), ...shownFields]) {
      const key: OwnColumnKey = `field:${id}`;
      const projects = projectsOf.get(key);
      if (projects === undefined) projectsOf.set(key, new Set([project]));
      else projects.add(project);
    }
  }
  const filtered = filters.get("project") ?? [];
  const rank = ([key, projects]: readonly [OwnColumnKey, ReadonlySet<string>]) =>
    `${filtered.some((project) => projects.has(project)) ? 0 : 1}${ownColumnTitleOf(key)}`;
  const countOfName = new Map<string, number>();
  for (const name of Array.from(projectsOf.keys(), ownColumnTitleOf))
    countOfName.set(name, (countOfName.get(name) ?? 0) + 1);
  const choices = [...projectsOf]
    .map((entry) => ({ entry, rank: rank(entry) }))
    .sort((a, b) => (a.rank === b.rank ? 0 : a.rank < b.rank ? -1 : 1))
    .map(({ entry: [key, of] }) => {
      const [name, projects] = [ownColumnTitleOf(key), [...of].sort()];
      const shown = [...projects.slice(0, mostProjects), ...(projects.length > mostProjects ? ["…"] : [])];
      return { key, label: countOfName.get(name) === 1 ? name : `${name} · ${formatList(shown)}` };
    });
  return { choices: choices.slice(0, mostChoices), leftOut: Math.max(0, choices.length - mostChoices) };
}
