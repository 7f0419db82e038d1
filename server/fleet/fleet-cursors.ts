import "server-only";
import { compareResourceVersions } from "#lib/kube/resource-version.ts";
import type { UserScope } from "../access/user-scope.ts";
import type { RowStore } from "./row-store.ts";

/** How far each watched collection was read, always in one order. */
export type CollectionVersions = readonly string[];

export interface CursorSources {
  readonly store: Pick<RowStore, "epoch" | "clock">;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Undefined while rows are behind what was read, or while something was never read. */
  readonly versions: () => CollectionVersions | undefined;
}

/** At `clock`, the rows told everything up to `versions`. */
interface Mark {
  readonly versions: CollectionVersions;
  readonly clock: number;
  readonly atMs: number;
}

interface ReadCursor {
  readonly epoch: string;
  readonly clock: number;
  readonly scopeTag: string;
  readonly mark: Pick<Mark, "versions" | "atMs"> | undefined;
}

const markEveryMs = 1_000;
const mostMarks = 1_000;
/** What passes by the clock (a version's end) passes on two replicas at about the same time, not at the same. */
const skewMs = 60_000;
/** Tabs that share a stream and were told their places by several replicas. */
const mostPlaces = 8;

/**
 * Where a reader of the fleet stands, as a text that any replica understands. In the process that gave it out, `clock`
 * says it exactly. In another one, what had been read of each collection says it: rows that were touched since that was
 * so here are all that the reader can lack. The scope is part of it, because a difference between two moments cannot tell
 * what a reader gained who could not see it before.
 */
export class FleetCursors {
  readonly #sources: CursorSources;
  #marks: Mark[] = [];
  #reached: CollectionVersions | undefined;

  constructor(sources: CursorSources) {
    this.#sources = sources;
  }

  /** Of everything that the scope covers, as it is now. */
  now(scope: Pick<UserScope, "rowsKey">): string {
    this.note();
    const { store, now } = this.#sources;
    const place = [store.epoch, store.clock, tagOf(scope)];
    const mark = this.#reached === undefined ? [] : [Math.floor(now() / 1000).toString(36), this.#reached.join("-")];
    return [...place, ...mark].join(".");
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

  /** Whether this process alone gave it out. */
  isOurs(cursor: string | null): boolean {
    return (cursor ?? "").split(",").every((place) => readPlace(place)?.epoch === this.#sources.store.epoch);
  }

  /** To be called whenever the rows have caught up with what was read. */
  note(): void {
    const versions = this.#sources.versions();
    if (versions === undefined) return;
    const last = this.#marks.at(-1);
    // A garden that was restored from a backup counts from further back: what was marked says nothing any more.
    if (last !== undefined && !isWithin(last.versions, versions)) this.#marks = [];
    this.#reached = versions;
    const atMs = this.#sources.now();
    const newest = this.#marks.at(-1);
    if (newest !== undefined && (atMs - newest.atMs < markEveryMs || isWithin(versions, newest.versions))) return;
    this.#marks.push({ versions, clock: this.#sources.store.clock, atMs });
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
    const within = ({ versions }: Mark) => isWithin(versions, theirs.versions);
    const early = this.#marks.findLast((mark) => mark.atMs <= theirs.atMs - skewMs && within(mark));
    if (early !== undefined) return early.clock;
    const [first] = this.#marks;
    return first !== undefined && first.atMs <= theirs.atMs && within(first) ? first.clock : undefined;
  }
}

function readPlace(text: string): ReadCursor | undefined {
  const match = /^([\w-]{1,32})\.(\d{1,15})\.([\w-]{1,8})(?:\.([0-9a-z]{1,8})\.(\d{1,20}(?:-\d{1,20}){0,9}))?$/.exec(
    text,
  );
  if (match === null) return undefined;
  const [, epoch = "", clock = "", scopeTag = "", seconds, versions] = match;
  const mark =
    seconds === undefined || versions === undefined
      ? undefined
      : { atMs: Number.parseInt(seconds, 36) * 1000, versions: versions.split("-") };
  return { epoch, clock: Number(clock), scopeTag, mark };
}

function tagOf({ rowsKey }: Pick<UserScope, "rowsKey">): string {
  return rowsKey.slice(0, 8);
}

/** Whether no collection is further on in `versions` than in `bound`. */
function isWithin(versions: CollectionVersions, bound: CollectionVersions): boolean {
  return (
    versions.length === bound.length &&
    versions.every((version, at) => compareResourceVersions(version, bound[at] ?? "") <= 0)
  );
}
