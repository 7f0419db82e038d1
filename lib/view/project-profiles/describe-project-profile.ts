import type { ListedProjectProfile } from "#lib/contract/project-profiles.ts";
import { parseInstant } from "#lib/kube/instant.ts";
import { text } from "#lib/language/text.ts";
import { formatList } from "#lib/words/format-list.ts";
import { formatVersionEndDate } from "#lib/words/version-end.ts";

type Override = ListedProjectProfile["overrides"][number];

/** Number of versions or types that a sentence names. */
const mostNamed = 3;

/** What a NamespacedCloudProfile changes of its parent: one sentence for each kind of change. */
export function describeProjectProfile(profile: ListedProjectProfile): readonly string[] {
  const { overrides, machineTypes, volumeTypes, maxNodesTotal, hasCertificates, hasProviderConfig } = profile;
  const ends = overrides.filter(({ onlyHere }) => !onlyHere);
  const added = overrides.filter(({ onlyHere }) => onlyHere);
  return [
    ...when(ends.length > 0, () => text("Own ends: {ends}.", { ends: named(ends.map(endLabel)) })),
    ...when(added.length > 0, () => text("Adds {versions}.", { versions: named(added.map(versionLabel)) })),
    ...when(machineTypes.length > 0, () => text("Machine types: {types}.", { types: named(machineTypes) })),
    ...when(volumeTypes.length > 0, () => text("Volume types: {types}.", { types: named(volumeTypes) })),
    ...when(maxNodesTotal !== undefined, () =>
      text("At most {nodes, number} nodes in a cluster.", { nodes: maxNodesTotal ?? 0 }),
    ),
    ...when(hasCertificates, () => text("Adds certificates.")),
    ...when(hasProviderConfig, () => text("Has settings for the provider.")),
  ];
}

function when(is: boolean, sentence: () => string): readonly string[] {
  return is ? [sentence()] : [];
}

/** The first items, and how many more there are. */
function named(items: readonly string[]): string {
  const more = items.length - mostNamed;
  return formatList(more > 0 ? [...items.slice(0, mostNamed), text("{count} more", { count: more })] : items);
}

function versionLabel({ image, version }: Override): string {
  return image === undefined ? text("Kubernetes {version}", { version }) : `${image} ${version}`;
}

function endLabel(override: Override): string {
  const name = versionLabel(override);
  return override.here === undefined
    ? text("{name} without end", { name })
    : text("{name} until {end}", { name, end: dateLabel(override.here) });
}

function dateLabel(end: string): string {
  const at = parseInstant(end);
  return at === undefined ? end : formatVersionEndDate(at);
}

/** The first end that a NamespacedCloudProfile sets, and the one of its parent. */
export interface FirstOwnEnd {
  /** When the version ends here, in epoch milliseconds. */
  readonly at: number;
  readonly label: string;
  readonly inParent: string;
}

/** The end that comes first among those that the profile changes; undefined if it changes none. */
export function firstOwnEnd({ overrides }: Pick<ListedProjectProfile, "overrides">): FirstOwnEnd | undefined {
  const ends = overrides.flatMap((override) => {
    const at = parseInstant(override.here);
    return at === undefined || override.onlyHere ? [] : [{ at, override }];
  });
  const [first] = ends.sort((a, b) => a.at - b.at);
  if (first === undefined) return undefined;
  const { at, override } = first;
  const inParent = override.parent === undefined ? text("no end in the parent") : dateLabel(override.parent);
  return {
    at,
    label: text("{name}: {end}", { name: versionLabel(override), end: formatVersionEndDate(at) }),
    inParent: override.parent === undefined ? inParent : text("{end} in the parent", { end: inParent }),
  };
}
