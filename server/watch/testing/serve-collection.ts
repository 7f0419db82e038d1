import type { ServerResponse } from "node:http";
import type { TestAuthority } from "#server/garden/testing/authority.ts";
import { startTlsTestServer } from "#server/garden/testing/tls-upstream.ts";
import type { TestCollection } from "./test-collection.ts";
import { createListPage } from "./watch-run.ts";

export interface ServedCollection {
  readonly url: string;
  readonly port: number;
  /** Sends new events on every open watch. */
  pump(): void;
  /** Closes the server like a killed process: all connections break. */
  close(): Promise<void>;
}

/** Serves one resource over HTTPS: paged lists, watches, watch-lists, and 410 for old versions. */
export async function serveCollection(
  truth: TestCollection,
  authority: TestAuthority,
  port = 0,
): Promise<ServedCollection> {
  const watches = new Map<ServerResponse, string>();

  function write(response: ServerResponse, lines: readonly object[]): void {
    for (const line of lines) response.write(`${JSON.stringify(line)}\n`);
    watches.set(response, String(truth.version));
  }

  function pump(): void {
    for (const [response, from] of watches) write(response, truth.since(from).lines);
  }

  const upstream = await startTlsTestServer(
    authority,
    (request, response) => {
      const { searchParams } = new URL(request.url ?? "", "https://garden");
      response.writeHead(200, { "content-type": "application/json" });
      if (searchParams.get("watch") !== "true") {
        response.end(listPage(truth, searchParams));
        return;
      }
      response.flushHeaders();
      response.on("close", () => watches.delete(response));
      if (searchParams.get("sendInitialEvents") === "true") write(response, truth.initialEvents());
      else write(response, truth.since(searchParams.get("resourceVersion") ?? "0").lines);
    },
    port,
  );
  return { url: upstream.url, port: upstream.port, pump, close: () => upstream.close() };
}

function listPage(truth: TestCollection, query: URLSearchParams): string {
  const from = Number(query.get("continue") ?? 0);
  const limit = Number(query.get("limit") ?? Number.MAX_SAFE_INTEGER);
  const items = truth.items();
  const { kind, apiVersion } = createListPage(truth.version, []);
  const next = from + limit < items.length ? String(from + limit) : undefined;
  const metadata = { resourceVersion: String(truth.version), continue: next };
  return JSON.stringify({ kind, apiVersion, metadata, items: items.slice(from, from + limit) });
}
