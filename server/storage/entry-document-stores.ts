import "server-only";
import { stringAt } from "#lib/kube/field.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import type { ObjectTarget } from "#lib/kube/paths.ts";
import { configMaps } from "#lib/kube/resource.ts";
import {
  type EntryDocument,
  type EntryKind,
  emptyEntryDocument,
  formatEntryDocument,
  parseEntryDocument,
  type StoredEntry,
} from "#lib/stored-entries/entry-document.ts";
import type { UserScopes } from "#server/access/user-scope.ts";
import { visibleProjectOf } from "#server/access/visible-project.ts";
import type { GardenClient } from "#server/garden/garden-client.ts";
import type { DocumentStore } from "./document-store.ts";
import { hashOwnerName, ownerLabel, type PersonalDataStorage, personalConfigMapTarget } from "./own-keeping.ts";

type ListName = Pick<EntryKind<StoredEntry>, "list">;

/** Storage of a user's own list: a ConfigMap in Almanac's namespace. */
export function ownEntryStore(
  kind: ListName,
  keeping: PersonalDataStorage,
  { owner, signal }: { readonly owner: string; readonly signal: AbortSignal },
): DocumentStore<EntryDocument> {
  return {
    client: keeping.client,
    target: personalConfigMapTarget(keeping, kind.list, owner),
    signal,
    read(kept) {
      const book = parseEntryConfigMap(kind, kept);
      // The ConfigMap's name contains only a hash of the user's name, so the name is stored inside and compared.
      return kept === undefined || book?.rest.owner === owner ? book : undefined;
    },
    write: ({ entries, rest }) => ({
      labels: { [labelOf(kind)]: "own", [ownerLabel]: hashOwnerName(owner) },
      data: { [kind.list]: formatEntryDocument({ entries, rest: { ...rest, owner } }, kind) },
    }),
  };
}

/** Services with which the lists of projects are read and written. */
export interface SharedEntriesContext {
  readonly scopes: Pick<UserScopes, "scopeOf">;
  readonly withToken: (token: string) => GardenClient;
}

interface SharedPlace {
  readonly token: string;
  readonly project: string;
  readonly signal: AbortSignal;
}

/** Storage of a project's list; visible projects only, else the response would disclose which projects exist. */
export async function sharedEntryStore(
  kind: ListName,
  context: SharedEntriesContext,
  { token, project, signal }: SharedPlace,
): Promise<DocumentStore<EntryDocument>> {
  const { namespace } = await visibleProjectOf(context, token, project);
  return {
    ...entryStoreAt(kind, { resource: configMaps, namespace, name: sharedConfigMapName(kind) }),
    client: context.withToken(token),
    signal,
  };
}

/** Format of a list that belongs to no single user, in a ConfigMap. */
export function entryStoreAt(kind: ListName, target: ObjectTarget): Omit<DocumentStore<EntryDocument>, "client"> {
  return {
    target,
    read: (kept) => parseEntryConfigMap(kind, kept),
    write: (book) => ({
      labels: { [labelOf(kind)]: "shared" },
      data: { [kind.list]: formatEntryDocument(book, kind) },
    }),
  };
}

/** Name of the ConfigMap with a project's list, in the project's namespace. */
export function sharedConfigMapName({ list }: ListName): string {
  return `almanac-${list}`;
}

function labelOf({ list }: ListName): string {
  return `almanac.garden/${list}`;
}

/** Parses a ConfigMap with a list; undefined for an unknown format, which is neither shown nor overwritten. */
export function parseEntryConfigMap(kind: ListName, kept: KubeObject | undefined): EntryDocument | undefined {
  return kept === undefined ? emptyEntryDocument : parseEntryDocument(stringAt(kept, "data", kind.list) ?? "", kind);
}
