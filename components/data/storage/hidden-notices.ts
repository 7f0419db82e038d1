import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import * as z from "zod/mini";
import { createStateStore, useStateStore } from "#components/ui/state/store.ts";
import { sessionQuery } from "../queries/session-queries.ts";
import { readStoredValue, storeInBrowser } from "./tab-store.ts";

const hiddenSchema = z.array(z.string());
/** Maximum number of notices that the browser knows to be hidden. */
const mostHidden = 200;

interface Hidden {
  readonly person: string | undefined;
  readonly keys: readonly string[];
}

const nameOf = (person: string) => `almanac.hiddenNotices.${person}`;
const hiddenBy = (person: string) => readStoredValue(nameOf(person), hiddenSchema, "localStorage") ?? [];

/** The notices that the signed-in user has hidden in this browser, in whichever tab. */
export const hiddenNoticesStore = createStateStore<Hidden>({ person: undefined, keys: [] }, () => {
  window.addEventListener("storage", readAgain);
  return () => window.removeEventListener("storage", readAgain);
});

function readAgain(): void {
  const { person } = hiddenNoticesStore.get();
  if (person !== undefined) hiddenNoticesStore.set({ person, keys: hiddenBy(person) });
}

export function loadHiddenNotices(person: string): void {
  if (hiddenNoticesStore.get().person !== person) hiddenNoticesStore.set({ person, keys: hiddenBy(person) });
}

/** Hides a notice on the user's pages in this browser. A notice that has changed has another key. */
export function hideNotice(key: string): void {
  const { person } = hiddenNoticesStore.get();
  if (person === undefined) return;
  // Another tab can have hidden others since.
  const keys = [...hiddenBy(person).filter((each) => each !== key), key].slice(-mostHidden);
  hiddenNoticesStore.set({ person, keys });
  storeInBrowser(nameOf(person), keys);
}

/** Returns whether the user has hidden a notice; each counts as hidden until it is known who the user is. */
export function useHiddenNotices(): (key: string) => boolean {
  const person = useQuery({ ...sessionQuery, select: ({ user }) => user.name }).data;
  useEffect(() => {
    if (person !== undefined) loadHiddenNotices(person);
  }, [person]);
  const hidden = useStateStore(hiddenNoticesStore);
  return (key) => hidden.person === undefined || hidden.person !== person || hidden.keys.includes(key);
}
