import "server-only";
import { compareResourceVersions } from "#lib/kube/resource-version.ts";
import type { UserScope } from "#server/access/user-scope.ts";
import type { RowStore } from "./row-store.ts";

/** Resource versions and content digests of the watched collections, always in the same order. */
export interface CollectionVersions {
  /** Resource version of each collection. */
  readonly versions: readonly string[];
  /** Digest of each collection's object versions; an unchanged collection's version differs between replicas. */
  readonly contents: readonly string[];
}

export interface CursorSources {
  readonly store: Pick<RowStore, "epoch" | "clock">;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Versions of the collections; undefined while rows are recomputed, or before every collection was read once. */
  readonly reading: () => CollectionVersions | undefined;
}

/** Up to which change (`clock`) the rows reflect which versions of the collections. */
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
/** Tolerance between replicas, where time-based changes, such as an expiring version, do not happen simultaneously. */
const skewMs = 60_000;
/** Maximum number of positions in a cursor: tabs that share a stream may have positions from several replicas. */
const mostPlaces = 8;

/**
 * Creates and reads cursors. A cursor is a text with a client's position in the changes of the cluster list, which
 * every replica can read. The replica that issued it uses the exact change number; another one compares resource
 * versions of the collections, and may send some changes again. A cursor also identifies the user's scope, because a
 * user with a wider scope needs rows that did not change.
 */
export class FleetCursors {
  readonly #sources: CursorSources;
  #marks: Mark[] = [];
  #reached: CollectionVersions | undefined;

  constructor(sources: CursorSources) {
    this.#sources = sources;
  }

  /** The cursor of a client that has all current rows in the scope. */
  now(scope: Pick<UserScope, "rowsKey">): string {
    this.note();
    const { store, now } = this.#sources;
    const place = [store.epoch, store.clock, tagOf(scope)];
    if (this.#reached === undefined) return place.join(".");
    const { versions, contents } = this.#reached;
    return [...place, Math.floor(now()).toString(36), versions.join("-"), contents.join("-")].join(".");
  }

  /** The change number after which a client with this cursor needs changes; undefined when it must reload all rows. */
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

  /** Whether the cursor was issued to a user who sees the same rows. */
  isOf(cursor: string | null, scope: Pick<UserScope, "rowsKey">): boolean {
    return (cursor ?? "").split(",").every((place) => readPlace(place)?.scopeTag === tagOf(scope));
  }

  /** Whether all positions in the cursor were issued by this process. */
  isOurs(cursor: string | null): boolean {
    return (cursor ?? "").split(",").every((place) => readPlace(place)?.epoch === this.#sources.store.epoch);
  }

  /** Records up to which change the rows are complete; call it whenever no row is waiting to be recomputed. */
  note(): void {
    const reading = this.#sources.reading();
    if (reading === undefined) return;
    const last = this.#marks.at(-1)?.reading;
    // A garden that was restored from a backup has lower resource versions; the recorded ones are then useless.
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

/** One position in a cursor: store id, change number, scope; optionally time, resource versions and content digests. */
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

/** Whether a client that has read the collections at `theirs` has everything that the rows contained at `mark`. */
function lacksNothing(theirs: CollectionVersions, mark: CollectionVersions): boolean {
  return (
    theirs.versions.length === mark.versions.length &&
    mark.versions.every(
      (version, at) =>
        compareResourceVersions(version, theirs.versions[at] ?? "") <= 0 || theirs.contents[at] === mark.contents[at],
    )
  );
}

/** Whether no resource version in `versions` is higher than the one in `bound`. */
function isWithin(versions: readonly string[], bound: readonly string[]): boolean {
  return (
    versions.length === bound.length &&
    versions.every((version, at) => compareResourceVersions(version, bound[at] ?? "") <= 0)
  );
}
