import "server-only";
import type { ChecklistResponse } from "#lib/contract/checklist.ts";
import { type ClusterReadContext, type ClusterRequest, readShoot, shootTarget } from "#server/clusters/read-cluster.ts";
import { resultOrReason } from "#server/garden/garden-error.ts";
import { canStoreConfigMaps } from "#server/storage/can-store-config-maps.ts";
import { findDocument } from "#server/storage/document-store.ts";
import { checklistDocumentStore } from "./checklist-document-store.ts";

type Context = Pick<ClusterReadContext, "withToken" | "scopes" | "reviews">;

/** Checklist for a cluster's credential rotation, read as the user, and whether the user can change it. */
export async function readChecklist(context: Context, request: ClusterRequest): Promise<ChecklistResponse> {
  const { token, signal } = request;
  const [metadata] = await Promise.all([shootTarget(context, request), readShoot(context, request)]);
  const place = checklistDocumentStore(context.withToken(token), { metadata }, signal);
  const [found, mayWrite] = await Promise.all([
    resultOrReason(findDocument(place), "forbidden"),
    canStoreConfigMaps(context.reviews, token, metadata.namespace),
  ]);
  const shared = { mayWrite, keptIn: place.target.name };
  if (found === "forbidden") return { unread: found, ...shared };
  return found === undefined ? { unread: "unknown-form", ...shared } : { checklist: found, ...shared };
}
