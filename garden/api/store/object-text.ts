import "server-only";
import type { KubeObject } from "#lib/kube/object.ts";

const texts = new WeakMap<object, string>();

/** A stored object as JSON. It is made once: stored objects never change, and most are listed more often than written. */
export function objectText(object: KubeObject): string {
  const known = texts.get(object);
  if (known !== undefined) return known;
  const text = JSON.stringify(object);
  texts.set(object, text);
  return text;
}

/** The text when it was made already. What is shown once more only, such as an old change, is not worth keeping one for. */
export function knownText(object: object): string | undefined {
  return texts.get(object);
}

/** Takes a text that an object was read from for the text of this object. */
export function rememberText(object: KubeObject, text: string): void {
  texts.set(object, text);
}

/** Once an object is replaced, few ask for it: the changes that hold on to it need not hold on to its text. */
export function forgetText(object: KubeObject): void {
  texts.delete(object);
}
