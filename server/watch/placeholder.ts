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
  const limit = objectLimitBytes(resource);
  let bytes = 0;
  const isTooDeep = (value: unknown, depth: number): boolean => {
    if (typeof value === "string") bytes += value.length;
    else bytes += 4;
    if (typeof value !== "object" || value === null) return false;
    if (depth === 0) return true;
    if (Array.isArray(value)) return value.some((part) => isTooDeep(part, depth - 1));
    for (const [key, part] of Object.entries(value)) {
      bytes += key.length;
      if (isTooDeep(part, depth - 1)) return true;
    }
    return false;
  };
  if (isTooDeep(object, maxDepth)) return { kind: "depth" };
  return bytes > limit ? { kind: "size", bytes } : undefined;
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
