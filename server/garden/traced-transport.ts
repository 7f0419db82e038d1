import "server-only";
import type { Tracing } from "#server/tracing/tracing.ts";
import { gardenRequestLabel } from "./garden-request-label.ts";
import type { Transport } from "./transport.ts";

/** Wraps a transport: each request is a trace span until its response headers, continued by the garden's traces. */
export function tracedTransport(transport: Transport, tracing: Tracing): Transport {
  return {
    close: () => transport.close(),
    async send(request) {
      const { method, url, headers } = request;
      const { verb, resource } = gardenRequestLabel(method, `${url.pathname}${url.search}`);
      const facts = { "http.request.method": method, "almanac.verb": verb, "almanac.resource": resource };
      const span = tracing.begin(`${verb} ${resource}`, { kind: "client", facts });
      const { traceparent } = span;
      try {
        const traced = traceparent === undefined ? headers : { ...headers, traceparent };
        const response = await transport.send({ ...request, headers: traced });
        span.note({ "http.response.status_code": response.status });
        if (response.status >= 400) span.fail(String(response.status));
        return response;
      } catch (error) {
        span.fail(request.signal.aborted ? "given-up" : "no-answer");
        throw error;
      } finally {
        span.end();
      }
    },
  };
}
