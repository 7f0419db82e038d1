import { once } from "node:events";
import { createServer, type IncomingMessage, type Server } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, expect, test, vi } from "vitest";
import { eventually } from "#lib/testing/eventually.ts";
import { ProblemError } from "../../boundary/problem.ts";
import { Connections } from "./connections.ts";
import { holdNothingOf, refuse } from "./refuse.ts";

const mib = 1024 * 1024;
const bodyBytes = 8 * mib;

afterEach(() => {
  vi.useRealTimers();
});

async function portOf(server: Server): Promise<number> {
  await once(server.listen(0, "127.0.0.1"), "listening");
  const address: AddressInfo | string | null = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return address.port;
}

function send(port: number, bytes: number): Socket {
  const client = connect(port, "127.0.0.1").on("error", () => undefined);
  client.write(`POST / HTTP/1.1\r\nhost: a\r\ncontent-length: ${bytes}\r\n\r\n${"x".repeat(bytes)}`);
  return client;
}

test("eight megabytes a second are read of bodies that nobody wants", async () => {
  // The second does not end while they are sent.
  vi.useFakeTimers({ toFake: ["performance"] });
  let [read, closed] = [0, 0];
  const server = createServer((request, response) => {
    request.socket.once("close", () => {
      read += request.socket.bytesRead;
      closed += 1;
    });
    refuse(request, response, new ProblemError("not-signed-in"));
  });
  const port = await portOf(server);
  const sendTwelve = async () => {
    for (let body = 0; body < 12; body += 1) {
      const before = closed;
      send(port, mib).resume();
      await eventually(() => expect(closed).toBe(before + 1));
    }
  };
  await sendTwelve();
  expect(read / mib).toBeGreaterThan(7.9);
  expect(read / mib).toBeLessThan(10);
  vi.advanceTimersByTime(1_000);
  await sendTwelve();
  expect(read / mib).toBeGreaterThan(15.9);
  server.close();
});

test("of a body that is refused later no more than its beginning is read, and the rest when it is resumed", async () => {
  const begun = Promise.withResolvers<IncomingMessage>();
  const server = createServer((request) => {
    holdNothingOf(request);
    begun.resolve(request);
  });
  // As the front door does, which looks at what comes before Node's parser.
  server.on("connection", (socket) => new Connections().comes(socket));
  const client = send(await portOf(server), bodyBytes);
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
