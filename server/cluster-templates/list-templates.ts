import "server-only";
import { templateEntries } from "#lib/cluster-templates/change-templates.ts";
import type { ClusterTemplates } from "#lib/contract/cluster-templates.ts";
import { text } from "#lib/language/text.ts";
import { type EntryDocument, shownEntriesOf } from "#lib/stored-entries/entry-document.ts";
import { GardenError } from "#server/garden/garden-error.ts";
import type { Session } from "#server/identity/session.ts";
import { canStoreConfigMaps } from "#server/storage/can-store-config-maps.ts";
import { type DocumentStore, findDocument } from "#server/storage/document-store.ts";
import { ownEntryStore, sharedEntryStore } from "#server/storage/entry-document-stores.ts";
import { describeStorageError } from "#server/storage/own-keeping.ts";
import type { TemplateContext } from "./template-context.ts";

interface Asked {
  /** Project whose templates are read; undefined for the caller's own only. */
  readonly project: string | undefined;
  readonly signal: AbortSignal;
}

type Shelf = ClusterTemplates["own"];

/**
 * Limit on the size of a ConfigMap that is read, because any member of a project can write anything into its namespace:
 * twice what Almanac stores, for characters of several bytes.
 */
const mostBytes = 768 * 1024;

/** The caller's templates: own ones, read with Almanac's credential, and those of a project, with the caller's token. */
export async function listTemplates(
  context: TemplateContext,
  session: Session,
  { project, signal }: Asked,
): Promise<ClusterTemplates> {
  const [own, shared] = await Promise.all([
    ownTemplates(context, session, signal),
    project === undefined ? undefined : sharedTemplates(context, session, { project, signal }),
  ]);
  return { own, ...(shared && { shared }) };
}

async function ownTemplates(
  { ownKeeping, reviews }: TemplateContext,
  session: Session,
  signal: AbortSignal,
): Promise<Shelf> {
  if (ownKeeping === undefined) return unavailable(noTemplateStorage());
  const { name: owner } = await reviews.identityOf(session.token);
  try {
    return await shelfOf(ownEntryStore(templateEntries, ownKeeping, { owner, signal }));
  } catch (error) {
    return unavailable(describeStorageError(error, ownKeeping));
  }
}

async function sharedTemplates(
  context: TemplateContext,
  { token }: Session,
  { project, signal }: { readonly project: string; readonly signal: AbortSignal },
): Promise<NonNullable<ClusterTemplates["shared"]>> {
  const store = await sharedEntryStore(templateEntries, context, { token, project, signal });
  const [shelf, mayWrite] = await Promise.all([
    shelfOf({ ...store, limitBytes: mostBytes }).catch((error: unknown) =>
      unavailable(describeReadError(error, project)),
    ),
    canStoreConfigMaps(context.reviews, token, store.target.namespace),
  ]);
  return { ...shelf, project, mayWrite };
}

/** @throws the given error if it has another cause than the project's ConfigMap, such as an expired token */
function describeReadError(error: unknown, project: string): string {
  if (!(error instanceof GardenError) || error.reason === "unauthorized") throw error;
  switch (error.reason) {
    case "forbidden":
      return text("You are not allowed to read the templates of {project}.", { project });
    case "bad-answer":
      return text("The ConfigMap with the templates of {project} is too large, so it is not read.", { project });
    default:
      return text("The garden did not give the templates of {project}.", { project });
  }
}

async function shelfOf(store: DocumentStore<EntryDocument>): Promise<Shelf> {
  const book = await findDocument(store);
  if (book === undefined) {
    return unavailable(
      text(
        "The templates in the ConfigMap {name} have a form that this Almanac does not know. They stay as they are.",
        {
          name: store.target.name,
        },
      ),
    );
  }
  const { shown, unshown } = shownEntriesOf(book, templateEntries);
  return { templates: [...shown], unshown };
}

function unavailable(reason: string): Shelf {
  return { templates: [], unshown: 0, unavailable: reason };
}

/** Why nobody's own templates can be stored without a credential of Almanac's own. */
export function noTemplateStorage(): string {
  return text("Almanac has no credential of its own in this garden to keep templates with.");
}
