import type { FleetRow } from "#lib/contract/fleet.ts";
import { type OwnColumnKey, ownColumnTitleOf } from "#lib/fleet/fields/field-names.ts";
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

/** Returns the custom fields that the projects of these clusters define, by name. */
export function customFieldChoicesOf(rows: readonly FleetRow[]): readonly CustomFieldChoice[] {
  const projectsOf = new Map<OwnColumnKey, Set<string>>();
  for (const { customFields = {}, project } of rows) {
    for (const id of Object.keys(customFields)) {
      const key: OwnColumnKey = `field:${id}`;
      const projects = projectsOf.get(key);
      if (projects === undefined) projectsOf.set(key, new Set([project]));
      else projects.add(project);
    }
  }
  const keysOf = Map.groupBy(projectsOf.keys(), ownColumnTitleOf);
  return [...keysOf]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([name, keys]) =>
      keys.map((key) => {
        const projects = [...(projectsOf.get(key) ?? [])].sort();
        const shown = [...projects.slice(0, mostProjects), ...(projects.length > mostProjects ? ["…"] : [])];
        return { key, label: keys.length === 1 ? name : `${name} · ${formatList(shown)}` };
      }),
    )
    .slice(0, mostChoices);
}
