import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { Connections } from "./connections.ts";
import { discardBody } from "./send-problem.ts";

const bodyBytes = 8 * 1024 * 1024;

test("of a body that is refused later no more than its beginning is read, and the rest when it is resumed", async () => {
  const begun = Promise.withResolvers<IncomingMessage>();
  const server = createServer((request) => {
    discardBody(request);
    begun.resolve(request);
  });
  // Like the front server, which handles data before Node's HTTP parser.
  server.on("connection", (socket) => new Connections().comes(socket));
  await once(server.listen(0, "127.0.0.1"), "listening");
  const address: AddressInfo | string | null = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  const client = connect(address.port, "127.0.0.1").on("error", () => undefined);
  client.write(`POST / HTTP/1.1\r\nhost: a\r\ncontent-length: ${bodyBytes}\r\n\r\n${"x".repeat(bodyBytes)}`);
  const request = await begun.promise;
  await pause(200);
  expect(request.socket.bytesRead).toBeLessThan(256 * 1024);
  expect(request.readableLength).toBe(0);
  request.resume().socket.resume();
  await once(request, "end");
  expect(request.socket.bytesRead).toBeGreaterThan(bodyBytes);
  client.destroy();
  server.close();
});
