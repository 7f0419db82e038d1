import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import * as z from "zod/mini";
import { createStateStore, useStateStore } from "#components/ui/state/store.ts";
import type { FleetRow } from "#lib/contract/fleet.ts";
import { text } from "#lib/language/text.ts";
import { sessionQuery } from "../queries/session-queries.ts";
import { keepInBrowser, readKept } from "./tab-store.ts";
import { offerUndo } from "./undoable.ts";

const habitsSchema = z.object({
  /** Pinned clusters by uid: unlike a name, a uid reveals nothing when it stays in the browser. */
  pinned: z.array(z.string()),
  /** Uids of the clusters opened last, latest first. */
  recent: z.array(z.string()),
  /** Addresses of the pages opened last, latest first. */
  pages: z.array(z.string()),
});

/** Pins of a user, and the clusters and pages they opened last. */
export type Habits = Readonly<z.infer<typeof habitsSchema>>;

const mostRecent = 8;
const mostPinned = 200;
const nothing: Habits = { pinned: [], recent: [], pages: [] };

interface Held {
  readonly person: string | undefined;
  readonly habits: Habits;
}

const keyOf = (person: string) => `almanac.habits.${person}`;
const habitsOf = (person: string) => readKept(keyOf(person), habitsSchema, "localStorage") ?? nothing;

/** Habits of the signed-in user; another tab may change them. */
export const habitsStore = createStateStore<Held>({ person: undefined, habits: nothing }, () => {
  window.addEventListener("storage", readAgain);
  return () => window.removeEventListener("storage", readAgain);
});

function readAgain(): void {
  const { person } = habitsStore.get();
  if (person !== undefined) habitsStore.set({ person, habits: habitsOf(person) });
}

export function openHabits(person: string): void {
  if (habitsStore.get().person !== person) habitsStore.set({ person, habits: habitsOf(person) });
}

function change(part: Partial<Habits>): void {
  const { person, habits } = habitsStore.get();
  const next = { ...habits, ...part };
  habitsStore.set({ person, habits: next });
  if (person !== undefined) keepInBrowser(keyOf(person), next);
}

export function recordVisit(what: "recent" | "pages", key: string): void {
  const held = habitsStore.get().habits[what];
  if (held[0] !== key) change({ [what]: [key, ...held.filter((each) => each !== key)].slice(0, mostRecent) });
}

const isPinned = (uid: string) => habitsStore.get().habits.pinned.includes(uid);

function togglePin(uid: string): void {
  const others = habitsStore.get().habits.pinned.filter((each) => each !== uid);
  change({ pinned: isPinned(uid) ? others : [...others, uid].slice(-mostPinned) });
}

/** Pins a cluster, or unpins it and offers undo. */
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

/** Returns the pins and recent clusters and pages of the signed-in user. */
export function useHabits(): Habits {
  const person = useQuery({ ...sessionQuery, select: ({ user }) => user.name }).data;
  useEffect(() => {
    if (person !== undefined) openHabits(person);
  }, [person]);
  return useStateStore(habitsStore, ({ habits }) => habits);
}
