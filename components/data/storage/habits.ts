"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import * as z from "zod/mini";
import { createStore, type Store, useStore } from "#components/ui/state/store.ts";
import { text } from "#lib/language/text.ts";
import { keyHere } from "../address/garden-here.ts";
import { sessionQuery } from "../queries/session-queries.ts";
import { offerUndo } from "./undoable.ts";

const habitsSchema = z.object({
  /** Clusters by their uid: a name would stay in this browser when its reader has gone, and a uid says nothing. */
  pinned: z.array(z.string()),
  /** The clusters opened last, the latest first. */
  recent: z.array(z.string()),
  /** The addresses of the pages opened last, the latest first. */
  pages: z.array(z.string()),
});

/** What somebody has pinned and looked at last. */
export type Habits = Readonly<z.infer<typeof habitsSchema>>;

/** Where habits are kept. Whoever brings them to every device of a person writes another one of these. */
export interface HabitKeeper {
  readonly read: (person: string) => Habits | undefined;
  readonly keep: (person: string, habits: Habits) => void;
  /** Tells when somebody else has kept something, such as another tab. Returns the way to hear of it no more. */
  readonly follow: (changed: () => void) => () => void;
}

const mostRecent = 8;
const mostPinned = 200;
const nothing: Habits = { pinned: [], recent: [], pages: [] };

interface Held {
  readonly person: string | undefined;
  readonly habits: Habits;
}

const keyOf = (person: string) => keyHere(`almanac.habits.${person}`);

/** In this browser. */
export const browserKeeper: HabitKeeper = {
  read: (person) => {
    try {
      const parsed = habitsSchema.safeParse(JSON.parse(localStorage.getItem(keyOf(person)) ?? "null"));
      return parsed.success ? parsed.data : undefined;
    } catch {
      // Closed to us, or not ours: then habits live as long as the page.
      return undefined;
    }
  },
  keep: (person, habits) => {
    try {
      localStorage.setItem(keyOf(person), JSON.stringify(habits));
    } catch {
      // Full or forbidden: they live as long as the page.
    }
  },
  follow: (changed) => {
    window.addEventListener("storage", changed);
    return () => window.removeEventListener("storage", changed);
  },
};

/** The habits of whoever is signed in, as one keeper holds them. */
export class HabitBook {
  readonly #keeper: HabitKeeper;
  readonly store: Store<Held>;

  constructor(keeper: HabitKeeper) {
    this.#keeper = keeper;
    this.store = createStore<Held>({ person: undefined, habits: nothing }, () =>
      keeper.follow(() => this.#readAgain()),
    );
  }

  /** Opens the book of a person. */
  belongTo(person: string): void {
    if (this.store.get().person === person) return;
    this.store.set({ person, habits: this.#keeper.read(person) ?? nothing });
  }

  togglePin(uid: string): void {
    const pinned = this.store.get().habits.pinned.filter((each) => each !== uid);
    const was = pinned.length < this.store.get().habits.pinned.length;
    this.#change({ pinned: was ? pinned : [...pinned, uid].slice(-mostPinned) });
  }

  visit(what: "recent" | "pages", key: string): void {
    const held = this.store.get().habits[what];
    if (held[0] === key) return;
    this.#change({ [what]: [key, ...held.filter((each) => each !== key)].slice(0, mostRecent) });
  }

  #change(part: Partial<Habits>): void {
    const { person, habits } = this.store.get();
    const next = { ...habits, ...part };
    this.store.set({ person, habits: next });
    if (person !== undefined) this.#keeper.keep(person, next);
  }

  #readAgain(): void {
    const { person } = this.store.get();
    if (person !== undefined) this.store.set({ person, habits: this.#keeper.read(person) ?? nothing });
  }
}

export const habitBook = new HabitBook(browserKeeper);

/** Pins a cluster, or takes its pin away, which can be undone. */
export function togglePinned({
  uid,
  project,
  name,
}: {
  readonly uid: string;
  readonly project: string;
  readonly name: string;
}) {
  const isPinned = () => habitBook.store.get().habits.pinned.includes(uid);
  habitBook.togglePin(uid);
  if (isPinned()) return;
  offerUndo({
    subject: `pin ${uid}`,
    what: text("{project}/{name} is not pinned any more", { project, name }),
    undo: () => {
      if (!isPinned()) habitBook.togglePin(uid);
    },
  });
}

/** What whoever is signed in has pinned and looked at. */
export function useHabits(): Habits {
  const person = useQuery({ ...sessionQuery, select: ({ user }) => user.name }).data;
  useEffect(() => {
    if (person !== undefined) habitBook.belongTo(person);
  }, [person]);
  return useStore(habitBook.store, ({ habits }) => habits);
}
