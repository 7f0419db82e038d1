import type { FleetGroup } from "./grouped-fleet.ts";

/** Heading row of a group as a line of the list. */
interface GroupHead {
  readonly group: FleetGroup;
  /** Index of the group among all groups, from 0. */
  readonly place: number;
  readonly expanded: boolean;
}

/** Function that returns whether a group is collapsed, by its value. */
export type IsGroupCollapsed = (value: string) => boolean;

/** Position of a line within its group. */
interface PlaceInGroup {
  readonly place: number;
  readonly size: number;
}

/**
 * Lines of a list: rows and group headings, each followed by the group's rows unless collapsed. No object is created
 * per line: ten thousand lines are derived from the beginnings of their groups.
 */
export class ListLines<Row extends object> {
  /** Number of lines in the list. */
  readonly count: number;
  readonly groups: readonly FleetGroup[] | undefined;
  readonly #rows: readonly Row[];
  /** Line numbers of the group headings. */
  readonly #heads: readonly number[];
  readonly #isClosed: IsGroupCollapsed;

  constructor(rows: readonly Row[], groups?: readonly FleetGroup[], isClosed: IsGroupCollapsed = () => false) {
    this.#rows = rows;
    this.groups = groups;
    this.#isClosed = isClosed;
    let line = 0;
    this.#heads = (groups ?? []).map(({ value, count }) => {
      const head = line;
      line += 1 + (isClosed(value) ? 0 : count);
      return head;
    });
    this.count = groups === undefined ? rows.length : line;
  }

  rowAt(line: number): Row | undefined {
    if (this.groups === undefined) return this.#rows[line];
    const place = this.groupAt(line);
    const group = this.groups[place];
    const within = line - (this.#heads[place] ?? 0) - 1;
    return group === undefined || within < 0 || line >= this.count ? undefined : this.#rows[group.from + within];
  }

  headAt(line: number): GroupHead | undefined {
    if (this.groups === undefined || line < 0 || line >= this.count) return undefined;
    const place = this.groupAt(line);
    const group = this.groups[place];
    if (group === undefined || this.#heads[place] !== line) return undefined;
    return { group, place, expanded: !this.#isClosed(group.value) };
  }

  /** Returns the index of the group that contains a line, including its heading; -1 for none. */
  groupAt(line: number): number {
    let [low, high] = [0, this.#heads.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#heads[middle] ?? 0) <= line) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  /** Returns the line number of a group's heading, by the index of the group. */
  headOf(place: number): number | undefined {
    return this.#heads[place];
  }

  placeInGroup(line: number): PlaceInGroup | undefined {
    const place = this.groupAt(line);
    const group = this.groups?.[place];
    return group && { place: line - (this.#heads[place] ?? 0), size: group.count };
  }

  /** Returns the line number of a row by its index among all rows; undefined if its group is collapsed. */
  lineOfRow(at: number): number | undefined {
    if (this.groups === undefined) return at in this.#rows ? at : undefined;
    const place = this.groups.findIndex(({ from, count }) => at >= from && at < from + count);
    const group = this.groups[place];
    if (group === undefined || this.#isClosed(group.value)) return undefined;
    return (this.#heads[place] ?? 0) + 1 + at - group.from;
  }

  /** Returns the nearest line with a row in a direction, excluding `from`; undefined if there is none. */
  nextRow(from: number, by: 1 | -1): number | undefined {
    for (let line = from + by; line >= 0 && line < this.count; line += by) {
      if (this.rowAt(line) !== undefined) return line;
    }
    return undefined;
  }
}
