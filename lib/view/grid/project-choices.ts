import { text } from "#lib/language/text.ts";
import { naturalKey } from "#lib/strings/natural-key.ts";

interface ProjectChoice {
  readonly name: string;
  readonly description?: string | undefined;
}

interface ProjectChoices {
  readonly title: string;
  readonly choices: readonly ProjectChoice[];
}

/** Number of recently chosen projects that are offered first. */
export const maxRecentProjects = 5;

/** Returns the selectable projects in groups; names beginning with the typed text come before names containing it. */
export function projectChoices(
  projects: readonly ProjectChoice[],
  { typed, recent }: { readonly typed: string; readonly recent: readonly string[] },
): readonly ProjectChoices[] {
  const wanted = typed.trim().toLowerCase();
  const byName = projects
    .map((project) => ({ project, key: naturalKey(project.name), place: placeOf(project, wanted) }))
    .filter(({ place }) => place < notFound)
    .sort((a, b) => a.place - b.place || (a.key < b.key ? -1 : 1))
    .map(({ project }) => project);
  const first = wanted === "" ? recent.flatMap((name) => byName.filter((project) => project.name === name)) : [];
  const groups = [
    { title: text("Recent"), choices: first },
    { title: text("Projects"), choices: byName.filter((project) => !first.includes(project)) },
  ];
  return groups.filter(({ choices }) => choices.length > 0);
}

const notFound = 3;

function placeOf({ name, description = "" }: ProjectChoice, wanted: string): number {
  if (name.toLowerCase().startsWith(wanted)) return 0;
  if (name.toLowerCase().includes(wanted)) return 1;
  return description.toLowerCase().includes(wanted) ? 2 : notFound;
}

/** Returns the recently chosen projects with a newly chosen one, latest first. */
export function withRecentProject(recent: readonly string[], chosen: string): readonly string[] {
  return [chosen, ...recent.filter((name) => name !== chosen)].slice(0, maxRecentProjects);
}
