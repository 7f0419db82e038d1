import {
  type Announcement,
  type AnnouncementChangeRequest,
  announcementLimits,
  storedAnnouncementSchema,
} from "#lib/contract/announcements/announcements.ts";
import type { Result } from "#lib/result.ts";
import {
  addEntry,
  type ChangedEntries,
  type EntryChangeContext,
  type EntryError,
  removeEntry,
  replaceEntry,
} from "#lib/stored-entries/change-entries.ts";
import { type EntryDocument, type EntryKind, entryParser } from "#lib/stored-entries/entry-document.ts";

/** How announcements are stored, each as an entry of a list. Several can have the same title. */
export const announcementEntries: EntryKind<Announcement> = {
  list: "announcements",
  most: announcementLimits.announcements,
  namesRepeat: true,
  parse: entryParser(storedAnnouncementSchema),
};

/** Applies one user's change to the current announcements; changes of different announcements never conflict. */
export function changeAnnouncements(
  book: EntryDocument,
  change: AnnouncementChangeRequest,
  { by, at, newId }: EntryChangeContext,
): Result<ChangedEntries<Announcement>, EntryError> {
  switch (change.kind) {
    case "save": {
      const { kind: _, ...contents } = change;
      return addEntry(book, announcementEntries, { id: newId, ...contents, by, at });
    }
    case "change": {
      const { kind: _, id, seen, ...contents } = change;
      const changed = { id, ...contents, by, at };
      const optional = ["text", "from", "until"] as const;
      return replaceEntry(book, announcementEntries, { id, seen, optional, change: () => changed });
    }
    case "delete":
      return removeEntry(book, announcementEntries, change);
    default:
      return change satisfies never;
  }
}
