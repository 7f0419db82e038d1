import "server-only";
import { announcementEntries } from "#lib/announcements/change-announcements.ts";
import type { Announcement } from "#lib/contract/announcements/announcements.ts";
import { configMaps } from "#lib/kube/resource.ts";
import { secondMs } from "#lib/kube/time-units.ts";
import { text } from "#lib/language/text.ts";
import type { EntryDocument } from "#lib/stored-entries/entry-document.ts";
import { shownEntriesOf } from "#lib/stored-entries/entry-document.ts";
import { RequestCache } from "#server/access/request-cache.ts";
import type { GardenClient } from "#server/garden/garden-client.ts";
import { GardenError } from "#server/garden/garden-error.ts";
import { type DocumentStore, findDocument } from "#server/storage/document-store.ts";
import { entryStoreAt } from "#server/storage/entry-document-stores.ts";
import { describeStorageError, type PersonalDataStorage } from "#server/storage/own-keeping.ts";

/** The announcements of a garden as stored. */
export interface AnnouncementBook {
  readonly announcements: readonly Announcement[];
  readonly unshown: number;
  /** Why there are none, in the language of the caller: the book is that of all users. */
  readonly unavailable?: () => string;
}

/** How long another replica's change stays unseen at most. */
const rereadMs = 20 * secondMs;
/** Limit on the size of the ConfigMap that is read: the longest announcements, in characters of several bytes. */
const mostBytes = 768 * 1024;

/** Where the announcements of a garden are stored: one ConfigMap in Almanac's namespace. */
export function announcementStore(
  client: GardenClient,
  namespace: string,
  signal?: AbortSignal,
): DocumentStore<EntryDocument> {
  const target = { resource: configMaps, namespace, name: "almanac-announcements" };
  return { ...entryStoreAt(announcementEntries, target), client, signal, limitBytes: mostBytes };
}

/**
 * Reads the announcements with Almanac's own credential, because users cannot read Almanac's namespace: once for all
 * users, at most every 20 seconds.
 *
 * @param now monotonic milliseconds
 */
export function createAnnouncementReader(keeping: PersonalDataStorage | undefined, now: () => number) {
  const cache = new RequestCache<AnnouncementBook>({ now, ttlMs: rereadMs, maxEntries: 1 });
  return {
    read(): Promise<AnnouncementBook> {
      if (keeping === undefined) return Promise.resolve(unavailable(noAnnouncementStorage));
      return cache.get("all", () => readBook(keeping));
    },
    /** Call it after a change, so that this replica shows it at once. */
    changed: () => cache.forget(() => true),
  };
}

async function readBook(keeping: PersonalDataStorage): Promise<AnnouncementBook> {
  const store = announcementStore(keeping.client, keeping.namespace);
  try {
    const book = await findDocument(store);
    if (book !== undefined) {
      const { shown, unshown } = shownEntriesOf(book, announcementEntries);
      return { announcements: shown, unshown };
    }
  } catch (error) {
    if (!(error instanceof GardenError && error.reason === "bad-answer")) {
      const reason = () => describeStorageError(error, keeping);
      // An error that passes is thrown, so that it is not held for all.
      reason();
      return unavailable(reason);
    }
  }
  const { name } = store.target;
  return unavailable(() =>
    text(
      "The announcements in the ConfigMap {name} have a form that this Almanac does not know, or are too large. They stay as they are.",
      { name },
    ),
  );
}

function unavailable(reason: () => string): AnnouncementBook {
  return { announcements: [], unshown: 0, unavailable: reason };
}

/** Why there are no announcements without a credential of Almanac's own. */
export function noAnnouncementStorage(): string {
  return text("Almanac has no credential of its own in this garden to read announcements with.");
}
