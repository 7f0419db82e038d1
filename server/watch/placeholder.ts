import "server-only";
import { textsInHead } from "#lib/kube/json-head.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import type { KubeResource } from "#lib/kube/resource.ts";
import { isRecord } from "#lib/kube/wire.ts";

/** Why an object is not stored whole. */
export type Excess = { readonly kind: "size"; readonly bytes: number } | { readonly kind: "depth" };

/** A symbol, so that no received object can have it. */
const excessKey = Symbol.for("almanac.excess");

const mebibyte = 1024 * 1024;
/** Far deeper than any Kubernetes object; deeper ones would overflow the stack of recursive code. */
const maxDepth = 100;

/** Maximum size by resource. Every user can write Shoots; of the others there are few. */
export function objectLimitBytes({ kind }: KubeResource): number {
  return kind === "Shoot" ? 1.5 * mebibyte : 8 * mebibyte;
}

/** How an object exceeds the limits; undefined when it does not. Sizes are the lengths of its texts. */
export function excessOf(object: unknown, resource: KubeResource): Excess | undefined {
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
  // `for in`, to avoid copying: parsed objects have only own keys.
  for (const key in value) {
    const more = bytesWithin(value[key], depth - 1);
    if (more < 0) return -1;
    bytes += key.length + more;
  }
  return bytes;
}

/** Only for Shoots, which users look for; half a profile or project would be useless. */
export function hasPlaceholders({ kind }: KubeResource): boolean {
  return kind === "Shoot";
}

/** A stand-in for an object beyond the limits: its identity and the reason. */
export function placeholderFor({ metadata }: KubeObject, excess: Excess): object {
  const { name, namespace, uid, resourceVersion, creationTimestamp, deletionTimestamp } = metadata;
  const kept = { name, namespace, uid, resourceVersion, creationTimestamp, deletionTimestamp };
  return { metadata: kept, spec: {}, status: {}, [excessKey]: excess };
}

/** Why this object is only a placeholder; undefined for a whole one. */
export function excessOfPlaceholder(object: KubeObject): Excess | undefined {
  const excess: unknown = Reflect.get(object, excessKey);
  if (!isRecord(excess)) return undefined;
  return typeof excess.bytes === "number" ? { kind: "size", bytes: excess.bytes } : { kind: "depth" };
}

const identity = ["name", "namespace", "uid", "resourceVersion", "creationTimestamp", "deletionTimestamp"];
const paths = new Set(["type", "object.kind", "object.apiVersion", ...identity.map((key) => `object.metadata.${key}`)]);

/** Parses the type and the object's identity from an event's first bytes. */
export function eventInHead(head: string): { readonly type: string | undefined; readonly object: object } {
  const texts = textsInHead(head, paths);
  const metadata = Object.fromEntries(identity.map((key) => [key, texts.get(`object.metadata.${key}`)]));
  const object = { kind: texts.get("object.kind"), apiVersion: texts.get("object.apiVersion"), metadata };
  return { type: texts.get("type"), object };
}
