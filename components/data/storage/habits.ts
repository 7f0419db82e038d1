import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import * as z from "zod/mini";
import { createStateStore, useStateStore } from "#components/ui/state/store.ts";
import type { FleetRow } from "#lib/contract/fleet.ts";
import { text } from "#lib/language/text.ts";
import { sessionQuery } from "../queries/session-queries.ts";
import { readStoredValue, storeInBrowser } from "./tab-store.ts";
import { offerUndo } from "./undoable.ts";

const habitsSchema = z.object({
  /** Pinned clusters by uid: unlike a name, a uid reveals nothing when it stays in the browser. */
  pinned: z.array(z.string()),
  /** Uids of the clusters opened most recently, latest first. */
  recent: z.array(z.string()),
  /** Paths of the pages opened most recently, latest first. */
  pages: z.array(z.string()),
});

/** The user's pinned clusters, and the clusters and pages opened most recently. */
export type PinsAndRecentVisits = Readonly<z.infer<typeof habitsSchema>>;

const mostRecent = 8;
const mostPinned = 200;
const nothing: PinsAndRecentVisits = { pinned: [], recent: [], pages: [] };

interface Held {
  readonly person: string | undefined;
  readonly habits: PinsAndRecentVisits;
}

const keyOf = (person: string) => `almanac.habits.${person}`;
const habitsOf = (person: string) => readStoredValue(keyOf(person), habitsSchema, "localStorage") ?? nothing;

/** State with the pins and recent visits of the signed-in user, which other tabs may change. */
export const pinsAndRecentVisitsStore = createStateStore<Held>({ person: undefined, habits: nothing }, () => {
  window.addEventListener("storage", readAgain);
  return () => window.removeEventListener("storage", readAgain);
});

function readAgain(): void {
  const { person } = pinsAndRecentVisitsStore.get();
  if (person !== undefined) pinsAndRecentVisitsStore.set({ person, habits: habitsOf(person) });
}

export function loadPinsAndRecentVisits(person: string): void {
  if (pinsAndRecentVisitsStore.get().person !== person)
    pinsAndRecentVisitsStore.set({ person, habits: habitsOf(person) });
}

function change(part: Partial<PinsAndRecentVisits>): void {
  const { person, habits } = pinsAndRecentVisitsStore.get();
  const next = { ...habits, ...part };
  pinsAndRecentVisitsStore.set({ person, habits: next });
  if (person !== undefined) storeInBrowser(keyOf(person), next);
}

export function recordVisit(what: "recent" | "pages", key: string): void {
  const held = pinsAndRecentVisitsStore.get().habits[what];
  if (held[0] !== key) change({ [what]: [key, ...held.filter((each) => each !== key)].slice(0, mostRecent) });
}

const isPinned = (uid: string) => pinsAndRecentVisitsStore.get().habits.pinned.includes(uid);

function togglePin(uid: string): void {
  const others = pinsAndRecentVisitsStore.get().habits.pinned.filter((each) => each !== uid);
  change({ pinned: isPinned(uid) ? others : [...others, uid].slice(-mostPinned) });
}

/** Pins a cluster; if it is pinned already, unpins it and offers undo. */
export function togglePinned({ uid, project, name }: Pick<FleetRow, "uid" | "project" | "name">): void {
  togglePin(uid);
  if (isPinned(uid)) return;
  offerUndo({
    subject: `pin ${uid}`,
    what: text("{project}/{name} is not pinned any more", { project, name }),
    undo: () => {
      if (!isPinned(uid)) togglePin(uid);
    },
  });
}

/** Returns the pinned clusters and the recently opened clusters and pages of the signed-in user. */
export function usePinsAndRecentVisits(): PinsAndRecentVisits {
  const person = useQuery({ ...sessionQuery, select: ({ user }) => user.name }).data;
  useEffect(() => {
    if (person !== undefined) loadPinsAndRecentVisits(person);
  }, [person]);
  return useStateStore(pinsAndRecentVisitsStore, ({ habits }) => habits);
}
