import type { FleetGroup } from "./grouped-fleet.ts";

/** The head of a group as a line of the list. */
interface GroupHead {
  readonly group: FleetGroup;
  /** Its place among the groups, from 0. */
  readonly place: number;
  readonly expanded: boolean;
}

/** Whether only the head of a group is shown, by its value. */
export type IsClosed = (value: string) => boolean;

/** Where a line stands within its group. */
interface PlaceInGroup {
  readonly place: number;
  readonly size: number;
}

/**
 * What stands in each line of a list: a row, or the head of a group, whose rows follow it unless it is closed. Nothing is
 * made for a line: ten thousand of them are known by where their groups begin.
 */
export class ListLines<Row extends object> {
  /** How many lines there are. */
  readonly count: number;
  readonly groups: readonly FleetGroup[] | undefined;
  readonly #rows: readonly Row[];
  /** The line of the head of each group. */
  readonly #heads: readonly number[];
  readonly #isClosed: IsClosed;

  constructor(rows: readonly Row[], groups?: readonly FleetGroup[], isClosed: IsClosed = () => false) {
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

  /** The place of the group that a line belongs to, its head included; -1 for none. */
  groupAt(line: number): number {
    let [low, high] = [0, this.#heads.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#heads[middle] ?? 0) <= line) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  /** The line of the head of a group, by its place. */
  headOf(place: number): number | undefined {
    return this.#heads[place];
  }

  placeInGroup(line: number): PlaceInGroup | undefined {
    const place = this.groupAt(line);
    const group = this.groups?.[place];
    return group && { place: line - (this.#heads[place] ?? 0), size: group.count };
  }

  /** The line of a row by its place among all rows; undefined where its group is closed. */
  lineOfRow(at: number): number | undefined {
    if (this.groups === undefined) return at in this.#rows ? at : undefined;
    const place = this.groups.findIndex(({ from, count }) => at >= from && at < from + count);
    const group = this.groups[place];
    if (group === undefined || this.#isClosed(group.value)) return undefined;
    return (this.#heads[place] ?? 0) + 1 + at - group.from;
  }

  /** The nearest line in a direction that holds a row, from a line that is not counted; else undefined. */
  nextRow(from: number, by: 1 | -1): number | undefined {
    for (let line = from + by; line >= 0 && line < this.count; line += by) {
      if (this.rowAt(line) !== undefined) return line;
    }
    return undefined;
  }
}
