import "server-only";
import type { ChecklistReading } from "#lib/contract/checklist.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { configMaps } from "#lib/kube/resource.ts";
import { emptyChecklist } from "#lib/view/checklist/change-checklist.ts";
import { type ClusterReading, type ClusterRequest, readShoot, shootTarget } from "#server/clusters/read-cluster.ts";
import { GardenError } from "#server/garden/garden-error.ts";
import { mayKeep } from "#server/storage/may-keep.ts";
import { checklistName, checklistOfObject } from "./checklist-object.ts";

type Context = Pick<ClusterReading, "withToken" | "scopes" | "reviews">;

/** The checklist of a cluster's rotation, read with the user's own rights, and whether the user may write to it. */
export async function readChecklist(context: Context, request: ClusterRequest): Promise<ChecklistReading> {
  const [{ namespace = "", name }] = await Promise.all([shootTarget(context, request), readShoot(context, request)]);
  const keptIn = checklistName(name);
  const [found, mayWrite] = await Promise.all([
    find(context, request, { namespace, name: keptIn }),
    mayKeep(context.reviews, request.token, namespace),
  ]);
  return { ...found, mayWrite, keptIn };
}

async function find(
  { withToken }: Context,
  { token, signal }: ClusterRequest,
  target: { readonly namespace: string; readonly name: string },
): Promise<Pick<ChecklistReading, "checklist" | "unread">> {
  try {
    const { body } = await withToken(token).get<KubeObject>({ resource: configMaps, ...target }, { signal });
    const checklist = checklistOfObject(body);
    return checklist ? { checklist } : { unread: "unknown-form" };
  } catch (error) {
    if (!(error instanceof GardenError)) throw error;
    if (error.reason === "not-found") return { checklist: emptyChecklist };
    if (error.reason === "forbidden") return { unread: "forbidden" };
    throw error;
  }
}
