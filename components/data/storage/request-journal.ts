import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { createStateStore, type ReadableStore, useStateStore } from "#components/ui/state/store.ts";
import type { FollowedAct } from "#lib/act/follow/operation-progress.ts";
import { memoizeLast } from "#lib/memo/memoize-last.ts";
import { keyHere } from "../address/garden-here.ts";
import { sessionQuery } from "../queries/session-queries.ts";
import { keepInTab } from "./tab-store.ts";

/** One act sent from this tab. Contains nothing that was written to the garden, and therefore no secret. */
export interface JournalEntry extends FollowedAct {
  readonly id: string;
  /** Display name of the act, as on its button: `Reconcile`, `Update to 1.35.6`. */
  readonly title: string;
  readonly target: { readonly uid: string; readonly project: string; readonly name: string };
  /** Name of the user who sent it. */
  readonly by: string;
  /** Hash of the confirmed preview; the audit log contains it too. */
  readonly previewHash: string;
  /** Id of the bulk run the act belongs to, which then reports it. */
  readonly batch?: string;
  /** The user dismissed the result on the cluster's page; the journal keeps the entry. */
  readonly dismissed?: boolean;
}

const mostEntries = 500;

const kept = createStateStore<readonly JournalEntry[]>([]);
const latestOf = memoizeLast(
  (entries: readonly JournalEntry[]) => new Map(entries.map((entry) => [entry.target.uid, entry])),
);

function keep(next: readonly JournalEntry[]): void {
  kept.set(next.slice(-mostEntries));
}

/** All entries of this tab, oldest first. */
export const journal: ReadableStore<readonly JournalEntry[]> = kept;

export function recordRequest(entry: JournalEntry): void {
  keep([...kept.get(), entry]);
}

/** Replaces an entry with the result of `change`; returning the same object is a no-op. */
export function changeRequest(id: string, change: (entry: JournalEntry) => JournalEntry): void {
  const entry = kept.get().find((each) => each.id === id);
  if (entry === undefined) return;
  const next = change(entry);
  if (next !== entry) keep(kept.get().map((each) => (each === entry ? next : each)));
}

/** Prepends the entries stored by an earlier document of this tab. */
export function restoreJournal(earlier: readonly JournalEntry[]): void {
  const known = new Set(kept.get().map(({ id }) => id));
  keep([...earlier.filter(({ id }) => !known.has(id)), ...kept.get()]);
}

/** Removes an entry when the garden wrote nothing and a new request replaced it. */
export function dropRequest(id: string): void {
  keep(kept.get().filter((each) => each.id !== id));
}

/** Session storage key of this tab's journal and notices. */
export const journalKey = "almanac.journal";

/** Whether an earlier document of this tab has stored entries. */
export function isJournalStored(): boolean {
  try {
    return sessionStorage.getItem(keyHere(journalKey)) !== null;
  } catch {
    // Storage is not accessible, so nothing was stored.
    return false;
  }
}

/** Clears the journal in memory and in session storage, when the user signs out. */
export function clearJournal(): void {
  keep([]);
  keepInTab(journalKey, undefined);
}

export function dismissRequest(id: string): void {
  changeRequest(id, (entry) => ({ ...entry, dismissed: true }));
}

/** Whether any act was sent from this tab. */
export function useAnyRequest(): boolean {
  return useStateStore(kept, (entries) => entries.length > 0);
}

/** Returns the latest act this tab sent to a Shoot, unless it was dismissed. */
export function useLatestRequest(uid: string): JournalEntry | undefined {
  const entry = useStateStore(kept, (entries) => latestOf(entries).get(uid));
  return entry?.dismissed === true ? undefined : entry;
}

/** Returns the acts the signed-in user sent from this tab, newest first. */
export function useRequestJournal(): readonly JournalEntry[] {
  const all = useStateStore(kept);
  const me = useQuery(sessionQuery).data?.user.name;
  return useMemo(() => all.filter(({ by }) => by === me).toReversed(), [all, me]);
}
