import "server-only";
import type { Views } from "#lib/contract/views.ts";
import { text } from "#lib/language/text.ts";
import { opensWith, shownViews } from "#lib/view/views/view-book.ts";
import { GardenError } from "../garden/garden-error.ts";
import type { Session } from "../identity/session.ts";
import { findConfigMap } from "../kept/change-config-map.ts";
import { mayKeep } from "../kept/may-keep.ts";
import { whyNotKept } from "../kept/own-keeping.ts";
import { readSharedBooks, type SharedReading } from "./shared-books.ts";
import { bookOf, ownPlace, type ViewContext } from "./view-places.ts";

type Shelf = Views["shared"][number];

/** The caller's own views, read with Almanac's credential, and those of projects, read with the caller's. */
export async function listViews(context: ViewContext, session: Session, signal: AbortSignal): Promise<Views> {
  const [{ name }, scope] = await Promise.all([
    context.reviews.identityOf(session.token),
    context.scopes.scopeOf(session.token),
  ]);
  const reading = { client: context.withToken(session.token), scope, signal };
  const unread = { shared: [], forbidden: [], beyond: scope.shown.projects.length };
  const [own, shared] = await Promise.all([
    ownViews(context, name, signal),
    sharedViews(context, reading, session.token).catch((error: unknown) => {
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
  const { client, target } = ownPlace(ownKeeping, owner);
  try {
    const book = bookOf(await findConfigMap({ client, target, signal }), owner);
    if (book === undefined) {
      const detail = text("Your views in the ConfigMap {name} have a form that this Almanac does not know.", {
        name: target.name,
      });
      return { ...none, unavailable: text("{detail} They stay as they are.", { detail }) };
    }
    const { views, unshown } = shownViews(book);
    const first = opensWith(book);
    return { views: [...views], unshown, ...(first && { opensWith: first }) };
  } catch (error) {
    const unavailable = whyNotKept(error, ownKeeping);
    if (unavailable === undefined) throw error;
    return { ...none, unavailable };
  }
}

/** Whatever others have put there, and however the garden answers: the caller's own views do not depend on it. */
async function sharedViews(context: ViewContext, reading: SharedReading, token: string): Promise<Omit<Views, "own">> {
  const { books, forbidden, beyond } = await readSharedBooks(reading);
  const { reviews } = context;
  const mayEverywhere = reading.scope.all && books.length > 0 && (await mayKeep(reviews, token, undefined));
  const shared = await Promise.all(
    books.map(async ([project, kept]): Promise<Shelf> => {
      const book = kept && bookOf(kept, undefined);
      const { views, unshown } = book ? shownViews(book) : { views: [], unshown: 0 };
      const mayWrite = mayEverywhere || (await mayKeep(reviews, token, project.namespace));
      return { project: project.name, views: [...views], unshown, mayWrite, unknownForm: book === undefined };
    }),
  );
  const isEmpty = ({ views, unshown, unknownForm }: Shelf) => views.length + unshown === 0 && !unknownForm;
  return { shared: shared.filter((shelf) => !isEmpty(shelf)), forbidden: [...forbidden], beyond };
}
