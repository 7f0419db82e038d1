import type { Transport, TransportRequest, TransportResponse } from "#server/garden/transport.ts";

export const collectionFaults = ["error", "forbidden", "hanging", "empty"] as const;
export type CollectionFault = (typeof collectionFaults)[number];

export interface FaultyTransport extends Transport {
  /** Makes requests for all objects of a resource fail in the given way, and ends its watches. */
  break(plural: string, fault: CollectionFault): void;
  /** Ends the failure; requests that were hanging then continue. */
  mend(): void;
}

interface Broken {
  readonly plural: string;
  readonly fault: CollectionFault;
  readonly mended: PromiseWithResolvers<void>;
}

/** Wraps a transport; requests for one resource can be made to fail. */
export function faultyTransport(inner: Transport): FaultyTransport {
  let broken: Broken | undefined;
  const open = new Map<TransportRequest, AbortController>();

  function pass(request: TransportRequest): Promise<TransportResponse> {
    const cut = new AbortController();
    if (request.url.searchParams.has("watch")) open.set(request, cut);
    return inner.send({ ...request, signal: AbortSignal.any([request.signal, cut.signal]) });
  }

  return {
    close: () => inner.close(),
    break(plural, fault) {
      broken = { plural, fault, mended: Promise.withResolvers() };
      for (const [request, cut] of open) if (concerns(broken, request)) cut.abort(new Error("the connection was cut"));
    },
    mend() {
      broken?.mended.resolve();
      broken = undefined;
    },
    async send(request) {
      if (broken === undefined || !concerns(broken, request)) return pass(request);
      const { fault, mended } = broken;
      if (fault === "error") return refusal(500, "InternalError");
      if (fault === "forbidden") return refusal(403, "Forbidden");
      if (fault === "empty") return { status: 200, headers: json, body: emptyWatch(mended.promise) };
      await orAborted(mended.promise, request.signal);
      return pass(request);
    },
  };
}

const json = { "content-type": "application/json" };

function concerns({ plural }: Broken, { url: { pathname } }: TransportRequest): boolean {
  return pathname.endsWith(`/${plural}`) && !pathname.includes("/namespaces/");
}

function refusal(code: number, reason: string): TransportResponse {
  const status = { kind: "Status", apiVersion: "v1", status: "Failure", reason, code, message: "not now" };
  return { status: code, headers: json, body: linesOf(status) };
}

async function* linesOf(...objects: readonly object[]): AsyncGenerator<Uint8Array> {
  for (const object of objects) yield Buffer.from(`${JSON.stringify(object)}\n`);
}

/** A watch that lists no objects; when `mended` resolves, it ends with 410 Expired. */
export async function* emptyWatch(mended: Promise<void>): AsyncGenerator<Uint8Array> {
  const annotations = { "k8s.io/initial-events-end": "true" };
  yield* linesOf({ type: "BOOKMARK", object: { metadata: { resourceVersion: "1", annotations } } });
  await mended;
  const object = { kind: "Status", apiVersion: "v1", status: "Failure", reason: "Expired", code: 410, message: "old" };
  yield* linesOf({ type: "ERROR", object });
}

function orAborted(done: Promise<void>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const give = () => reject(signal.reason);
    signal.addEventListener("abort", give, { once: true });
    void done.then(() => {
      signal.removeEventListener("abort", give);
      resolve();
    });
  });
}
