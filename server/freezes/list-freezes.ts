import "server-only";
import type { Freezes, ProjectFreezes } from "#lib/contract/freeze/freezes.ts";
import { freezeEntries } from "#lib/freezes/change-freezes.ts";
import { text } from "#lib/language/text.ts";
import { type EntryDocument, shownEntriesOf } from "#lib/stored-entries/entry-document.ts";
import { GardenError } from "#server/garden/garden-error.ts";
import type { Session } from "#server/identity/session.ts";
import { forEachInTimeSlices } from "#server/processor-time/time-slices.ts";
import { canStoreConfigMaps } from "#server/storage/can-store-config-maps.ts";
import { findDocument } from "#server/storage/document-store.ts";
import { parseEntryConfigMap, sharedConfigMapName, sharedEntryStore } from "#server/storage/entry-document-stores.ts";
import { readSharedDocuments } from "#server/storage/shared-documents.ts";
import type { FreezeContext } from "./freeze-context.ts";

/**
 * Limit on the size of a ConfigMap that is read, because any member of a project can write anything into its namespace:
 * some ten times what fifty periods need.
 */
const mostBytes = 256 * 1024;

interface Asked {
  readonly project: string;
  readonly signal: AbortSignal;
}

/** The freeze periods of one project, and whether the caller may change them; read with the caller's token. */
export async function listFreezesOfProject(
  context: FreezeContext,
  { token }: Session,
  { project, signal }: Asked,
): Promise<Freezes> {
  const store = await sharedEntryStore(freezeEntries, context, { token, project, signal });
  const reading = findDocument({ ...store, limitBytes: mostBytes }).then((book) => freezesOf(project, book));
  const [read, mayWrite] = await Promise.all([
    reading.catch((error: unknown) => {
      if (!(error instanceof GardenError) || error.reason === "unauthorized") throw error;
      return error.reason === "forbidden" ? undefined : unavailable(project, describeReadError(error, project));
    }),
    canStoreConfigMaps(context.reviews, token, store.target.namespace),
  ]);
  return {
    projects: read === undefined ? [] : [read],
    forbidden: read === undefined ? [project] : [],
    beyond: 0,
    mayWrite,
  };
}

/** The freeze periods of all projects that the caller sees and that have some, read with the caller's token. */
export async function listFreezes({ scopes, withToken }: FreezeContext, { token }: Session): Promise<Freezes> {
  const scope = await scopes.scopeOf(token);
  const { books, forbidden, beyond } = await readSharedDocuments({
    kind: freezeEntries,
    client: withToken(token),
    scope,
  });
  const projects: ProjectFreezes[] = [];
  await forEachInTimeSlices(books, ([{ name }, kept]) => {
    const read =
      kept === undefined
        ? unavailable(name, tooLarge(name))
        : freezesOf(name, parseEntryConfigMap(freezeEntries, kept));
    if (read.freezes.length + read.unshown > 0 || read.unavailable !== undefined) projects.push(read);
  });
  return { projects, forbidden: [...forbidden], beyond };
}

function freezesOf(project: string, book: EntryDocument | undefined): ProjectFreezes {
  if (book === undefined) {
    const detail = text(
      "The freezes in the ConfigMap {name} have a form that this Almanac does not know. They stay as they are.",
      { name: sharedConfigMapName(freezeEntries) },
    );
    return unavailable(project, detail);
  }
  const { shown, unshown } = shownEntriesOf(book, freezeEntries);
  return { project, freezes: [...shown], unshown };
}

function unavailable(project: string, reason: string): ProjectFreezes {
  return { project, freezes: [], unshown: 0, unavailable: reason };
}

function describeReadError({ reason }: GardenError, project: string): string {
  return reason === "bad-answer"
    ? tooLarge(project)
    : text("The garden did not give the freezes of {project}.", { project });
}

function tooLarge(project: string): string {
  return text("The ConfigMap with the freezes of {project} is too large, so it is not read.", { project });
}
