import { once } from "node:events";
import { Agent, createServer, get, type IncomingMessage } from "node:http";
import { pino } from "pino";
import { expect, test } from "vitest";
import { stop } from "./stop.ts";

/** A server whose gardens record the calls they get. */
async function serving() {
  const told: string[] = [];
  const server = createServer((_request, response) => response.end("here")).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  const agent = new Agent({ keepAlive: true });
  const options = {
    gardens: {
      boundary: { log: pino({ level: "silent" }) },
      leave: (noticeMs: number) => void told.push(`leave within ${noticeMs}`),
      drain: () => void told.push("drain"),
      stop: async () => void told.push("stop"),
    },
    server,
    closeWeb: async () => void told.push("close"),
  };
  async function ask(): Promise<string | undefined> {
    const [response]: IncomingMessage[] = await once(get({ port, host: "127.0.0.1", agent }), "response");
    await response?.resume().toArray();
    return response?.headers.connection;
  }
  return { told, options, ask };
}

test("a process that leaves is served during its notice, then lets go of everything in order", async () => {
  const { told, options, ask } = await serving();
  expect(await ask()).toBe("keep-alive");
  const stopped = stop({ ...options, noticeMs: 200 });
  expect(told).toEqual(["leave within 200"]);
  expect(await ask(), "nobody keeps a connection to it").toBe("close");
  await stopped;
  expect(told).toEqual(["leave within 200", "drain", "close", "stop"]);
  await expect(ask()).rejects.toThrow("ECONNREFUSED");
});
