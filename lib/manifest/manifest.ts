import { type ShootPatch, shootPatchSchema } from "#lib/contract/act.ts";
import { mergePatchBetween } from "#lib/kube/merge-patch.ts";
import { isSame } from "#lib/kube/same-value.ts";
import { isRecord } from "#lib/kube/wire.ts";
import { formatYaml } from "./format-yaml.ts";

export type Json = Readonly<Record<string, unknown>>;

/** Editable part of a Shoot. Missing labels or annotations equal empty ones. */
export interface Manifest {
  readonly metadata: { readonly labels: Json; readonly annotations: Json };
  readonly spec: Json;
}

function recordOf(value: unknown): Json {
  return isRecord(value) ? value : {};
}

export function manifestOf(shoot: Json): Manifest {
  const metadata = recordOf(shoot.metadata);
  return {
    metadata: { labels: recordOf(metadata.labels), annotations: recordOf(metadata.annotations) },
    spec: recordOf(shoot.spec),
  };
}

/** Initial text of the editor: what identifies the Shoot, and its editable part. */
export function formatManifest(shoot: Json, manifest: Manifest = manifestOf(shoot)): string {
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

/** Merge patch from `before` to `after`; undefined if nothing differs. */
export function manifestPatch(before: Manifest, after: Manifest): ShootPatch | undefined {
  const patch = shootPatchSchema.safeParse(mergePatchBetween(before, withSharedParts(before, after)));
  return patch.success ? patch.data : undefined;
}

/** `after`, with equal parts taken from `before`, so that a different order does not count as a change. */
function withSharedParts(before: unknown, after: unknown): unknown {
  if (isSame(before, after)) return before;
  if (!isRecord(before) || !isRecord(after)) return after;
  return Object.fromEntries(Object.entries(after).map(([key, value]) => [key, withSharedParts(before[key], value)]));
}
