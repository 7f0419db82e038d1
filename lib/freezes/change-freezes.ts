import {
  type Freeze,
  type FreezeChangeRequest,
  freezeLimits,
  storedFreezeSchema,
} from "#lib/contract/freeze/freezes.ts";
import { findFreezeTimeError } from "#lib/policy/freeze/freeze-period.ts";
import type { Result } from "#lib/result.ts";
import {
  addEntry,
  type ChangedEntries,
  type EntryChangeContext,
  type EntryError,
  removeEntry,
  replaceEntry,
} from "#lib/stored-entries/change-entries.ts";
import type { EntryDocument, EntryKind } from "#lib/stored-entries/entry-document.ts";

/** How freeze periods are stored, each as an entry of a list. The same name may return every year. */
export const freezeEntries: EntryKind<Freeze> = {
  list: "freezes",
  most: freezeLimits.freezes,
  namesRepeat: true,
  parse(entry) {
    const parsed = storedFreezeSchema.safeParse(entry);
    return parsed.success && findFreezeTimeError(parsed.data) === undefined ? parsed.data : undefined;
  },
};

/** Applies one user's change to the current freeze periods; changes of different periods never conflict. */
export function changeFreezes(
  book: EntryDocument,
  change: FreezeChangeRequest,
  { by, at, newId }: EntryChangeContext,
): Result<ChangedEntries<Freeze>, EntryError> {
  switch (change.kind) {
    case "save": {
      const { name, from, until } = change;
      return addEntry(book, freezeEntries, { id: newId, name, from, until, by, at });
    }
    case "change": {
      const { id, seen, name, from, until } = change;
      const changed = { id, name, from, until, by, at };
      return replaceEntry(book, freezeEntries, { id, seen, change: () => changed });
    }
    case "delete":
      return removeEntry(book, freezeEntries, change);
    default:
      return change satisfies never;
  }
}
