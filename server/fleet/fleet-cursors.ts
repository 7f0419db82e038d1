import "server-only";
import { compareResourceVersions } from "#lib/kube/resource-version.ts";
import type { UserScope } from "#server/access/user-scope.ts";
import type { RowStore } from "./row-store.ts";

/** Versions and contents read of the watched collections, always in the same order. */
export interface CollectionVersions {
  /** Resource versions. */
  readonly versions: readonly string[];
  /** Digest of each collection's object versions: idle collections have a different version for each reader. */
  readonly contents: readonly string[];
}

export interface CursorSources {
  readonly store: Pick<RowStore, "epoch" | "clock">;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Undefined while rows lag behind the collections, or while a collection was never read. */
  readonly reading: () => CollectionVersions | undefined;
}

/** Rows are complete for `reading` up to `clock`. */
interface Mark {
  readonly reading: CollectionVersions;
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
/** Time-based changes, such as an expiring version, happen at slightly different times on two replicas. */
const skewMs = 60_000;
/** Maximum of positions in a cursor, from tabs that share a stream and got theirs from several replicas. */
const mostPlaces = 8;

/**
 * Creates and reads cursors: the position of a fleet reader as a text that any replica understands. In the process that
 * issued it, `clock` is exact. Another process compares collection versions: the reader can only lack rows changed
 * since this process had read no more than the reader, or the same contents. A cursor includes the scope, because
 * changes over time do not show what a reader gained by a wider scope.
 */
export class FleetCursors {
  readonly #sources: CursorSources;
  #marks: Mark[] = [];
  #reached: CollectionVersions | undefined;

  constructor(sources: CursorSources) {
    this.#sources = sources;
  }

  /** The cursor for the current state of everything in the scope. */
  now(scope: Pick<UserScope, "rowsKey">): string {
    this.note();
    const { store, now } = this.#sources;
    const place = [store.epoch, store.clock, tagOf(scope)];
    if (this.#reached === undefined) return place.join(".");
    const { versions, contents } = this.#reached;
    return [...place, Math.floor(now()).toString(36), versions.join("-"), contents.join("-")].join(".");
  }

  /** The clock after which a reader needs changes; undefined when a full snapshot is needed. */
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

  /** Whether it was issued to a user who sees the same rows. */
  isOf(cursor: string | null, scope: Pick<UserScope, "rowsKey">): boolean {
    return (cursor ?? "").split(",").every((place) => readPlace(place)?.scopeTag === tagOf(scope));
  }

  /** Whether only this process issued it. */
  isOurs(cursor: string | null): boolean {
    return (cursor ?? "").split(",").every((place) => readPlace(place)?.epoch === this.#sources.store.epoch);
  }

  /** Call whenever the rows have caught up with the collections. */
  note(): void {
    const reading = this.#sources.reading();
    if (reading === undefined) return;
    const last = this.#marks.at(-1)?.reading;
    // A garden restored from a backup has lower versions: the marks are invalid then.
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

/** Epoch of the issuing process, its clock, the scope; time of the reading, versions and contents. */
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

/** Whether a reader at `theirs` has received everything that rows contained at `mark`. */
function lacksNothing(theirs: CollectionVersions, mark: CollectionVersions): boolean {
  return (
    theirs.versions.length === mark.versions.length &&
    mark.versions.every(
      (version, at) =>
        compareResourceVersions(version, theirs.versions[at] ?? "") <= 0 || theirs.contents[at] === mark.contents[at],
    )
  );
}

/** Whether no collection is further in `versions` than in `bound`. */
function isWithin(versions: readonly string[], bound: readonly string[]): boolean {
  return (
    versions.length === bound.length &&
    versions.every((version, at) => compareResourceVersions(version, bound[at] ?? "") <= 0)
  );
}
