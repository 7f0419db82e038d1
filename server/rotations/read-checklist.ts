import "server-only";
import type { ChecklistReading } from "#lib/contract/checklist.ts";
import { type ClusterReading, type ClusterRequest, readShoot, shootTarget } from "#server/clusters/read-cluster.ts";
import { resultOrReason } from "#server/garden/garden-error.ts";
import { findBook } from "#server/storage/change-book.ts";
import { mayStore } from "#server/storage/may-store.ts";
import { checklistPlace } from "./checklist-place.ts";

type Context = Pick<ClusterReading, "withToken" | "scopes" | "reviews">;

/** The checklist of a cluster's rotation, read with the user's permissions, and whether the user can write it. */
export async function readChecklist(context: Context, request: ClusterRequest): Promise<ChecklistReading> {
  const { token, signal } = request;
  const [metadata] = await Promise.all([shootTarget(context, request), readShoot(context, request)]);
  const place = checklistPlace(context.withToken(token), { metadata }, signal);
  const [found, mayWrite] = await Promise.all([
    resultOrReason(findBook(place), "forbidden"),
    mayStore(context.reviews, token, metadata.namespace),
  ]);
  const shared = { mayWrite, keptIn: place.target.name };
  if (found === "forbidden") return { unread: found, ...shared };
  return found === undefined ? { unread: "unknown-form", ...shared } : { checklist: found, ...shared };
}
