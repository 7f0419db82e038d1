import "server-only";
import { ConcurrencyLimit } from "#lib/concurrency-limit.ts";
import type { Views } from "#lib/contract/views.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { configMaps } from "#lib/kube/resource.ts";
import { text } from "#lib/language/text.ts";
import { opensWith, shownViews } from "#lib/view/views/view-book.ts";
import type { UserScope } from "../access/user-scope.ts";
import { GardenError } from "../garden/garden-error.ts";
import type { Session } from "../identity/session.ts";
import { findConfigMap } from "../kept/change-config-map.ts";
import { mayKeep } from "../kept/may-keep.ts";
import { whyNotKept } from "../kept/own-keeping.ts";
import { bookOf, ownPlace, sharedName, type ViewContext, viewsLabel } from "./view-places.ts";

/** How many projects are looked into, and how many of them at once. */
const mostProjects = 100;
const atOnce = 8;

type Project = UserScope["shown"]["projects"][number];
type Shelf = Views["shared"][number];

/** The caller's own views, read with Almanac's credential, and those of projects, read with the caller's. */
export async function listViews(context: ViewContext, session: Session, signal: AbortSignal): Promise<Views> {
  const [{ name }, scope] = await Promise.all([
    context.reviews.identityOf(session.token),
    context.scopes.scopeOf(session.token),
  ]);
  const [own, shared] = await Promise.all([
    ownViews(context, name, signal),
    sharedViews(context, { token: session.token, scope, signal }),
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

interface SharedReading {
  readonly token: string;
  readonly scope: UserScope;
  readonly signal: AbortSignal;
}

async function sharedViews(context: ViewContext, reading: SharedReading): Promise<Omit<Views, "own">> {
  const { shown, all } = reading.scope;
  const asked = shown.projects.slice(0, mostProjects);
  const found = (all ? await inOneRead(context, reading) : undefined) ?? (await inEach(context, reading, asked));
  const mayEverywhere = all && found.books.length > 0 && (await mayKeep(context.reviews, reading.token, undefined));
  const shared = await Promise.all(
    found.books.map(async ([project, kept]): Promise<Shelf> => {
      const book = bookOf(kept, undefined);
      const { views, unshown } = book ? shownViews(book) : { views: [], unshown: 0 };
      const mayWrite = mayEverywhere || (await mayKeep(context.reviews, reading.token, project.namespace));
      return { project: project.name, views: [...views], unshown, mayWrite, unknownForm: book === undefined };
    }),
  );
  const { forbidden, beyond } = found;
  const isEmpty = ({ views, unshown, unknownForm }: Shelf) => views.length + unshown === 0 && !unknownForm;
  return { shared: shared.filter((shelf) => !isEmpty(shelf)), forbidden, beyond };
}

interface Found {
  readonly books: readonly (readonly [Project, KubeObject])[];
  readonly forbidden: string[];
  readonly beyond: number;
}

/** For whoever may list ConfigMaps in every namespace; undefined for all others. */
async function inOneRead(context: ViewContext, { token, scope, signal }: SharedReading): Promise<Found | undefined> {
  const projects = new Map(scope.shown.projects.map((project) => [project.namespace, project]));
  const collection = { resource: configMaps };
  const options = { labelSelector: `${viewsLabel}=shared`, limit: mostProjects, signal };
  try {
    const { body } = await context.withToken(token).list<KubeObject>(collection, options);
    const books = (body.items ?? []).flatMap((kept) => {
      const project = projects.get(kept.metadata.namespace ?? "");
      return project !== undefined && kept.metadata.name === sharedName ? [[project, kept] as const] : [];
    });
    return { books, forbidden: [], beyond: body.metadata.continue ? projects.size - books.length : 0 };
  } catch (error) {
    if (error instanceof GardenError && error.reason === "forbidden") return undefined;
    throw error;
  }
}

async function inEach(
  context: ViewContext,
  { token, scope, signal }: SharedReading,
  asked: readonly Project[],
): Promise<Found> {
  const client = context.withToken(token);
  const turns = new ConcurrencyLimit(atOnce);
  const forbidden: string[] = [];
  const read = async (project: Project) => {
    const target = { resource: configMaps, namespace: project.namespace, name: sharedName };
    try {
      const kept = await findConfigMap({ client, target, signal });
      return kept === undefined ? [] : [[project, kept] as const];
    } catch (error) {
      if (!(error instanceof GardenError) || error.reason !== "forbidden") throw error;
      forbidden.push(project.name);
      return [];
    }
  };
  const books = await Promise.all(asked.map((project) => turns.run(() => read(project), signal)));
  return { books: books.flat(), forbidden: forbidden.sort(), beyond: scope.shown.projects.length - asked.length };
}
