import * as z from "zod";

const fieldsSchema = z.array(z.string());
const headSchema = z.object({
  snapshot: z.object({
    meta: z.object({
      node_fields: fieldsSchema,
      node_types: z.tuple([fieldsSchema]).rest(z.unknown()),
      edge_fields: fieldsSchema,
      edge_types: z.tuple([fieldsSchema]).rest(z.unknown()),
    }),
    node_count: z.int(),
    edge_count: z.int(),
  }),
});

export interface HeapEdge {
  /** As V8 calls it: `property`, `element`, `internal`, `weak` and others. */
  readonly type: string;
  /** Of a property; empty where edges have numbers. */
  readonly name: string;
  readonly to: number;
}

/** A heap as V8 writes it down: nodes, which are numbers from 0 on, and what refers to what. */
export interface HeapGraph {
  readonly size: number;
  typeOf(node: number): string;
  /** Of an object the name of its class, of a string its beginning. */
  nameOf(node: number): string;
  /** Without what it refers to. */
  bytesOf(node: number): number;
  edgesOf(node: number): Iterable<HeapEdge>;
}

/**
 * Reads a heap snapshot, whose numbers are many millions: they never become a value each.
 * @throws Error when it is none
 */
export function parseHeap(file: Buffer): HeapGraph {
  const nodesAt = placeOf(file, '"nodes":[', 0);
  const head = file.subarray(0, nodesAt).toString().trimEnd().replace(/,$/, "}");
  const { meta, node_count: size, edge_count: edgeCount } = headSchema.parse(JSON.parse(head)).snapshot;
  const { node_fields: nodeFields, edge_fields: edgeFields } = meta;
  const [nodeTypes, edgeTypes] = [meta.node_types[0], meta.edge_types[0]];
  const [width, edgeWidth] = [nodeFields.length, edgeFields.length];
  const nodes = numbersAt(file, nodesAt, size * width);
  const edgesAt = placeOf(file, '"edges":[', nodesAt);
  const edges = numbersAt(file, edgesAt, edgeCount * edgeWidth);
  const stringsAt = placeOf(file, '"strings":[', edgesAt);
  const end = file.lastIndexOf("]");
  const strings = z
    .array(z.string())
    .parse(JSON.parse(file.subarray(stringsAt + '"strings":'.length, end + 1).toString()));
  const field = (name: string) => nodeFields.indexOf(name);
  const edgeField = (name: string) => edgeFields.indexOf(name);
  const [type, name, selfSize, edgesOfNode] = [field("type"), field("name"), field("self_size"), field("edge_count")];
  const [edgeType, edgeName, toNode] = [edgeField("type"), edgeField("name_or_index"), edgeField("to_node")];
  /** Where the edges of each node begin. */
  const firstEdges = new Uint32Array(size + 1);
  const at = (list: Uint32Array, index: number) => list[index] ?? 0;
  for (let node = 0; node < size; node += 1)
    firstEdges[node + 1] = at(firstEdges, node) + at(nodes, node * width + edgesOfNode);
  const isNumbered = new Set(["element", "hidden"]);
  return {
    size,
    typeOf: (node) => nodeTypes[at(nodes, node * width + type)] ?? "",
    nameOf: (node) => strings[at(nodes, node * width + name)] ?? "",
    bytesOf: (node) => at(nodes, node * width + selfSize),
    *edgesOf(node) {
      for (let edge = at(firstEdges, node); edge < at(firstEdges, node + 1); edge += 1) {
        const kind = edgeTypes[at(edges, edge * edgeWidth + edgeType)] ?? "";
        yield {
          type: kind,
          name: isNumbered.has(kind) ? "" : (strings[at(edges, edge * edgeWidth + edgeName)] ?? ""),
          to: at(edges, edge * edgeWidth + toNode) / width,
        };
      }
    },
  };
}

function placeOf(file: Buffer, text: string, from: number): number {
  const at = file.indexOf(text, from);
  if (at < 0) throw new Error(`this is no heap snapshot: it has no ${text}`);
  return at;
}

const [zero, nine, closing] = [..."09]"].map((sign) => sign.charCodeAt(0));

/** The numbers of the list that begins there. */
function numbersAt(file: Buffer, start: number, count: number): Uint32Array {
  const numbers = new Uint32Array(count);
  let found = 0;
  let value = -1;
  for (let at = file.indexOf("[", start) + 1; at < file.length; at += 1) {
    const code = file[at] ?? 0;
    if (code >= (zero ?? 0) && code <= (nine ?? 0)) value = Math.max(value, 0) * 10 + code - (zero ?? 0);
    else if (value >= 0) {
      numbers[found] = value;
      found += 1;
      value = -1;
    }
    if (code === closing) break;
  }
  if (found !== count) throw new Error(`this is no whole heap snapshot: ${found} of ${count} numbers`);
  return numbers;
}
