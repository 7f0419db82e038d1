import {
  type StagedRun,
  type StagedRunChange,
  type StagedRunPlan,
  stagedRunLimits,
  storedStagedRunSchema,
} from "#lib/contract/staged/staged-runs.ts";
import { fail, type Result } from "#lib/result.ts";
import {
  addEntry,
  type ChangedEntries,
  type EntryChangeContext,
  type EntryError,
  findEntry,
  removeEntry,
  replaceEntry,
} from "#lib/stored-entries/change-entries.ts";
import { type EntryDocument, type EntryKind, entryParser } from "#lib/stored-entries/entry-document.ts";
import { changeStagedRun, type StagedRunError, type StagedRunHand } from "./change-staged-run.ts";

/** How staged runs are stored, each as an entry of a list in the project that keeps them. */
export const stagedRunEntries: EntryKind<StagedRun> = {
  list: "runs",
  most: stagedRunLimits.runs,
  namesRepeat: true,
  parse: entryParser(storedStagedRunSchema),
};

export type StagedRunEntryError =
  | EntryError
  | StagedRunError
  | "too-many-own"
  | "too-large"
  | "project-full"
  | "empty-stage";
type Changed = Result<ChangedEntries<StagedRun>, StagedRunEntryError>;

/** Adds a run; runs that are over leave first if there are too many. Clusters begin with their first attempt. */
export function addStagedRun(
  book: EntryDocument,
  { project: _, clusters, ...plan }: StagedRunPlan,
  { by, at, newId }: EntryChangeContext,
): Changed {
  if (bytesOf({ ...plan, clusters }) > stagedRunLimits.bytes) return fail("too-large");
  const used = new Set(clusters.map(({ stage }) => stage));
  if (used.size !== plan.stages.length || plan.stages.some((_stage, index) => !used.has(index)))
    return fail("empty-stage");
  const known = book.entries.flatMap((entry) => stagedRunEntries.parse(entry) ?? []);
  const own = known.filter(({ status, startedBy }) => status === "going" && startedBy === by);
  if (own.length >= stagedRunLimits.goingPerPerson) return fail("too-many-own");
  return withinBounds(
    addEntry(withRoom(book, known), stagedRunEntries, {
      ...{ id: newId, by, at, startedBy: by, startedAt: at },
      ...plan,
      clusters: clusters.map((cluster) => ({
        ...cluster,
        phase: "waiting",
        progress: { attempt: 1, conflicts: 0 },
      })),
      ...{ status: "going", current: 0, ends: [], approvals: [], tolerated: 0 },
      history: [{ by, at, what: "made" }],
    }),
  );
}

/** Room for the outcomes of requests that were sent, in bytes. */
const outcomeBytes = 40 * 1024;

/** What a cluster usually stores once it was changed, in bytes: runs that are going leave room for it. */
const usualProgressBytes = 500;

/** Refuses what would fill the ConfigMap, which would make all runs of the project unreadable. */
function withinBounds(changed: Changed): Changed {
  if (!changed.ok) return changed;
  const { entries } = changed.value.book;
  const toCome = entries
    .flatMap((entry) => stagedRunEntries.parse(entry) ?? [])
    .filter(({ status }) => status === "going")
    .flatMap(({ clusters }) => clusters.filter(({ phase }) => phase === "waiting"));
  const isFull = bytesOf(entries) + toCome.length * usualProgressBytes > stagedRunLimits.bookBytes;
  return isFull ? fail("project-full") : changed;
}

function bytesOf(value: unknown): number {
  return new TextEncoder().encode(JSON.stringify(value)).byteLength;
}

/** The list without its oldest runs that are over, so that one more fits in number and in size. */
function withRoom(book: EntryDocument, known: readonly StagedRun[]): EntryDocument {
  const over = known
    .filter(({ status }) => status !== "going")
    .sort((left, right) => (left.at < right.at ? -1 : 1))
    .map(({ id }) => id);
  let { entries } = book;
  const isFull = () => entries.length >= stagedRunLimits.runs || bytesOf(entries) > stagedRunLimits.bookBytes / 2;
  for (const id of over) {
    if (!isFull()) break;
    entries = entries.filter((entry) => stagedRunEntries.parse(entry)?.id !== id);
  }
  return { ...book, entries };
}

/** Applies one change to the current state of a run, so that changes of two people never undo each other. */
export function changeStagedRunEntry(book: EntryDocument, change: StagedRunChange, hand: StagedRunHand): Changed {
  const found = findEntry(book, stagedRunEntries, { id: change.id });
  if (!found.ok) return found;
  const changed = changeStagedRun(found.value, change, hand);
  if (!changed.ok) return changed;
  const seen = { id: change.id, seen: found.value.at };
  if (change.kind === "delete") return removeEntry(book, stagedRunEntries, seen);
  const run = { ...changed.value, by: hand.by, at: hand.at };
  const replaced = replaceEntry(book, stagedRunEntries, { ...seen, change: () => run, optional: ["driver"] });
  if (change.kind !== "progress" || !replaced.ok) return replaced;
  // A request leaves room for what comes of it, so that it can still be stored.
  const isSending = change.clusters.some(({ phase }) => phase === "sending");
  const most = isSending ? stagedRunLimits.bookBytes : stagedRunLimits.bookBytes + outcomeBytes;
  return bytesOf(replaced.value.book.entries) > most ? fail("project-full") : replaced;
}
