import "server-only";
import { createServer, type Server } from "node:http";
import type { Metrics } from "./metrics.ts";

/**
 * Serves `/metrics` on a separate port, not exposed by the ingress: the public port requires sign-in, which a scraper
 * does not do.
 */
export function createMetricsServer(metrics: Metrics): Server {
  return createServer((request, response) => {
    const isScrape = request.method === "GET" && request.url === "/metrics";
    if (!isScrape) {
      response.writeHead(404).end();
      return;
    }
    metrics.text().then(
      (text) => response.writeHead(200, { "content-type": metrics.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
}
