import { applyMergePatch } from "#lib/kube/apply-merge-patch.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import type { KubeResource } from "#lib/kube/resource.ts";
import { isRecord } from "#lib/kube/wire.ts";
import type { ConnectedGarden } from "#server/app/container.ts";
import { createGarden } from "#server/garden/garden.ts";
import type { Transport, TransportRequest, TransportResponse } from "#server/garden/transport.ts";
import { threadCpuMs } from "./loop-work.ts";

/** All objects of one resource. */
export interface StaticCollection {
  readonly resource: KubeResource;
  readonly items: readonly KubeObject[];
}

export interface StaticGarden extends ConnectedGarden {
  /** Processor time that this garden used itself, in milliseconds, to be subtracted from measurements of Almanac. */
  workedMs(): number;
}

/** Size of a list page; the `limit` parameter is ignored. */
const pageSize = 500;

/**
 * A garden for measurements that costs almost no processor time: all responses are prepared, every request is allowed,
 * and nothing is stored.
 */
export function createStaticGarden(collections: readonly StaticCollection[]): StaticGarden {
  const held = new Map<string, { readonly object: KubeObject; readonly bytes: Uint8Array }>();
  const lists = new Map<string, readonly Uint8Array[]>();
  const metadataLists = new Map<string, readonly Uint8Array[]>();
  for (const { resource, items } of collections) {
    const { group, version, kind, plural } = resource;
    const apiVersion = group === "" ? version : `${group}/${version}`;
    const objects = items.map((item) => ({ ...item, apiVersion, kind }));
    for (const object of objects) held.set(keyOf(plural, object.metadata), { object, bytes: bytesOf(object) });
    lists.set(plural, pagesOf(objects, { apiVersion, kind: `${kind}List` }));
    const metadata = objects.map((object) => ({ metadata: object.metadata }));
    metadataLists.set(plural, pagesOf(metadata, { apiVersion: "meta.k8s.io/v1", kind: "PartialObjectMetadataList" }));
  }

  function read({ plural, namespace, name }: Address, { url: { searchParams }, headers }: TransportRequest) {
    if (name !== undefined) {
      const found = held.get(keyOf(plural, { namespace, name }));
      return found === undefined ? answer(404, missing) : answer(200, found.bytes);
    }
    if (!searchParams.has("watch")) {
      const kept = headers.accept?.includes("PartialObjectMetadataList") ? metadataLists : lists;
      const page = kept.get(plural)?.[Number(searchParams.get("continue") ?? 0)];
      return page === undefined ? answer(404, missing) : answer(200, page);
    }
    // Watch-list is not supported here, so clients use paged lists.
    return searchParams.has("sendInitialEvents") ? answer(422, refused) : quiet();
  }

  function answerTo(request: TransportRequest): TransportResponse {
    const address = addressOf(request.url);
    if (request.method === "GET") return read(address, request);
    if (request.method === "POST") return answer(201, bytesOf(created(bodyOf(request))));
    const found = held.get(keyOf(address.plural, address));
    if (found === undefined) return answer(404, missing);
    if (request.method === "DELETE") return answer(200, found.bytes);
    return answer(200, bytesOf(applyMergePatch(found.object, bodyOf(request))));
  }

  let workedMs = 0;
  const transport: Transport = {
    close: async () => undefined,
    async send(request) {
      const beganAt = threadCpuMs();
      const response = answerTo(request);
      workedMs += threadCpuMs() - beganAt;
      return response;
    },
  };
  const garden = createGarden(
    {
      kind: "kubeconfig",
      name: "flat",
      server: "https://garden.invalid",
      ca: async () => undefined,
      skipTlsVerify: false,
      ownCredential: async () => ({ token: "own" }),
    },
    transport,
  );
  return { garden, demoLogins: [], stop: async () => undefined, workedMs: () => workedMs };
}

function pagesOf(items: readonly KubeObject[], list: object): readonly Uint8Array[] {
  const count = Math.max(1, Math.ceil(items.length / pageSize));
  return Array.from({ length: count }, (_, index) =>
    bytesOf({
      ...list,
      metadata: { resourceVersion: "9", ...(index + 1 < count && { continue: String(index + 1) }) },
      items: items.slice(index * pageSize, (index + 1) * pageSize),
    }),
  );
}

interface Address {
  readonly plural: string;
  readonly namespace: string | undefined;
  readonly name: string | undefined;
}

function addressOf({ pathname }: URL): Address {
  const found = /^\/(?:api|apis\/[^/]+)\/[^/]+(?:\/namespaces\/([^/]+)(?=\/))?\/([^/]+)(?:\/([^/]+))?/.exec(pathname);
  const [, namespace, plural = "", name] = found ?? [];
  return { plural, namespace, name };
}

function keyOf(
  plural: string,
  { namespace = "", name = "" }: { namespace?: string | undefined; name?: string | undefined },
) {
  return `${plural} ${namespace} ${name}`;
}

function bodyOf({ body }: TransportRequest): unknown {
  const parsed: unknown = JSON.parse(body ?? "null");
  return parsed;
}

/** The response to a created object: access reviews allow everything, other objects are returned unchanged. */
function created(body: unknown): unknown {
  if (!isRecord(body) || !String(body.kind).endsWith("Review")) return body;
  return { ...body, status: { allowed: true, userInfo: { username: "ada", groups: [] } } };
}

function bytesOf(value: unknown): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(value));
}

const statusOf = (code: number, reason: string) =>
  bytesOf({ kind: "Status", apiVersion: "v1", status: "Failure", reason, message: reason, code });
const missing = statusOf(404, "NotFound");
const refused = statusOf(422, "Invalid");

function answer(status: number, bytes: Uint8Array): TransportResponse {
  return { status, headers: { "content-type": "application/json" }, body: once(bytes) };
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** A watch that sends no events. */
function quiet(): TransportResponse {
  return { status: 200, headers: { "content-type": "application/json" }, body: new ReadableStream<Uint8Array>() };
}
