import "server-only";
import type { ChecklistReading } from "#lib/contract/checklist.ts";
import { type ClusterReading, type ClusterRequest, readShoot, shootTarget } from "#server/clusters/read-cluster.ts";
import { GardenError } from "#server/garden/garden-error.ts";
import { findBook } from "#server/storage/change-book.ts";
import { mayKeep } from "#server/storage/may-keep.ts";
import { checklistPlace } from "./checklist-place.ts";

type Context = Pick<ClusterReading, "withToken" | "scopes" | "reviews">;

/** The checklist of a cluster's rotation, read with the user's own rights, and whether the user may write to it. */
export async function readChecklist(context: Context, request: ClusterRequest): Promise<ChecklistReading> {
  const { token, signal } = request;
  const [metadata] = await Promise.all([shootTarget(context, request), readShoot(context, request)]);
  const place = checklistPlace(context.withToken(token), { metadata }, signal);
  const [found, mayWrite] = await Promise.all([
    find(place),
    mayKeep(context.reviews, token, metadata.namespace),
  ]);
  return { ...found, mayWrite, keptIn: place.target.name };
}

async function find(place: ReturnType<typeof checklistPlace>): Promise<Pick<ChecklistReading, "checklist" | "unread">> {
  try {
    const checklist = await findBook(place);
    return checklist ? { checklist } : { unread: "unknown-form" };
  } catch (error) {
    if (error instanceof GardenError && error.reason === "forbidden") return { unread: "forbidden" };
    throw error;
  }
}
