import "server-only";
import type { KubeObject } from "#lib/kube/object.ts";

type Named = Pick<KubeObject, "metadata">;

/**
 * An incremental digest of a collection's objects and versions. It is equal on all replicas, unlike the resource
 * version of the list, which changes even when no object does.
 */
export class CollectionDigest {
  #low = 0;
  #high = 0;
  #text: string | undefined;

  constructor(objects: Iterable<Named> = []) {
    for (const object of objects) this.add(object);
  }

  add(object: Named): void {
    const [low, high] = lanesOf(object);
    this.#set(this.#low + low, this.#high + high);
  }

  remove(object: Named): void {
    const [low, high] = lanesOf(object);
    this.#set(this.#low - low, this.#high - high);
  }

  get text(): string {
    this.#text ??= [this.#low, this.#high].map((lane) => lane.toString(16).padStart(8, "0")).join("");
    return this.#text;
  }

  #set(low: number, high: number): void {
    this.#low = low >>> 0;
    this.#high = high >>> 0;
    this.#text = undefined;
  }
}

/** Combines the digests of several collections, such as Shoots by namespace, independent of their order. */
export function combineContents(texts: readonly string[]): string {
  const [only] = texts;
  if (only !== undefined && texts.length === 1) return only;
  const lane = (from: number) =>
    texts.reduce((sum, text) => (sum + Number.parseInt(text.slice(from, from + 8), 16)) >>> 0, 0);
  return [lane(0), lane(8)].map((sum) => sum.toString(16).padStart(8, "0")).join("");
}

/** Two 32-bit hashes of uid and version. Collision resistance is not needed, since the API server assigns both. */
function lanesOf({ metadata: { uid = "", resourceVersion = "" } }: Named): readonly [number, number] {
  const text = `${uid} ${resourceVersion}`;
  let low = 0x811c9dc5;
  let high = 0x41c6ce57;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    low = Math.imul(low ^ code, 0x01000193);
    high = Math.imul(high ^ code, 0x5f356495);
  }
  return [mixed(low), mixed(high)];
}

/** Mixes the bits of a hash, so that the last characters influence all of them. */
function mixed(hash: number): number {
  const once = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  const twice = Math.imul(once ^ (once >>> 13), 0xc2b2ae35);
  return (twice ^ (twice >>> 16)) >>> 0;
}
