import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { createStore, type ReadableStore, useStore } from "#components/ui/state/store.ts";
import type { FollowedAct } from "#lib/act/follow/operation-progress.ts";
import { memoizeLast } from "#lib/memo/memoize-last.ts";
import { keyHere } from "../address/garden-here.ts";
import { sessionQuery } from "../queries/session-queries.ts";
import { keepInTab } from "./tab-store.ts";

/** One act that was sent from this tab. It holds nothing of what was written, so it can hold no secret. */
export interface JournalEntry extends FollowedAct {
  readonly id: string;
  /** The act in words, as its button said: `Reconcile`, `Update to 1.35.6`. */
  readonly title: string;
  readonly target: { readonly uid: string; readonly project: string; readonly name: string };
  /** Who was signed in. */
  readonly by: string;
  /** The preview that was confirmed; the audit log names it too. */
  readonly previewHash: string;
  /** The bulk run that it is a part of: then the run speaks for it. */
  readonly batch?: string;
  /** The person has seen the result on the cluster and put it away; the journal keeps it. */
  readonly dismissed?: boolean;
}

const mostEntries = 500;

const kept = createStore<readonly JournalEntry[]>([]);
const latestOf = memoizeLast(
  (entries: readonly JournalEntry[]) => new Map(entries.map((entry) => [entry.target.uid, entry])),
);

function keep(next: readonly JournalEntry[]): void {
  kept.set(next.slice(-mostEntries));
}

/** All entries of this tab, the oldest first. */
export const journal: ReadableStore<readonly JournalEntry[]> = kept;

export function recordRequest(entry: JournalEntry): void {
  keep([...kept.get(), entry]);
}

/** Replaces an entry by what `change` makes of it; the same object changes nothing. */
export function changeRequest(id: string, change: (entry: JournalEntry) => JournalEntry): void {
  const entry = kept.get().find((each) => each.id === id);
  if (entry === undefined) return;
  const next = change(entry);
  if (next !== entry) keep(kept.get().map((each) => (each === entry ? next : each)));
}

/** Puts what an earlier page of this tab has kept before what this one has recorded. */
export function restoreJournal(earlier: readonly JournalEntry[]): void {
  const known = new Set(kept.get().map(({ id }) => id));
  keep([...earlier.filter(({ id }) => !known.has(id)), ...kept.get()]);
}

/** Takes back an entry for which the garden wrote nothing and another request was made in its place. */
export function dropRequest(id: string): void {
  keep(kept.get().filter((each) => each.id !== id));
}

/** Where this tab keeps its journal and its notices. */
export const journalKey = "almanac.journal";

/** Whether an earlier page of this tab has kept something. */
export function isJournalStored(): boolean {
  try {
    return sessionStorage.getItem(keyHere(journalKey)) !== null;
  } catch {
    // Storage is closed to us, so nothing was kept in it.
    return false;
  }
}

/** Forgets everything, also what is kept in this tab's storage: somebody signs out. */
export function clearJournal(): void {
  keep([]);
  keepInTab(journalKey, undefined);
}

export function dismissRequest(id: string): void {
  changeRequest(id, (entry) => ({ ...entry, dismissed: true }));
}

/** Whether anything was sent from this tab. */
export function useAnyRequest(): boolean {
  return useStore(kept, (entries) => entries.length > 0);
}

/** The latest act that this tab has sent to a Shoot, until it is dismissed. */
export function useLatestRequest(uid: string): JournalEntry | undefined {
  const entry = useStore(kept, (entries) => latestOf(entries).get(uid));
  return entry?.dismissed === true ? undefined : entry;
}

/** What was sent from this tab by whoever is signed in now, the newest first. */
export function useRequestJournal(): readonly JournalEntry[] {
  const all = useStore(kept);
  const me = useQuery(sessionQuery).data?.user.name;
  return useMemo(() => all.filter(({ by }) => by === me).toReversed(), [all, me]);
}
