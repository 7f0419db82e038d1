import "server-only";
import { once } from "node:events";
import type { Writable } from "node:stream";
import { createGzip } from "node:zlib";
import type { KubeObject, ListMeta } from "#lib/kube/object.ts";
import { badRequest, expiredError, tooLargeResourceVersion } from "../../errors/api-error.ts";
import { apiVersionOf } from "../../registry/resource-definition.ts";
import { selectorPredicate } from "../../registry/selectors.ts";
import { jsonOfObject } from "../../store/json-of-object.ts";
import { collectionKeyOf } from "../../store/store.ts";
import { type AuthenticatedExchange, waitUntilStored, wantsGzip } from "../exchange/exchange.ts";
import { negotiateRepresentation } from "../exchange/media-type.ts";
import type { ResourceRequestInfo } from "../exchange/parse-request-info.ts";
import { columnDefinitions, parseIncludeObject, partialMetadata, tableResponse, tableRow } from "./table.ts";

interface Page {
  readonly objects: readonly KubeObject[];
  readonly metadata: ListMeta;
}

/** Answers a list request: GET of a collection. */
export async function listObjects(exchange: AuthenticatedExchange, info: ResourceRequestInfo): Promise<void> {
  const representation = negotiateRepresentation(exchange.request.headers.accept);
  const page = readPage(exchange, info);
  const { definition } = info;
  if (representation === "table") {
    const options = { include: parseIncludeObject(exchange.query), now: exchange.server.clock.now() };
    const head = { ...tableResponse(columnDefinitions(definition), [], page.metadata), rows: undefined };
    const encode = (object: KubeObject) => JSON.stringify(tableRow(definition, object, options));
    return sendList(exchange, head, { field: "rows", objects: page.objects, encode });
  }
  const metadataOnly = representation === "metadata";
  const { metadata } = page;
  const head = metadataOnly
    ? { kind: "PartialObjectMetadataList", apiVersion: "meta.k8s.io/v1", metadata }
    : { kind: `${definition.resource.kind}List`, apiVersion: apiVersionOf(definition.resource), metadata };
  const encode = metadataOnly ? (object: KubeObject) => JSON.stringify(partialMetadata(object)) : jsonOfObject;
  await sendList(exchange, head, { field: "items", objects: page.objects, encode });
}

function readPage(exchange: AuthenticatedExchange, { definition, namespace }: ResourceRequestInfo): Page {
  const { server, query } = exchange;
  const limit = parseCountParameter(query, "limit");
  const token = query.get("continue");
  const place = `${collectionKeyOf(definition.resource)} ${namespace ?? ""}`;
  if (token) return resumePage(exchange, place, { token, limit });
  checkVersion(exchange, collectionKeyOf(definition.resource));
  const matches = selectorPredicate(query, definition);
  const selected = query.get("labelSelector") || query.get("fieldSelector");
  const all = server.store.collection(collectionKeyOf(definition.resource)).list(namespace);
  const objects = selected ? all.filter(matches) : all;
  const version = String(server.store.resourceVersion);
  if (limit === undefined || objects.length <= limit) return { objects, metadata: { resourceVersion: version } };
  const next = server.snapshots.keep({ place, version, objects }, limit);
  return {
    objects: objects.slice(0, limit),
    metadata: {
      resourceVersion: version,
      continue: next,
      ...(selected ? {} : { remainingItemCount: objects.length - limit }),
    },
  };
}

interface NextPage {
  readonly token: string;
  readonly limit: number | undefined;
}

function resumePage({ server, query }: AuthenticatedExchange, place: string, { token, limit }: NextPage): Page {
  if (query.get("resourceVersion")) throw badRequest("specifying resource version is not allowed when using continue");
  const resumed = server.snapshots.resume(token);
  if (resumed === null) throw badRequest("continue key is not valid: the token is no list token of this server");
  if (resumed === undefined) {
    throw expiredError(
      "The provided continue parameter is too old to display a consistent list result. You must start a new list without the continue parameter.",
    );
  }
  const { snapshot, from, id } = resumed;
  // Another collection's continue token is invalid, because the user might not be allowed to list that collection.
  if (snapshot.place !== place) throw badRequest("continue key is not valid: it belongs to another list");
  const to = limit === undefined ? snapshot.objects.length : from + limit;
  const rest = snapshot.objects.length - to;
  return {
    objects: snapshot.objects.slice(from, to),
    metadata: {
      resourceVersion: snapshot.version,
      ...(rest > 0 ? { continue: server.snapshots.next(id, to), remainingItemCount: rest } : {}),
    },
  };
}

/** Parses a positive number from the query; undefined if it is missing or 0. @throws ApiError 400 */
export function parseCountParameter(query: URLSearchParams, name: string, form = /^[0-9]{1,9}$/): number | undefined {
  const text = query.get(name);
  if (text === null || text === "" || text === "0") return undefined;
  if (!form.test(text)) throw badRequest(`invalid ${name} ${JSON.stringify(text)}`);
  return Number(text);
}

/** Validates `resourceVersion` and `resourceVersionMatch` of a list request. */
function checkVersion({ server, query }: AuthenticatedExchange, key: string): void {
  const asked = query.get("resourceVersion") ?? "";
  const match = query.get("resourceVersionMatch");
  if (match !== null && match !== "" && match !== "NotOlderThan" && match !== "Exact") {
    throw badRequest(`unknown resourceVersionMatch ${JSON.stringify(match)}`);
  }
  if (match && asked === "") throw badRequest("resourceVersionMatch is forbidden unless resourceVersion is provided");
  if (asked === "" || asked === "0") return;
  if (!/^[1-9][0-9]{0,18}$/.test(asked)) throw badRequest(`invalid resource version ${JSON.stringify(asked)}`);
  if (Number(asked) > server.store.resourceVersion) {
    throw tooLargeResourceVersion(asked, String(server.store.resourceVersion));
  }
  if (match !== "Exact") return;
  const later = server.store.collection(key).ring.since(Number(asked));
  if (later === undefined || later.length > 0)
    throw expiredError(`The resourceVersion for the provided list is too old.`);
}

const itemsATick = 200;

interface ListItems {
  readonly field: "items" | "rows";
  readonly objects: readonly KubeObject[];
  readonly encode: (object: KubeObject) => string;
}

/** Writes a list in chunks, so that the JSON is never one string in memory and other requests are served meanwhile. */
async function sendList(
  exchange: AuthenticatedExchange,
  head: object,
  { field, objects, encode }: ListItems,
): Promise<void> {
  const { response } = exchange;
  await waitUntilStored(exchange);
  const gzip = wantsGzip(exchange, objects.length * 500);
  response.writeHead(200, { "content-type": "application/json", ...(gzip ? { "content-encoding": "gzip" } : {}) });
  const out: Writable = gzip ? createGzip({ level: 1 }) : response;
  if (gzip) out.pipe(response);
  out.write(`${JSON.stringify(head).slice(0, -1)},${JSON.stringify(field)}:[`);
  for (let from = 0; from < objects.length && !response.destroyed; from += itemsATick) {
    const part = objects.slice(from, from + itemsATick).map(encode);
    const hasRoom = out.write(`${from === 0 ? "" : ","}${part.join(",")}`);
    if (!hasRoom && !response.destroyed) await drained(out, response);
    else await new Promise((resolve) => setImmediate(resolve));
  }
  out.end("]}\n");
}

/** Resolves when the stream accepts data again or the client has disconnected. */
async function drained(out: Writable, response: Writable): Promise<void> {
  const waiting = new AbortController();
  const { signal } = waiting;
  await Promise.race([once(out, "drain", { signal }), once(response, "close", { signal })]).finally(() => {
    waiting.abort();
  });
}
