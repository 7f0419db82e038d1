import "server-only";
import { compareResourceVersions } from "#lib/kube/resource-version.ts";
import type { UserScope } from "#server/access/user-scope.ts";
import type { RowStore } from "./row-store.ts";

/** What was read of each watched collection, always in one order. */
export interface Reading {
  /** How far. */
  readonly versions: readonly string[];
  /** Which objects it holds in which versions: one in which nothing happens is at another version for each reader. */
  readonly contents: readonly string[];
}

export interface CursorSources {
  readonly store: Pick<RowStore, "epoch" | "clock">;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Undefined while rows are behind what was read, or while something was never read. */
  readonly reading: () => Reading | undefined;
}

/** At `clock`, the rows told everything of what was read. */
interface Mark {
  readonly reading: Reading;
  readonly clock: number;
  readonly atMs: number;
}

interface ReadCursor {
  readonly epoch: string;
  readonly clock: number;
  readonly scopeTag: string;
  readonly mark: Pick<Mark, "reading" | "atMs"> | undefined;
}

const markEveryMs = 1_000;
const mostMarks = 1_000;
/** What passes by the clock (a version's end) passes on two replicas at about the same time, not at the same. */
const skewMs = 60_000;
/** Tabs that share a stream and were told their places by several replicas. */
const mostPlaces = 8;

/**
 * Where a reader of the fleet stands, as a text that any replica understands. In the process that gave it out, `clock`
 * says it exactly. In another one, what had been read of each collection says it: rows that were touched since no more had
 * been read here, or the very same was held, are all that the reader can lack. The scope is part of it, because a difference between two moments cannot tell
 * what a reader gained who could not see it before.
 */
export class FleetCursors {
  readonly #sources: CursorSources;
  #marks: Mark[] = [];
  #reached: Reading | undefined;

  constructor(sources: CursorSources) {
    this.#sources = sources;
  }

  /** Of everything that the scope covers, as it is now. */
  now(scope: Pick<UserScope, "rowsKey">): string {
    this.note();
    const { store, now } = this.#sources;
    const place = [store.epoch, store.clock, tagOf(scope)];
    if (this.#reached === undefined) return place.join(".");
    const { versions, contents } = this.#reached;
    return [...place, Math.floor(now()).toString(36), versions.join("-"), contents.join("-")].join(".");
  }

  /** From which clock on a reader lacks something; undefined when only the whole fleet will do. */
  clockOf(cursor: string | null, scope: Pick<UserScope, "rowsKey">): number | undefined {
    const places = (cursor ?? "").split(",", mostPlaces + 1);
    if (places.length > mostPlaces) return undefined;
    let first = Number.POSITIVE_INFINITY;
    for (const place of places) {
      const clock = this.#clockOfPlace(place, tagOf(scope));
      if (clock === undefined) return undefined;
      first = Math.min(first, clock);
    }
    return first;
  }

  /** Whether it was given out to somebody who sees the same rows. */
  isOf(cursor: string | null, scope: Pick<UserScope, "rowsKey">): boolean {
    return (cursor ?? "").split(",").every((place) => readPlace(place)?.scopeTag === tagOf(scope));
  }

  /** Whether this process alone gave it out. */
  isOurs(cursor: string | null): boolean {
    return (cursor ?? "").split(",").every((place) => readPlace(place)?.epoch === this.#sources.store.epoch);
  }

  /** To be called whenever the rows have caught up with what was read. */
  note(): void {
    const reading = this.#sources.reading();
    if (reading === undefined) return;
    const last = this.#marks.at(-1)?.reading;
    // A garden that was restored from a backup counts from further back: what was marked says nothing any more.
    if (last !== undefined && !isWithin(last.versions, reading.versions)) this.#marks = [];
    this.#reached = reading;
    const atMs = this.#sources.now();
    const newest = this.#marks.at(-1);
    if (newest !== undefined && atMs - newest.atMs < markEveryMs) return;
    if (newest !== undefined && isWithin(reading.versions, newest.reading.versions)) return;
    this.#marks.push({ reading, clock: this.#sources.store.clock, atMs });
    if (this.#marks.length > mostMarks * 1.5) this.#marks = this.#marks.slice(-mostMarks);
  }

  #clockOfPlace(text: string, scopeTag: string): number | undefined {
    const place = readPlace(text);
    if (place === undefined || place.scopeTag !== scopeTag) return undefined;
    return place.epoch === this.#sources.store.epoch ? place.clock : this.#clockOfMark(place.mark);
  }

  #clockOfMark(theirs: ReadCursor["mark"]): number | undefined {
    if (theirs === undefined) return undefined;
    this.note();
    const within = ({ reading }: Mark) => lacksNothing(theirs.reading, reading);
    const early = this.#marks.findLast((mark) => mark.atMs <= theirs.atMs - skewMs && within(mark));
    if (early !== undefined) return early.clock;
    const [first] = this.#marks;
    return first !== undefined && first.atMs <= theirs.atMs && within(first) ? first.clock : undefined;
  }
}

/** Who gave it out, its clock, the scope; the instant of the reading, its versions and its contents. */
const placeForm =
  /^([\w-]{1,32})\.(\d{1,15})\.([\w-]{1,8})(?:\.([0-9a-z]{1,8})\.(\d{1,20}(?:-\d{1,20}){0,9})\.([0-9a-f]{16}(?:-[0-9a-f]{16}){0,9}))?$/;

function readPlace(text: string): ReadCursor | undefined {
  const match = placeForm.exec(text);
  if (match === null) return undefined;
  const [, epoch = "", clock = "", scopeTag = "", atMs, versions, contents] = match;
  const mark =
    atMs === undefined || versions === undefined || contents === undefined
      ? undefined
      : {
          atMs: Number.parseInt(atMs, 36),
          reading: { versions: versions.split("-"), contents: contents.split("-") },
        };
  return { epoch, clock: Number(clock), scopeTag, mark };
}

function tagOf({ rowsKey }: Pick<UserScope, "rowsKey">): string {
  return rowsKey.slice(0, 8);
}

/** Whether whoever has read as `theirs` says was told all that rows told when as much was read here as `mark` says. */
function lacksNothing(theirs: Reading, mark: Reading): boolean {
  return (
    theirs.versions.length === mark.versions.length &&
    mark.versions.every(
      (version, at) =>
        compareResourceVersions(version, theirs.versions[at] ?? "") <= 0 || theirs.contents[at] === mark.contents[at],
    )
  );
}

/** Whether no collection is further on in `versions` than in `bound`. */
function isWithin(versions: readonly string[], bound: readonly string[]): boolean {
  return (
    versions.length === bound.length &&
    versions.every((version, at) => compareResourceVersions(version, bound[at] ?? "") <= 0)
  );
}
