import * as z from "zod/mini";
import { createStateStore, useStateStore } from "#components/ui/state/store.ts";
import type { Announcement } from "#lib/contract/landscape/announcements.ts";
import { readStoredValue, storeInBrowser } from "../storage/tab-store.ts";

const storageName = "almanac.hiddenAnnouncements";
const hiddenSchema = z.array(z.string());
/** Maximum number of announcements that the browser knows to be hidden. */
const mostHidden = 200;

const store = createStateStore<readonly string[] | undefined>(undefined);

/** An announcement that was changed since is not the same: it is shown again. */
const keyOf = ({ id, at }: Announcement) => `${id} ${at}`;

/** Returns which announcements the user has hidden in this browser. */
export function useHiddenAnnouncements(): (announcement: Announcement) => boolean {
  const hidden = useStateStore(store) ?? [];
  return (announcement) => (store.get() === undefined ? stored() : hidden).includes(keyOf(announcement));
}

/** Hides an announcement on the user's pages in this browser, until an operator changes it. */
export function hideAnnouncement(announcement: Announcement): void {
  const hidden = [...stored(), keyOf(announcement)].slice(-mostHidden);
  store.set(hidden);
  storeInBrowser(storageName, hidden);
}

function stored(): readonly string[] {
  return store.get() ?? readStoredValue(storageName, hiddenSchema, "localStorage") ?? [];
}
