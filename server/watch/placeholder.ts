import "server-only";
import { extractStringsFromJsonHead } from "#lib/kube/json-head.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import type { KubeResource } from "#lib/kube/resource.ts";
import { isRecord } from "#lib/kube/wire.ts";

/** Why an object is too large to be stored: by its size, or because it is nested too deeply. */
export type ObjectExcess = { readonly kind: "size"; readonly bytes: number } | { readonly kind: "depth" };

/** Key of the reason in a placeholder; a symbol, so that no received object can contain it. */
const excessKey = Symbol.for("almanac.excess");

const mebibyte = 1024 * 1024;
/** Maximum nesting depth, far above any Kubernetes object's, so that recursive code does not overflow the stack. */
const maxDepth = 100;

/** Maximum size of an object in bytes. It is lower for Shoots, which every user can create. */
export function objectLimitBytes({ kind }: KubeResource): number {
  return kind === "Shoot" ? 1.5 * mebibyte : 8 * mebibyte;
}

/** Whether and why an object is too large; undefined when it is not. Its size is the total length of its texts. */
export function findObjectExcess(object: unknown, resource: KubeResource): ObjectExcess | undefined {
  const bytes = bytesWithin(object, maxDepth);
  if (bytes < 0) return { kind: "depth" };
  return bytes > objectLimitBytes(resource) ? { kind: "size", bytes } : undefined;
}

/** Total length of a value's texts, or -1 when nested too deeply. Runs for every received object. */
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
  // `for in` avoids a copy of the keys; parsed JSON has only own keys.
  for (const key in value) {
    const more = bytesWithin(value[key], depth - 1);
    if (more < 0) return -1;
    bytes += key.length + more;
  }
  return bytes;
}

/** Whether oversized objects of a resource are replaced by placeholders: only Shoots, because users look for them. */
export function hasPlaceholders({ kind }: KubeResource): boolean {
  return kind === "Shoot";
}

/** A placeholder for an object that is too large: its identity and the reason. */
export function placeholderFor({ metadata }: KubeObject, excess: ObjectExcess): object {
  const { name, namespace, uid, resourceVersion, creationTimestamp, deletionTimestamp } = metadata;
  const kept = { name, namespace, uid, resourceVersion, creationTimestamp, deletionTimestamp };
  return { metadata: kept, spec: {}, status: {}, [excessKey]: excess };
}

/** Why an object was replaced by a placeholder; undefined for a complete object. */
export function excessOfPlaceholder(object: KubeObject): ObjectExcess | undefined {
  const excess: unknown = Reflect.get(object, excessKey);
  if (!isRecord(excess)) return undefined;
  return typeof excess.bytes === "number" ? { kind: "size", bytes: excess.bytes } : { kind: "depth" };
}

const identity = ["name", "namespace", "uid", "resourceVersion", "creationTimestamp", "deletionTimestamp"];
const paths = new Set(["type", "object.kind", "object.apiVersion", ...identity.map((key) => `object.metadata.${key}`)]);

/** Parses type and identity from the first bytes of a watch event. */
export function parseEventHead(head: string): { readonly type: string | undefined; readonly object: object } {
  const texts = extractStringsFromJsonHead(head, paths);
  const metadata = Object.fromEntries(identity.map((key) => [key, texts.get(`object.metadata.${key}`)]));
  const object = { kind: texts.get("object.kind"), apiVersion: texts.get("object.apiVersion"), metadata };
  return { type: texts.get("type"), object };
}
