import "server-only";
import { stringAt } from "#lib/kube/field.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { configMaps } from "#lib/kube/resource.ts";
import { text } from "#lib/language/text.ts";
import {
  emptyViewDocument,
  formatViewDocument,
  parseViewDocument,
  type ViewDocument,
} from "#lib/saved-views/view-document.ts";
import type { UserScopes } from "#server/access/user-scope.ts";
import { ProblemError } from "#server/boundary/problem.ts";
import type { GardenClient } from "#server/garden/garden-client.ts";
import type { Session } from "#server/identity/session.ts";
import type { DocumentStore } from "#server/storage/document-store.ts";
import {
  hashOwnerName,
  ownerLabel,
  type PersonalDataStorage,
  personalConfigMapTarget,
} from "#server/storage/own-keeping.ts";

const viewsLabel = "almanac.garden/views";
/** Name of the ConfigMap with a project's saved views, in the project's namespace. */
export const sharedViewsName = "almanac-views";

export function ownViewDocumentStore(
  keeping: PersonalDataStorage,
  owner: string,
  signal: AbortSignal,
): DocumentStore<ViewDocument> {
  return {
    client: keeping.client,
    target: personalConfigMapTarget(keeping, "views", owner),
    signal,
    read(kept) {
      const book = parseViewConfigMap(kept);
      // The ConfigMap's name contains only a hash of the user's name, so the name is stored inside and compared.
      return kept === undefined || book?.rest.owner === owner ? book : undefined;
    },
    write: ({ entries, rest }) => ({
      labels: { [viewsLabel]: "own", [ownerLabel]: hashOwnerName(owner) },
      data: { views: formatViewDocument({ entries, rest: { ...rest, owner } }) },
    }),
  };
}

/** Storage of a project's views; visible projects only, else the response would disclose which projects exist. */
export async function sharedViewDocumentStore(
  context: { readonly scopes: Pick<UserScopes, "scopeOf">; readonly withToken: (token: string) => GardenClient },
  { token }: Session,
  { project, signal }: { readonly project: string; readonly signal: AbortSignal },
): Promise<DocumentStore<ViewDocument>> {
  const { shown } = await context.scopes.scopeOf(token);
  const seen = shown.projects.find(({ name }) => name === project);
  if (seen === undefined) {
    throw new ProblemError("not-found", { detail: text("There is no such project, or you do not see it.") });
  }
  const target = { resource: configMaps, namespace: seen.namespace, name: sharedViewsName };
  return {
    client: context.withToken(token),
    target,
    signal,
    read: parseViewConfigMap,
    write: (book) => ({ labels: { [viewsLabel]: "shared" }, data: { views: formatViewDocument(book) } }),
  };
}

/** Parses a ConfigMap with saved views; undefined for an unknown format, which is neither shown nor overwritten. */
export function parseViewConfigMap(kept: KubeObject | undefined): ViewDocument | undefined {
  return kept === undefined ? emptyViewDocument : parseViewDocument(stringAt(kept, "data", "views") ?? "");
}
