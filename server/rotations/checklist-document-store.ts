import "server-only";
import { type Checklist, checklistSchema } from "#lib/contract/checklist.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { stringAt } from "#lib/kube/field.ts";
import { configMaps } from "#lib/kube/resource.ts";
import { parseStoredJson } from "#lib/kube/stored-json.ts";
import { emptyChecklist } from "#lib/view/checklist/apply-checklist-change.ts";
import type { GardenClient } from "#server/garden/garden-client.ts";
import type { DocumentStore } from "#server/storage/document-store.ts";

/** Store of a Shoot's rotation checklist. The Shoot owns the ConfigMap, so that both are deleted together. */
export function checklistDocumentStore(
  client: GardenClient,
  { metadata: { name, namespace = "", uid = "" } }: Pick<Shoot, "metadata">,
  signal: AbortSignal,
): DocumentStore<Checklist> {
  return {
    client,
    // Shoot names contain no dot, so this name never equals that of a ConfigMap of Gardener.
    target: { resource: configMaps, namespace, name: `${name}.almanac-checklist` },
    signal,
    read(kept) {
      if (kept === undefined) return emptyChecklist;
      return checklistSchema.safeParse(parseStoredJson(stringAt(kept, "data", "checklist") ?? "")).data;
    },
    write: (checklist) => ({
      labels: { "almanac.garden/checklist": "true", "shoot.gardener.cloud/name": name },
      ownerReferences: [{ apiVersion: "core.gardener.cloud/v1beta1", kind: "Shoot", name, uid }],
      // One key with JSON, so that each write replaces the complete checklist.
      data: { checklist: JSON.stringify(checklist) },
    }),
  };
}
