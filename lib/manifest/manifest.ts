import { type ShootPatch, shootPatchSchema } from "#lib/contract/act.ts";
import { mergePatchBetween } from "#lib/kube/merge-patch.ts";
import { isSame } from "#lib/kube/same-value.ts";
import { isRecord } from "#lib/kube/wire.ts";
import { yamlText } from "./yaml-text.ts";

export type Json = Readonly<Record<string, unknown>>;

/** What people may change of a Shoot. A missing block of labels or annotations is like an empty one. */
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

/** What the editor begins with: what identifies the Shoot, and what may be changed of it. */
export function manifestText(shoot: Json, manifest: Manifest = manifestOf(shoot)): string {
  const { name, namespace } = recordOf(shoot.metadata);
  const { labels, annotations } = manifest.metadata;
  return yamlText({
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

/** The merge patch that makes `after` of `before`; undefined when nothing differs. */
export function manifestPatch(before: Manifest, after: Manifest): ShootPatch | undefined {
  const patch = shootPatchSchema.safeParse(mergePatchBetween(before, withSharedParts(before, after)));
  return patch.success ? patch.data : undefined;
}

/** `after`, with each part that says the same as in `before` written as it was there: another order is no change. */
function withSharedParts(before: unknown, after: unknown): unknown {
  if (isSame(before, after)) return before;
  if (!isRecord(before) || !isRecord(after)) return after;
  return Object.fromEntries(Object.entries(after).map(([key, value]) => [key, withSharedParts(before[key], value)]));
}
