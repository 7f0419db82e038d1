import "server-only";
import { listAt } from "#lib/kube/field.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { projects } from "#lib/kube/resource.ts";
import { isRecord } from "#lib/kube/wire.ts";
import type { DualApproval } from "#lib/policy/operations/deletion.ts";
import type { OperationContext } from "#lib/policy/operations/operation-evaluation.ts";
import { readReferencedObject } from "#server/garden/read-referenced-object.ts";
import type { ActContext, ClusterActRequest } from "./act-context.ts";

function toApproval(entry: unknown): readonly DualApproval[] {
  if (!isRecord(entry) || typeof entry.resource !== "string") return [];
  const { resource, selector, includeServiceAccounts } = entry;
  return [
    {
      resource,
      ...(isRecord(selector) && { selector }),
      ...(typeof includeServiceAccounts === "boolean" && { includeServiceAccounts }),
    },
  ];
}

/**
 * Whether the project requires a second user to confirm the deletion of a Shoot. Unknown when the user cannot read the
 * project; the API server then refuses the deletion.
 */
export async function readDeletionApproval(
  { withToken }: Pick<ActContext, "withToken">,
  { token, cluster, act, signal }: ClusterActRequest,
): Promise<Pick<OperationContext, "dualApproval">> {
  if (act.kind !== "delete") return {};
  const target = { resource: projects, name: cluster.project };
  const project = await readReferencedObject<KubeObject>(withToken(token), target, signal);
  return project ? { dualApproval: listAt(project, "spec", "dualApprovalForDeletion").flatMap(toApproval) } : {};
}
