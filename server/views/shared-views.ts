import "server-only";
import type { Views } from "#lib/contract/views.ts";
import { shownViews } from "#lib/saved-views/view-document.ts";
import type { AccessReviews } from "#server/access/access-reviews.ts";
import type { UserScope } from "#server/access/user-scope.ts";
import type { GardenClient } from "#server/garden/garden-client.ts";
import { inSlices } from "#server/processor-time/time-slices.ts";
import { mayStore } from "#server/storage/may-store.ts";
import { readSharedViewDocuments, type SharedViewDocuments } from "./shared-view-documents.ts";
import { viewDocumentIn } from "./view-document-stores.ts";

type Shelf = Views["shared"][number];
type ProjectViews = Omit<Views, "own">;

/** Parts of the application for reading projects' views. */
export interface SharedViewsContext {
  readonly withToken: (token: string) => GardenClient;
  readonly reviews: Pick<AccessReviews, "may" | "identityOf">;
}

/**
 * The views of projects, read with the requesting user's permissions. One read at a time per token, shared by all tabs,
 * because the stored objects may be large.
 */
export class SharedViews {
  readonly #underWay = new Map<string, Promise<ProjectViews>>();

  /** Independent of the caller's own views, whatever others have stored and however the garden answers. */
  read(context: SharedViewsContext, token: string, scope: UserScope): Promise<ProjectViews> {
    const known = this.#underWay.get(token);
    if (known !== undefined) return known;
    const reading = readAll(context, token, scope).finally(() => {
      if (this.#underWay.get(token) === reading) this.#underWay.delete(token);
    });
    this.#underWay.set(token, reading);
    return reading;
  }

  /** Call after a change: a read in progress may have older data. */
  changed(token: string): void {
    this.#underWay.delete(token);
  }
}

async function readAll(
  { withToken, reviews }: SharedViewsContext,
  token: string,
  scope: UserScope,
): Promise<ProjectViews> {
  const { books, forbidden, beyond } = await readSharedViewDocuments({ client: withToken(token), scope });
  const shelves = (await parsed(books)).filter(
    ({ views, unshown, unknownForm }) => views.length + unshown > 0 || unknownForm,
  );
  const mayEverywhere = scope.all && shelves.length > 0 && (await mayStore(reviews, token, undefined));
  const shared = await Promise.all(
    shelves.map(async ({ namespace, ...shelf }): Promise<Shelf> => {
      return { ...shelf, mayWrite: mayEverywhere || (await mayStore(reviews, token, namespace)) };
    }),
  );
  return { shared, forbidden: [...forbidden], beyond };
}

/** Parses in slices, since each book may have the maximum size. */
async function parsed(books: SharedViewDocuments["books"]) {
  const shelves: (Omit<Shelf, "mayWrite"> & { readonly namespace: string })[] = [];
  await inSlices(books, ([{ name: project, namespace }, kept]) => {
    const book = kept && viewDocumentIn(kept);
    const { views, unshown } = book ? shownViews(book) : { views: [], unshown: 0 };
    shelves.push({ project, namespace, views: [...views], unshown, unknownForm: book === undefined });
  });
  return shelves;
}
