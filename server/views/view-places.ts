import "server-only";
import type { KubeObject } from "#lib/kube/object.ts";
import type { ObjectTarget } from "#lib/kube/paths.ts";
import { configMaps } from "#lib/kube/resource.ts";
import { isRecord } from "#lib/kube/wire.ts";
import { text } from "#lib/language/text.ts";
import { emptyViewBook, formatViewBook, parseViewBook, type ViewBook } from "#lib/saved-views/view-book.ts";
import type { UserScopes } from "#server/access/user-scope.ts";
import { ProblemError } from "#server/boundary/problem.ts";
import type { GardenClient } from "#server/garden/garden-client.ts";
import type { Session } from "#server/identity/session.ts";
import type { ConfigMap } from "#server/storage/change-config-map.ts";
import { type OwnKeeping, ownerKey, ownerLabel } from "#server/storage/own-keeping.ts";

/** Where the views of somebody, or of a project, are kept. */
export interface ViewPlace {
  readonly client: GardenClient;
  readonly target: ObjectTarget;
  /** Whose they are; absent for those of a project. */
  readonly owner?: string;
}

const viewsLabel = "almanac.garden/views";
/** In the namespace of a project. */
export const sharedName = "almanac-views";

export function ownPlace({ client, namespace }: OwnKeeping, owner: string): ViewPlace {
  return { client, target: { resource: configMaps, namespace, name: `almanac-views-${ownerKey(owner)}` }, owner };
}

/** Only projects that the user sees: for any other one the answer would say that it exists. */
export async function sharedPlace(
  context: { readonly scopes: Pick<UserScopes, "scopeOf">; readonly withToken: (token: string) => GardenClient },
  session: Session,
  project: string,
): Promise<ViewPlace> {
  const { shown } = await context.scopes.scopeOf(session.token);
  const seen = shown.projects.find(({ name }) => name === project);
  if (seen === undefined) {
    throw new ProblemError("not-found", { detail: text("There is no such project, or you do not see it.") });
  }
  const target = { resource: configMaps, namespace: seen.namespace, name: sharedName };
  return { client: context.withToken(session.token), target };
}

/** Undefined for what this build does not know as somebody's views: it is not shown, and not written over. */
export function bookOf(kept: KubeObject | undefined, owner: string | undefined): ViewBook | undefined {
  if (kept === undefined) return emptyViewBook;
  const data = "data" in kept && isRecord(kept.data) ? kept.data.views : undefined;
  const book = typeof data === "string" ? parseViewBook(data) : undefined;
  // What names the object is a hash: whose views they are is said in it, too.
  return owner === undefined || book?.rest.owner === owner ? book : undefined;
}

export function objectOf({ target, owner }: ViewPlace, { entries, rest }: ViewBook): ConfigMap {
  const { name, namespace = "" } = target;
  const whose = owner === undefined ? {} : { [ownerLabel]: ownerKey(owner) };
  const book = owner === undefined ? { entries, rest } : { entries, rest: { ...rest, owner } };
  return {
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: { name, namespace, labels: { [viewsLabel]: owner === undefined ? "shared" : "own", ...whose } },
    // One key with JSON, because the parts belong together.
    data: { views: formatViewBook(book) },
  };
}
