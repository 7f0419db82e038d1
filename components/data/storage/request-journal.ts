import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { createStateStore, type ReadableStore, useStateStore } from "#components/ui/state/store.ts";
import type { FollowedAct } from "#lib/act/follow/operation-progress.ts";
import { memoizeLast } from "#lib/memo/memoize-last.ts";
import { storageKeyInGarden } from "../address/garden-here.ts";
import { sessionQuery } from "../queries/session-queries.ts";
import { storeInTab } from "./tab-store.ts";

/** An action on a cluster that was sent from this tab. Does not contain what was written, and therefore no secret. */
export interface ActRequestEntry extends FollowedAct {
  readonly id: string;
  /** Display name of the action, as on its button: `Reconcile`, `Update to 1.35.6`. */
  readonly title: string;
  readonly target: { readonly uid: string; readonly project: string; readonly name: string };
  /** Name of the user who has sent the request. */
  readonly by: string;
  /** Hash of the confirmed preview, which is also in the audit log. */
  readonly previewHash: string;
  /** Id of the bulk run to which the action belongs; then the run reports the result. */
  readonly batch?: string;
  /** Whether the user has dismissed the result on the cluster's page. */
  readonly dismissed?: boolean;
}

const mostEntries = 500;

const kept = createStateStore<readonly ActRequestEntry[]>([]);
const latestOf = memoizeLast(
  (entries: readonly ActRequestEntry[]) => new Map(entries.map((entry) => [entry.target.uid, entry])),
);

function keep(next: readonly ActRequestEntry[]): void {
  kept.set(next.slice(-mostEntries));
}

/** Journal of all action requests of this tab, oldest first. */
export const actRequestJournal: ReadableStore<readonly ActRequestEntry[]> = kept;

export function recordActRequest(entry: ActRequestEntry): void {
  keep([...kept.get(), entry]);
}

/** Replaces a request in the journal by the result of `change`, unless that is the same object. */
export function updateActRequest(id: string, change: (entry: ActRequestEntry) => ActRequestEntry): void {
  const entry = kept.get().find((each) => each.id === id);
  if (entry === undefined) return;
  const next = change(entry);
  if (next !== entry) keep(kept.get().map((each) => (each === entry ? next : each)));
}

/** Adds the requests that this tab stored before a reload to the beginning of the journal. */
export function restoreActRequests(earlier: readonly ActRequestEntry[]): void {
  const known = new Set(kept.get().map(({ id }) => id));
  keep([...earlier.filter(({ id }) => !known.has(id)), ...kept.get()]);
}

/** Removes a request that wrote nothing and was replaced by a new one. */
export function dropActRequest(id: string): void {
  keep(kept.get().filter((each) => each.id !== id));
}

/** Name of the session storage entry with this tab's requests and toast messages. */
export const journalStorageKey = "almanac.journal";

/** Whether this tab has stored requests before a reload. */
export function isJournalStored(): boolean {
  try {
    return sessionStorage.getItem(storageKeyInGarden(journalStorageKey)) !== null;
  } catch {
    // Session storage is not accessible, so nothing was stored.
    return false;
  }
}

/** Clears the requests in memory and in session storage, for sign-out. */
export function clearActRequests(): void {
  keep([]);
  storeInTab(journalStorageKey, undefined);
}

export function dismissActRequestResult(id: string): void {
  updateActRequest(id, (entry) => ({ ...entry, dismissed: true }));
}

/** Returns whether any action was sent from this tab. */
export function useHasActRequests(): boolean {
  return useStateStore(kept, (entries) => entries.length > 0);
}

/** Returns the latest request from this tab to a Shoot, unless its result was dismissed. */
export function useLatestActRequest(uid: string): ActRequestEntry | undefined {
  const entry = useStateStore(kept, (entries) => latestOf(entries).get(uid));
  return entry?.dismissed === true ? undefined : entry;
}

/** Returns the requests that the signed-in user has sent from this tab, newest first. */
export function useActRequestsOfUser(): readonly ActRequestEntry[] {
  const all = useStateStore(kept);
  const me = useQuery(sessionQuery).data?.user.name;
  return useMemo(() => all.filter(({ by }) => by === me).toReversed(), [all, me]);
}
