import "server-only";
import type { Views } from "#lib/contract/views.ts";
import { text } from "#lib/language/text.ts";
import { defaultViewKeyOf, viewEntries } from "#lib/saved-views/view-document.ts";
import { shownEntriesOf } from "#lib/stored-entries/entry-document.ts";
import { GardenError } from "#server/garden/garden-error.ts";
import type { Session } from "#server/identity/session.ts";
import { findDocument } from "#server/storage/document-store.ts";
import { ownEntryStore } from "#server/storage/entry-document-stores.ts";
import { describeStorageError } from "#server/storage/own-keeping.ts";
import type { ViewContext } from "./view-context.ts";

/** The caller's saved views: own ones, read with Almanac's credential, and projects', read with the caller's token. */
export async function listViews(context: ViewContext, session: Session, signal: AbortSignal): Promise<Views> {
  const [{ name }, scope] = await Promise.all([
    context.reviews.identityOf(session.token),
    context.scopes.scopeOf(session.token),
  ]);
  const unread = { shared: [], forbidden: [], beyond: scope.shown.projects.length };
  const [own, shared] = await Promise.all([
    ownViews(context, name, signal),
    context.sharedViews.read(context, session.token, scope).catch((error: unknown) => {
      if (error instanceof GardenError && error.reason !== "unauthorized") return unread;
      throw error;
    }),
  ]);
  return { own, ...shared };
}

async function ownViews({ ownKeeping }: ViewContext, owner: string, signal: AbortSignal): Promise<Views["own"]> {
  const none = { views: [], unshown: 0 };
  if (ownKeeping === undefined) {
    return { ...none, unavailable: text("Almanac has no credential of its own in this garden to keep views with.") };
  }
  const place = ownEntryStore(viewEntries, ownKeeping, { owner, signal });
  try {
    const book = await findDocument(place);
    if (book === undefined) {
      const detail = text("Your views in the ConfigMap {name} have a form that this Almanac does not know.", {
        name: place.target.name,
      });
      return { ...none, unavailable: text("{detail} They stay as they are.", { detail }) };
    }
    const { shown, unshown } = shownEntriesOf(book, viewEntries);
    const first = defaultViewKeyOf(book);
    return { views: [...shown], unshown, ...(first && { opensWith: first }) };
  } catch (error) {
    return { ...none, unavailable: describeStorageError(error, ownKeeping) };
  }
}
