export interface Matchable {
  readonly title: string;
  /** Also looked in, such as what it is about. */
  readonly more?: string | undefined;
}

export interface PaletteGroup<Item> {
  readonly title: string;
  readonly items: readonly Item[];
  /** Where what was found elsewhere, such as clusters, stands among the groups; the smaller, the earlier. */
  readonly place?: number;
}

/** The places of what was found, the nearest first: its very title, its beginning, the beginning of a word, anywhere. */
export const matchPlaces = { whole: 0, start: 1, word: 2, inside: 3, elsewhere: 4 } as const;

/** How near the words are to a title; undefined where one of them is nowhere. */
export function matchPlace({ title, more = "" }: Matchable, typed: string): number | undefined {
  const words = wordsOf(typed);
  const [held, beside] = [title.toLowerCase(), more.toLowerCase()];
  if (!words.every((word) => held.includes(word) || beside.includes(word))) return undefined;
  const text = words.join(" ");
  if (held === text) return matchPlaces.whole;
  if (held.startsWith(text)) return matchPlaces.start;
  const parts = held.split(/[^a-z0-9.]+/);
  if (words.every((word) => parts.some((part) => part.startsWith(word)))) return matchPlaces.word;
  return words.every((word) => held.includes(word)) ? matchPlaces.inside : matchPlaces.elsewhere;
}

/**
 * What matches, the nearest first in each group, and the group with the nearest first. With nothing typed everything
 * matches and stands as given.
 */
export function matchGroups<Item extends Matchable>(
  groups: readonly PaletteGroup<Item>[],
  { typed, most }: { readonly typed: string; readonly most: number },
): readonly PaletteGroup<Item>[] {
  if (wordsOf(typed).length === 0) return groups.filter(({ items }) => items.length > 0);
  return groups
    .flatMap(({ title, items, place }) => {
      if (place !== undefined) return items.length === 0 ? [] : [{ title, items, nearest: place }];
      const found = items
        .flatMap((item) => {
          const near = matchPlace(item, typed);
          return near === undefined ? [] : [{ item, near }];
        })
        .sort((a, b) => a.near - b.near)
        .slice(0, most);
      const [first] = found;
      return first ? [{ title, items: found.map(({ item }) => item), nearest: first.near }] : [];
    })
    .sort((a, b) => a.nearest - b.nearest)
    .map(({ title, items }) => ({ title, items }));
}

function wordsOf(typed: string): readonly string[] {
  return typed
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
}
