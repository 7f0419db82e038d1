import "server-only";
import type { NewClusterPreview } from "#lib/contract/new-cluster.ts";
import { fieldAt } from "#lib/kube/field.ts";
import { shoots } from "#lib/kube/resource.ts";
import { isRecord } from "#lib/kube/wire.ts";
import { text } from "#lib/language/text.ts";
import type { GardenClient } from "#server/garden/garden-client.ts";
import { isRejectedDryRun } from "#server/garden/rejection.ts";
import { causesOfRejection } from "./causes-of-rejection.ts";
import type { ReadDraft } from "./read-draft.ts";

export type TriedCreation = Pick<NewClusterPreview, "dryRun" | "defaults">;

/** Maximum number of listed defaults: a Shoot has about fifty, and a pool ten more. */
const mostDefaults = 200;
const longestDefault = 200;

/** Asks the garden whether it would create the Shoot, for this user and now. Nothing is stored. */
export async function dryRunNewCluster(
  client: Pick<GardenClient, "create">,
  { body }: ReadDraft,
  { namespace, signal }: { readonly namespace: string; readonly signal: AbortSignal },
): Promise<TriedCreation> {
  try {
    const answer = await client.create<object>({ resource: shoots, namespace }, body, { signal, dryRun: true });
    const warnings = [...new Set(answer.warnings)];
    const defaults = addedFields(fieldAt(body, "spec"), fieldAt(answer.body, "spec"), "spec");
    return {
      dryRun: { verdict: "accepted", causes: [], warnings },
      defaults: defaults.slice(0, mostDefaults),
    };
  } catch (error) {
    if (!isRejectedDryRun(error)) throw error;
    const { message, causes } = causesOfRejection(error, body);
    return { dryRun: { verdict: "refused", message, causes: [...causes], warnings: [] }, defaults: [] };
  }
}

/** The result for a draft that is not tried, because it has errors already. */
export function notTried(): TriedCreation {
  const message = text("The garden is asked once these errors are fixed.");
  return { dryRun: { verdict: "not-run", message, causes: [], warnings: [] }, defaults: [] };
}

/** Fields with a value in the second object that are missing in the first. */
function addedFields(before: unknown, after: unknown, path: string): NewClusterPreview["defaults"] {
  if (Array.isArray(after) && Array.isArray(before)) {
    return after.flatMap((item, index) => addedFields(before[index], item, `${path}[${index}]`));
  }
  if (isRecord(after)) {
    const known = isRecord(before) ? before : {};
    return Object.entries(after).flatMap(([key, value]) => addedFields(known[key], value, `${path}.${key}`));
  }
  if (after === undefined || after === null || (before !== undefined && before !== null)) return [];
  const value = typeof after === "string" ? after : JSON.stringify(after);
  return [{ field: path, value: value.slice(0, longestDefault) }];
}
