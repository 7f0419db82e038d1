import { createServer, type Server } from "node:http";
import { request as askGarden } from "node:https";
import { pipeline } from "node:stream";
import { findFreePort } from "./processes.ts";

interface Gate {
  readonly url: string;
  /** Refuses all requests for this collection with 403 and ends open ones; undefined lets all requests pass. */
  refuse(plural: string | undefined): void;
  stop(): void;
}

/** Starts a proxy in front of a garden that can refuse requests. */
export async function startGardenGate(garden: string): Promise<Gate> {
  let refused: string | undefined;
  const concerns = (url = "") => refused !== undefined && new URL(url, garden).pathname.endsWith(`/${refused}`);
  const open = new Map<() => void, string | undefined>();
  const server: Server = createServer((request, response) => {
    if (concerns(request.url)) {
      const status = { kind: "Status", apiVersion: "v1", status: "Failure", reason: "Forbidden", code: 403 };
      response.writeHead(403, { "content-type": "application/json" }).end(JSON.stringify(status));
      return;
    }
    const end = () => response.destroy();
    open.set(end, request.url);
    response.once("close", () => open.delete(end));
    const { method, headers } = request;
    const passed = askGarden(
      new URL(request.url ?? "/", garden),
      { method, headers, rejectUnauthorized: false },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        // Sends the headers now, because a watch can have no events for some time.
        response.flushHeaders();
        pipeline(answer, response, () => undefined);
      },
    );
    passed.once("error", end);
    response.once("close", () => passed.destroy());
    request.pipe(passed);
  });
  const port = await findFreePort();
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${port}`,
    refuse(plural) {
      refused = plural;
      for (const [end, url] of [...open]) if (concerns(url)) end();
    },
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}
