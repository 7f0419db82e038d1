import "server-only";
import type { Views } from "#lib/contract/views.ts";
import { shownViews } from "#lib/saved-views/view-book.ts";
import type { AccessReviews } from "#server/access/access-reviews.ts";
import type { UserScope } from "#server/access/user-scope.ts";
import type { GardenClient } from "#server/garden/garden-client.ts";
import { inSlices } from "#server/processor-time/time-slices.ts";
import { mayKeep } from "#server/storage/may-keep.ts";
import { readSharedBooks, type SharedBooks } from "./shared-books.ts";
import { bookOf } from "./view-places.ts";

type Shelf = Views["shared"][number];
type ProjectViews = Omit<Views, "own">;

/** What views of projects are read with. */
export interface SharedReading {
  readonly withToken: (token: string) => GardenClient;
  readonly reviews: Pick<AccessReviews, "may" | "identityOf">;
}

/**
 * The views of projects, read with the rights of whoever asks. Each is read once at a time for a caller, who waits for it
 * with all their tabs: what others have put there may be large.
 */
export class SharedViews {
  readonly #underWay = new Map<string, Promise<ProjectViews>>();

  /** Whatever others have put there, and however the garden answers: the caller's own views do not depend on it. */
  read(context: SharedReading, token: string, scope: UserScope): Promise<ProjectViews> {
    const known = this.#underWay.get(token);
    if (known !== undefined) return known;
    const reading = readAll(context, token, scope).finally(() => {
      if (this.#underWay.get(token) === reading) this.#underWay.delete(token);
    });
    this.#underWay.set(token, reading);
    return reading;
  }

  /** The caller has changed one: what is under way may be from before. */
  changed(token: string): void {
    this.#underWay.delete(token);
  }
}

async function readAll({ withToken, reviews }: SharedReading, token: string, scope: UserScope): Promise<ProjectViews> {
  const { books, forbidden, beyond } = await readSharedBooks({ client: withToken(token), scope });
  const shelves = (await parsed(books)).filter(
    ({ views, unshown, unknownForm }) => views.length + unshown > 0 || unknownForm,
  );
  const mayEverywhere = scope.all && shelves.length > 0 && (await mayKeep(reviews, token, undefined));
  const shared = await Promise.all(
    shelves.map(async ({ namespace, ...shelf }): Promise<Shelf> => {
      return { ...shelf, mayWrite: mayEverywhere || (await mayKeep(reviews, token, namespace)) };
    }),
  );
  return { shared, forbidden: [...forbidden], beyond };
}

/** Others are served in between: each book may be as long as one may be. */
async function parsed(books: SharedBooks["books"]) {
  const shelves: (Omit<Shelf, "mayWrite"> & { readonly namespace: string })[] = [];
  await inSlices(books, ([{ name: project, namespace }, kept]) => {
    const book = kept && bookOf(kept);
    const { views, unshown } = book ? shownViews(book) : { views: [], unshown: 0 };
    shelves.push({ project, namespace, views: [...views], unshown, unknownForm: book === undefined });
  });
  return shelves;
}
