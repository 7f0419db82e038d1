import { type ShootPatch, shootPatchSchema } from "#lib/contract/act.ts";
import { mergePatchBetween } from "#lib/kube/merge-patch.ts";
import { isSameJson } from "#lib/kube/same-value.ts";
import { isRecord } from "#lib/kube/wire.ts";
import { formatYaml } from "./format-yaml.ts";

export type JsonObject = Readonly<Record<string, unknown>>;

/** Part of a Shoot that users can edit in the manifest editor. Missing labels or annotations equal empty ones. */
export interface Manifest {
  readonly metadata: { readonly labels: JsonObject; readonly annotations: JsonObject };
  readonly spec: JsonObject;
}

function recordOf(value: unknown): JsonObject {
  return isRecord(value) ? value : {};
}

export function manifestOf(shoot: JsonObject): Manifest {
  const metadata = recordOf(shoot.metadata);
  return {
    metadata: { labels: recordOf(metadata.labels), annotations: recordOf(metadata.annotations) },
    spec: recordOf(shoot.spec),
  };
}

/** Returns the initial text of the manifest editor: name and namespace of the Shoot, and its editable part. */
export function formatManifest(shoot: JsonObject, manifest: Manifest = manifestOf(shoot)): string {
  const { name, namespace } = recordOf(shoot.metadata);
  const { labels, annotations } = manifest.metadata;
  return formatYaml({
    apiVersion: shoot.apiVersion,
    kind: shoot.kind,
    metadata: {
      name,
      namespace,
      ...(Object.keys(labels).length > 0 && { labels }),
      ...(Object.keys(annotations).length > 0 && { annotations }),
    },
    spec: manifest.spec,
  });
}

/** Returns the merge patch from one manifest to another; undefined if nothing differs. */
export function manifestPatch(before: Manifest, after: Manifest): ShootPatch | undefined {
  const patch = shootPatchSchema.safeParse(mergePatchBetween(before, withSharedParts(before, after)));
  return patch.success ? patch.data : undefined;
}

/** Returns `after` with equal parts taken from `before`, so that another field order does not count as a change. */
function withSharedParts(before: unknown, after: unknown): unknown {
  if (isSameJson(before, after)) return before;
  if (!isRecord(before) || !isRecord(after)) return after;
  return Object.fromEntries(Object.entries(after).map(([key, value]) => [key, withSharedParts(before[key], value)]));
}
