import "server-only";
import { ConcurrencyLimit } from "#lib/concurrency-limit.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { configMaps } from "#lib/kube/resource.ts";
import { isKubeObject } from "#lib/kube/wire.ts";
import type { EntryKind, StoredEntry } from "#lib/stored-entries/entry-document.ts";
import type { UserScope } from "#server/access/user-scope.ts";
import type { GardenClient } from "#server/garden/garden-client.ts";
import { GardenError } from "#server/garden/garden-error.ts";
import { findConfigMap } from "./document-store.ts";
import { sharedConfigMapName } from "./entry-document-stores.ts";

type Project = UserScope["shown"]["projects"][number];

/** ConfigMaps with the lists of projects, such as their saved views; undefined for one that is too large. */
export interface SharedDocuments {
  readonly books: readonly (readonly [Project, KubeObject | undefined])[];
  /** Names of projects whose lists the caller is not allowed to read. */
  readonly forbidden: readonly string[];
  /** Number of projects whose lists were not read: too many, or the API server was too slow or did not answer. */
  readonly beyond: number;
}

interface Asked {
  /** What the lists contain. */
  readonly kind: Pick<EntryKind<StoredEntry>, "list">;
  /** Client with the requesting user's token. */
  readonly client: GardenClient;
  readonly scope: UserScope;
}

interface SharedReading extends Asked {
  readonly signal: AbortSignal;
}

const kibibyte = 1024;
/**
 * Limits on the size per ConfigMap and on the total time, because any member of a project can write anything into its
 * namespace: an oversized ConfigMap only hides the list of its own project.
 */
const limits = { objectBytes: 256 * kibibyte, pageBytes: 1024 * kibibyte, withinMs: 2_500 } as const;
const pageSize = 50;
/** Page size for reading only metadata, which can have some 300 KiB per object. */
const namesAtOnce = 10;
/** Maximum of projects that are read one by one, and how many of them concurrently. */
const mostProjects = 100;
const atOnce = 8;

/**
 * Reads the lists of one kind of all visible projects, with the permissions of the requesting user. Rejects with a
 * GardenError only if the user's token became invalid.
 */
export async function readSharedDocuments({ kind, client, scope }: Asked): Promise<SharedDocuments> {
  const reading = { kind, client, scope, signal: AbortSignal.timeout(limits.withinMs) };
  const listed = scope.all ? await inOneRead(reading) : undefined;
  const { books, left, unlisted } = listed ?? { books: [], left: scope.shown.projects, unlisted: 0 };
  const each = await inEach(reading, left.slice(0, mostProjects));
  const beyond = Math.max(0, left.length - mostProjects) + each.unread + unlisted;
  return { books: [...books, ...each.books], forbidden: each.forbidden, beyond };
}

interface Listed {
  readonly books: readonly (readonly [Project, KubeObject])[];
  /** Projects that must be read one by one. */
  readonly left: readonly Project[];
  /** Number of projects that may or may not have a list, since the list was not read completely. */
  readonly unlisted: number;
}

/** Reads the ConfigMaps of all projects in one list; undefined for users who cannot list all ConfigMaps. */
async function inOneRead(reading: SharedReading): Promise<Listed | undefined> {
  const projects = new Map(reading.scope.shown.projects.map((project) => [project.namespace, project]));
  const books: (readonly [Project, KubeObject])[] = [];
  const left: Project[] = [];
  /** Position in the list, whose pages are ordered by namespace. */
  const place: Place = { namespace: "", next: undefined };
  const projectsIn = (items: readonly unknown[]) =>
    items.filter(isKubeObject<KubeObject>).flatMap((kept) => {
      place.namespace = kept.metadata.namespace ?? "";
      const project = projects.get(place.namespace);
      return project === undefined ? [] : [{ project, kept }];
    });
  const read = async (how: "whole" | "names") => {
    for await (const items of pagesFrom(place, reading, how)) {
      for (const { project, kept } of projectsIn(items)) {
        if (how === "whole") books.push([project, kept]);
        else left.push(project);
      }
    }
  };
  try {
    await read("whole").catch((error: unknown) => {
      // A ConfigMap is too large: lists only the names, and reads each one separately afterwards.
      if (!isTooLarge(error)) throw error;
      return read("names");
    });
    return { books, left, unlisted: 0 };
  } catch (error) {
    if (error instanceof GardenError && error.reason === "forbidden") return undefined;
    if (isOver(error)) throw error;
    return { books, left, unlisted: [...projects.keys()].filter((each) => each > place.namespace).length };
  }
}

/** Position in a paged list. */
interface Place {
  namespace: string;
  next: string | undefined;
}

async function* pagesFrom(place: Place, { kind, client, signal }: SharedReading, how: "whole" | "names") {
  do {
    const options = { fields: { "metadata.name": sharedConfigMapName(kind) }, continue: place.next, signal };
    const collection = { resource: configMaps };
    const page =
      how === "whole"
        ? await client.listPage(collection, { ...options, limit: pageSize, limitBytes: limits.pageBytes })
        : await client.listMetadata(collection, { ...options, limit: namesAtOnce });
    yield page.items;
    place.next = page.continue;
  } while (place.next !== undefined);
}

interface Each extends Omit<SharedDocuments, "beyond"> {
  readonly unread: number;
}

async function inEach({ kind, client, signal }: SharedReading, asked: readonly Project[]): Promise<Each> {
  const turns = new ConcurrencyLimit(atOnce);
  const forbidden: string[] = [];
  let unread = 0;
  const read = async (project: Project): Promise<(readonly [Project, KubeObject | undefined])[]> => {
    const target = { resource: configMaps, namespace: project.namespace, name: sharedConfigMapName(kind) };
    try {
      const kept = await findConfigMap({ client, target, signal, limitBytes: limits.objectBytes });
      return kept === undefined ? [] : [[project, kept]];
    } catch (error) {
      if (isOver(error)) throw error;
      if (isTooLarge(error)) return [[project, undefined]];
      if (error instanceof GardenError && error.reason === "forbidden") forbidden.push(project.name);
      else unread += 1;
      return [];
    }
  };
  const books = await Promise.all(asked.map((project) => turns.run(() => read(project))));
  return { books: books.flat(), forbidden: forbidden.sort(), unread };
}

function isTooLarge(error: unknown): boolean {
  return error instanceof GardenError && error.reason === "bad-answer";
}

/** Whether the caller's token is no longer valid, so that no project can be read. */
function isOver(error: unknown): boolean {
  return error instanceof GardenError && error.reason === "unauthorized";
}
