import type { HeapGraph } from "./heap-graph.ts";

/** Where the nodes of a kind begin: the instances of a class, or what a field of theirs refers to. */
export interface RetainedRoot {
  readonly instanceOf: string;
  readonly field?: string;
}

/** What is told as one. */
export interface RetainedKind {
  readonly name: string;
  readonly roots: readonly RetainedRoot[];
}

/** The tables that find what the kinds hold. */
export const indexes = "indexes";
/** What no kind reaches: code, Node, what is the same whatever the size, and what nobody has given a kind. */
export const everythingElse = "everything else";

/** These are everybody's, and lead to everything. */
const commonTypes = new Set(["hidden", "code", "closure", "object shape", "synthetic"]);
const commonNames = new Set(["system / Context"]);
const weakOrCommonEdges = new Set(["weak", "hidden"]);

/**
 * The bytes of a heap by kind. Each node belongs to the first kind that reaches it, so shared parts count once; what
 * several reach is the first one's. A Map, a Set or an Array most of whose entries belong to kinds is an index.
 *
 * @throws Error when a kind has no beginning: then its class has another name, and its bytes would count elsewhere
 */
export function bytesByKind(heap: HeapGraph, kinds: readonly RetainedKind[]): ReadonlyMap<string, number> {
  const owners = new Uint8Array(heap.size);
  const bytes = new Map<string, number>();
  kinds.forEach(({ name, roots }, index) => {
    const begin = roots.flatMap((root) => {
      const found = nodesOf(heap, root);
      if (found.length === 0) throw new Error(`no ${root.instanceOf}${root.field ?? ""} is in the heap`);
      return found;
    });
    bytes.set(name, claim(heap, begin, { owners, owner: index + 1 }));
  });
  bytes.set(indexes, claimIndexes(heap, owners, kinds.length + 1) + (bytes.get(indexes) ?? 0));
  let total = 0;
  for (let node = 0; node < heap.size; node += 1) total += heap.bytesOf(node);
  const claimed = [...bytes.values()].reduce((sum, each) => sum + each, 0);
  return bytes.set(everythingElse, total - claimed);
}

function nodesOf(heap: HeapGraph, { instanceOf, field }: RetainedRoot): readonly number[] {
  const instances: number[] = [];
  for (let node = 0; node < heap.size; node += 1)
    if (heap.typeOf(node) === "object" && heap.nameOf(node) === instanceOf && isInstance(heap, node))
      instances.push(node);
  if (field === undefined) return instances;
  return instances.flatMap((node) => [...heap.edgesOf(node)].flatMap(({ name, to }) => (name === field ? to : [])));
}

/** A class's prototype has its name as well, and its constructor. */
function isInstance(heap: HeapGraph, node: number): boolean {
  for (const { name } of heap.edgesOf(node)) if (name === "constructor") return false;
  return true;
}

interface Claim {
  /** Of each node; 0 is nobody. */
  readonly owners: Uint8Array;
  readonly owner: number;
}

/** Takes whatever can be reached and is nobody's; answers how many bytes that is. */
function claim(heap: HeapGraph, begin: readonly number[], { owners, owner }: Claim): number {
  let bytes = 0;
  const waiting = [...begin];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (owners[node] !== 0 || isCommon(heap, node)) continue;
    owners[node] = owner;
    bytes += heap.bytesOf(node);
    for (const { type, name, to } of heap.edgesOf(node))
      if (!weakOrCommonEdges.has(type) && name !== "__proto__" && owners[to] === 0) waiting.push(to);
  }
  return bytes;
}

function isCommon(heap: HeapGraph, node: number): boolean {
  return commonTypes.has(heap.typeOf(node)) || commonNames.has(heap.nameOf(node));
}

/** Tables of keys and values that mostly are somebody's, over and over: there are tables of tables. */
function claimIndexes(heap: HeapGraph, owners: Uint8Array, owner: number): number {
  let bytes = 0;
  for (let before = -1; before !== bytes; ) {
    before = bytes;
    for (let node = 0; node < heap.size; node += 1)
      if (owners[node] === 0 && heap.typeOf(node) === "array" && isMostlyClaimed(heap, node, owners))
        bytes += claim(heap, [node], { owners, owner });
  }
  return bytes;
}

const fewEntries = 8;

function isMostlyClaimed(heap: HeapGraph, node: number, owners: Uint8Array): boolean {
  let [claimed, all] = [0, 0];
  for (const { type, to } of heap.edgesOf(node)) {
    if (weakOrCommonEdges.has(type) || isCommon(heap, to)) continue;
    all += 1;
    if (owners[to] !== 0) claimed += 1;
  }
  return all >= fewEntries && claimed * 2 >= all;
}
