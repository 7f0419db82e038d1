import "server-only";
import { textsInHead } from "#lib/kube/json-head.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import type { KubeResource } from "#lib/kube/resource.ts";
import { isRecord } from "#lib/kube/wire.ts";

/** Why an object is not held whole. */
export type Excess = { readonly kind: "size"; readonly bytes: number } | { readonly kind: "depth" };

/** A key that nothing from the wire can have. */
const excessKey = Symbol.for("almanac.excess");

const mebibyte = 1024 * 1024;
/** No object of Kubernetes is nearly as deep; one that is would overflow the stack of whoever walks it. */
const maxDepth = 100;

/** How large an object of a resource may be. Everybody may write Shoots; of the others there are few. */
export function objectLimitBytes({ kind }: KubeResource): number {
  return kind === "Shoot" ? 1.5 * mebibyte : 8 * mebibyte;
}

/** What of the object is beyond what may be held; undefined when it may. Sizes are those of its texts. */
export function excessOf(object: unknown, resource: KubeResource): Excess | undefined {
  const bytes = bytesWithin(object, maxDepth);
  if (bytes < 0) return { kind: "depth" };
  return bytes > objectLimitBytes(resource) ? { kind: "size", bytes } : undefined;
}

/** The size of a value's texts, or -1 where it is deeper than that. Every object that comes goes through it. */
function bytesWithin(value: unknown, depth: number): number {
  if (typeof value === "string") return value.length;
  if (Array.isArray(value)) {
    if (depth === 0) return -1;
    let bytes = 4;
    for (const part of value) {
      const more = bytesWithin(part, depth - 1);
      if (more < 0) return -1;
      bytes += more;
    }
    return bytes;
  }
  if (!isRecord(value)) return 4;
  if (depth === 0) return -1;
  let bytes = 4;
  // Objects from the wire have no keys but their own, and are not to be copied for the sake of their size.
  for (const key in value) {
    const more = bytesWithin(value[key], depth - 1);
    if (more < 0) return -1;
    bytes += key.length + more;
  }
  return bytes;
}

/** People look for each Shoot, while nobody can do anything with half a profile or half a project. */
export function hasPlaceholders({ kind }: KubeResource): boolean {
  return kind === "Shoot";
}

/** What stands for an object that is too large to be held: who it is, and why there is no more. */
export function placeholderFor({ metadata }: KubeObject, excess: Excess): object {
  const { name, namespace, uid, resourceVersion, creationTimestamp, deletionTimestamp } = metadata;
  const kept = { name, namespace, uid, resourceVersion, creationTimestamp, deletionTimestamp };
  return { metadata: kept, spec: {}, status: {}, [excessKey]: excess };
}

/** Why only a placeholder of this object is held; undefined for one that is whole. */
export function excessOfPlaceholder(object: KubeObject): Excess | undefined {
  const excess: unknown = Reflect.get(object, excessKey);
  if (!isRecord(excess)) return undefined;
  return typeof excess.bytes === "number" ? { kind: "size", bytes: excess.bytes } : { kind: "depth" };
}

const identity = ["name", "namespace", "uid", "resourceVersion", "creationTimestamp", "deletionTimestamp"];
const paths = new Set(["type", "object.kind", "object.apiVersion", ...identity.map((key) => `object.metadata.${key}`)]);

/** As much of a watch's event as its first bytes say: its type, and who its object is. */
export function eventInHead(head: string): { readonly type: string | undefined; readonly object: object } {
  const texts = textsInHead(head, paths);
  const metadata = Object.fromEntries(identity.map((key) => [key, texts.get(`object.metadata.${key}`)]));
  const object = { kind: texts.get("object.kind"), apiVersion: texts.get("object.apiVersion"), metadata };
  return { type: texts.get("type"), object };
}
