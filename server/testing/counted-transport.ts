import type { Transport, TransportRequest } from "#server/garden/transport.ts";

export interface CountedTransport extends Transport {
  /** Paths of all writes that the garden accepted, without dry runs. */
  readonly taken: string[];
  /** Tells for which accepted writes the response is lost. */
  losesAnswerOf: (path: string) => boolean;
}

/** Wraps a transport and records the writes that the garden accepted. */
export function countedTransport(inner: Transport): CountedTransport {
  const counted: CountedTransport = {
    taken: [],
    losesAnswerOf: () => false,
    close: () => inner.close(),
    async send(request) {
      const response = await inner.send(request);
      if (!isWrite(request) || response.status >= 300) return response;
      counted.taken.push(request.url.pathname);
      if (!counted.losesAnswerOf(request.url.pathname)) return response;
      for await (const _ of response.body);
      throw Object.assign(new Error("socket hang up"), { code: "ECONNRESET" });
    },
  };
  return counted;
}

function isWrite({ method, url, body }: TransportRequest): boolean {
  const changes = method === "PATCH" || method === "DELETE";
  return changes && !url.searchParams.has("dryRun") && body?.includes('"dryRun":["All"]') !== true;
}
