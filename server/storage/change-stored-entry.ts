import "server-only";
import { randomBytes } from "node:crypto";
import type { Result } from "#lib/result.ts";
import type { ChangedEntries, EntryChangeContext } from "#lib/stored-entries/change-entries.ts";
import type { EntryDocument, EntryKind, StoredEntry } from "#lib/stored-entries/entry-document.ts";
import type { AccessReviews } from "#server/access/access-reviews.ts";
import { ProblemError } from "#server/boundary/problem.ts";
import type { Session } from "#server/identity/session.ts";
import { type DocumentStore, updateDocument } from "./document-store.ts";
import { ownEntryStore, type SharedEntriesContext, sharedEntryStore } from "./entry-document-stores.ts";
import { describeStorageError, type PersonalDataStorage } from "./own-keeping.ts";

/** Services with which lists of users and projects are stored. */
export interface StoredEntriesContext extends SharedEntriesContext {
  readonly reviews: Pick<AccessReviews, "identityOf">;
  readonly now: () => number;
  /** Where users' own lists are stored; undefined where Almanac has no credential of its own. */
  readonly ownKeeping: PersonalDataStorage | undefined;
}

interface EntryChangeOf<Entry extends StoredEntry, Problem> {
  readonly kind: EntryKind<Entry>;
  readonly change: (book: EntryDocument, hand: EntryChangeContext) => Result<ChangedEntries<Entry>, Problem>;
  readonly problemOf: (error: Problem) => ProblemError;
}

/** Where the list is stored: with a project, or, if that is undefined, among the user's own. */
type EntryPlace =
  | { readonly project: string; readonly noStorage?: string }
  | {
      readonly project: string | undefined;
      /** Why nothing can be stored without a credential of Almanac's own. */
      readonly noStorage: string;
    };

type EntryChange<Entry extends StoredEntry, Problem> = EntryChangeOf<Entry, Problem> & EntryPlace;

interface EntryCall {
  readonly app: StoredEntriesContext;
  readonly session: Session;
  readonly signal: AbortSignal;
}

/**
 * Changes a list: one of a project with the caller's own permissions, or the caller's own with Almanac's credential.
 *
 * @returns the entry that was written
 */
export async function changeStoredEntry<Entry extends StoredEntry, Problem>(
  { app, session, signal }: EntryCall,
  { kind, project, change, problemOf, noStorage }: EntryChange<Entry, Problem>,
): Promise<Entry | undefined> {
  const hand = { by: session.user.name, at: new Date(app.now()).toISOString(), newId: randomBytes(6).toString("hex") };
  const changeAt = (place: DocumentStore<EntryDocument>) =>
    updateDocument(place, (before) => {
      const changed = change(before, hand);
      if (!changed.ok) throw problemOf(changed.error);
      return { book: changed.value.book, value: changed.value.entry };
    });
  if (project !== undefined) {
    return changeAt(await sharedEntryStore(kind, app, { token: session.token, project, signal }));
  }
  const { ownKeeping, reviews } = app;
  if (ownKeeping === undefined) throw new ProblemError("not-ready", { ...(noStorage && { detail: noStorage }) });
  const { name: owner } = await reviews.identityOf(session.token);
  try {
    return await changeAt(ownEntryStore(kind, ownKeeping, { owner, signal }));
  } catch (error) {
    throw new ProblemError("not-ready", { detail: describeStorageError(error, ownKeeping) }, { cause: error });
  }
}
