import "server-only";
import { type Checklist, checklistSchema } from "#lib/contract/checklist.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { textAt } from "#lib/kube/field.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { parseStored } from "#lib/kube/stored-json.ts";
import type { ConfigMap } from "#server/storage/change-config-map.ts";

/** Shoot names have no dot: the ConfigMap stands beside those that Gardener keeps, and is never one of them. */
export function checklistName(shootName: string): string {
  return `${shootName}.almanac-checklist`;
}

export const checklistLabels = { "almanac.garden/checklist": "true" } as const;

/** The object to create. It belongs to the Shoot, and goes with it. */
export function checklistObject({ metadata }: Shoot, checklist: Checklist): ConfigMap {
  const { name, namespace = "", uid = "" } = metadata;
  return {
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: {
      name: checklistName(name),
      namespace,
      labels: { ...checklistLabels, "shoot.gardener.cloud/name": name },
      ownerReferences: [{ apiVersion: "core.gardener.cloud/v1beta1", kind: "Shoot", name, uid }],
    },
    // One key with JSON, because the parts belong together.
    data: { checklist: JSON.stringify(checklist) },
  };
}

/** Undefined for what is of a form that this build does not know: it is shown to nobody, and not written over. */
export function checklistOfObject(object: KubeObject): Checklist | undefined {
  const text = textAt(object, "data", "checklist");
  if (text === undefined) return undefined;
  const parsed = checklistSchema.safeParse(parseStored(text));
  return parsed.success ? parsed.data : undefined;
}
