import "server-only";
import type { Views } from "#lib/contract/views.ts";
import { viewEntries } from "#lib/saved-views/view-document.ts";
import { shownEntriesOf } from "#lib/stored-entries/entry-document.ts";
import type { AccessReviews } from "#server/access/access-reviews.ts";
import type { UserScope } from "#server/access/user-scope.ts";
import type { GardenClient } from "#server/garden/garden-client.ts";
import { forEachInTimeSlices } from "#server/processor-time/time-slices.ts";
import { canStoreConfigMaps } from "#server/storage/can-store-config-maps.ts";
import { parseEntryConfigMap } from "#server/storage/entry-document-stores.ts";
import { readSharedDocuments, type SharedDocuments } from "#server/storage/shared-documents.ts";

type Shelf = Views["shared"][number];
type ProjectViews = Omit<Views, "own">;

/** Services for reading the saved views of projects. */
export interface SharedViewsContext {
  readonly withToken: (token: string) => GardenClient;
  readonly reviews: Pick<AccessReviews, "may" | "identityOf">;
}

/**
 * The saved views of projects, read with the requesting user's permissions. All tabs of a user share one read at a
 * time, because the ConfigMaps may be large.
 */
export class SharedViews {
  readonly #underWay = new Map<string, Promise<ProjectViews>>();

  /** Reads projects' views. Their number, their size and garden errors never affect the caller's own views. */
  read(context: SharedViewsContext, token: string, scope: UserScope): Promise<ProjectViews> {
    const known = this.#underWay.get(token);
    if (known !== undefined) return known;
    const reading = readAll(context, token, scope).finally(() => {
      if (this.#underWay.get(token) === reading) this.#underWay.delete(token);
    });
    this.#underWay.set(token, reading);
    return reading;
  }

  /** Call it after a change, so that a read that began before it is not reused. */
  changed(token: string): void {
    this.#underWay.delete(token);
  }
}

async function readAll(
  { withToken, reviews }: SharedViewsContext,
  token: string,
  scope: UserScope,
): Promise<ProjectViews> {
  const { books, forbidden, beyond } = await readSharedDocuments({
    kind: viewEntries,
    client: withToken(token),
    scope,
  });
  const shelves = (await parsed(books)).filter(
    ({ views, unshown, unknownForm }) => views.length + unshown > 0 || unknownForm,
  );
  const mayEverywhere = scope.all && shelves.length > 0 && (await canStoreConfigMaps(reviews, token, undefined));
  const shared = await Promise.all(
    shelves.map(async ({ namespace, ...shelf }): Promise<Shelf> => {
      return { ...shelf, mayWrite: mayEverywhere || (await canStoreConfigMaps(reviews, token, namespace)) };
    }),
  );
  return { shared, forbidden: [...forbidden], beyond };
}

/** Parses the ConfigMaps in time slices, since each may have the maximum size. */
async function parsed(books: SharedDocuments["books"]) {
  const shelves: (Omit<Shelf, "mayWrite"> & { readonly namespace: string })[] = [];
  await forEachInTimeSlices(books, ([{ name: project, namespace }, kept]) => {
    const book = kept && parseEntryConfigMap(viewEntries, kept);
    const { shown, unshown } = book ? shownEntriesOf(book, viewEntries) : { shown: [], unshown: 0 };
    shelves.push({ project, namespace, views: [...shown], unshown, unknownForm: book === undefined });
  });
  return shelves;
}
