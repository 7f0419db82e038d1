import "server-only";
import { createServer, type Server } from "node:http";
import type { Metrics } from "./metrics.ts";

/** Serves `/metrics` on a separate port that is not reachable through the ingress, because scrapers cannot sign in. */
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
