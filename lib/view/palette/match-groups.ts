export interface Matchable {
  readonly title: string;
  /** Further text to search in, such as a subject. */
  readonly more?: string | undefined;
}

export interface PaletteGroup<Item> {
  readonly title: string;
  readonly items: readonly Item[];
  /** Rank of a group whose items were matched elsewhere, such as clusters; smaller ranks come first. */
  readonly place?: number;
}

/** Ranks of matches with a title, best first: the whole title, its beginning, the beginning of a word, anywhere. */
export const matchRanks = { whole: 0, start: 1, word: 2, inside: 3, elsewhere: 4 } as const;

/** Returns the rank of a match between typed words and a title; undefined if a word is missing. */
export function matchRankOf({ title, more = "" }: Matchable, typed: string): number | undefined {
  const words = labelOf(typed);
  const [held, beside] = [title.toLowerCase(), more.toLowerCase()];
  if (!words.every((word) => held.includes(word) || beside.includes(word))) return undefined;
  const text = words.join(" ");
  if (held === text) return matchRanks.whole;
  if (held.startsWith(text)) return matchRanks.start;
  const parts = held.split(/[^a-z0-9.]+/);
  if (words.every((word) => parts.some((part) => part.startsWith(word)))) return matchRanks.word;
  return words.every((word) => held.includes(word)) ? matchRanks.inside : matchRanks.elsewhere;
}

/**
 * Returns the matching items, best first within each group, and the groups ordered by their best match. An empty search
 * returns all items unchanged.
 */
export function matchGroups<Item extends Matchable>(
  groups: readonly PaletteGroup<Item>[],
  { typed, most }: { readonly typed: string; readonly most: number },
): readonly PaletteGroup<Item>[] {
  if (labelOf(typed).length === 0) return groups.filter(({ items }) => items.length > 0);
  return groups
    .flatMap(({ title, items, place }) => {
      if (place !== undefined) return items.length === 0 ? [] : [{ title, items, nearest: place }];
      const found = items
        .flatMap((item) => {
          const near = matchRankOf(item, typed);
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

function labelOf(typed: string): readonly string[] {
  return typed
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
}
