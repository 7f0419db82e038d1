import "server-only";
import type { KubeObject } from "#lib/kube/object.ts";

const texts = new WeakMap<KubeObject, string>();

/** A stored object as JSON. It is made once: stored objects never change, and most are listed more often than written. */
export function objectText(object: KubeObject): string {
  const known = texts.get(object);
  if (known !== undefined) return known;
  const text = JSON.stringify(object);
  texts.set(object, text);
  return text;
}
