import { once } from "node:events";
import { createServer as createHttpServer } from "node:http";
import { connect, createServer, type Server, type Socket } from "node:net";
import { afterEach, beforeEach, expect, test } from "vitest";
import { eventually } from "#lib/testing/eventually.ts";
import { Connections } from "./connections.ts";

let connections: Connections;
let server: Server;
const accepted: Socket[] = [];
const open: Socket[] = [];

beforeEach(async () => {
  connections = new Connections({ mostOfStrangers: 3, mostRequests: 2 });
  server = createServer((socket) => {
    socket.on("error", () => undefined);
    accepted.push(socket);
    connections.comes(socket);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
});
afterEach(() => {
  for (const socket of [...open.splice(0), ...accepted.splice(0)]) socket.destroy();
  server.close();
});

/** Connects from this address of loopback; answers the server's half. */
async function come(from: string): Promise<Socket> {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  const count = accepted.length;
  const socket = connect({ port: address.port, host: "127.0.0.1", localAddress: from });
  socket.on("error", () => undefined);
  open.push(socket);
  await eventually(() => expect(accepted).toHaveLength(count + 1));
  const mine = accepted[count];
  if (mine === undefined) throw new Error("not accepted");
  return mine;
}

test("where strangers are too many, who has most of the connections loses the one that was quiet for longest", async () => {
  const first = await come("127.0.0.2");
  const second = await come("127.0.0.2");
  const third = await come("127.0.0.2");
  connections.asks(first);
  const probe = await come("127.0.0.3");
  expect([first, second, third, probe].map(({ destroyed }) => destroyed)).toEqual([false, true, false, false]);
  await eventually(() => expect(connections.strangers).toBe(3));
});

test("whoever is signed in does not count, and stays", async () => {
  const mine = await Promise.all([come("127.0.0.2")]);
  for (const socket of mine) connections.isKnown(socket);
  for (let count = 0; count < 4; count += 1) await come("127.0.0.2");
  expect(mine.map(({ destroyed }) => destroyed)).toEqual([false]);
  expect(accepted.filter(({ destroyed }) => destroyed)).toHaveLength(1);
});

test("a connection that asks again and again without waiting for its answers is ended", async () => {
  const socket = await come("127.0.0.2");
  expect([connections.asks(socket), connections.asks(socket)]).toEqual([true, true]);
  connections.answered(socket);
  expect(connections.asks(socket)).toBe(true);
  expect(connections.asks(socket)).toBe(false);
  expect(socket.destroyed).toBe(true);
});

test("what came at once on a connection that is ended is aborted without reading hundreds of stacks", async () => {
  const aborted: string[] = [];
  let begun = 0;
  const door = createHttpServer((request) => {
    begun += 1;
    request.on("error", ({ stack = "" }) => aborted.push(stack));
    connections.asks(request.socket);
  });
  door.on("connection", (socket) => connections.comes(socket));
  await once(door.listen(0, "127.0.0.1"), "listening");
  const address = door.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  const limit = Error.stackTraceLimit;
  const socket = connect({ host: "127.0.0.1", port: address.port });
  open.push(socket);
  socket.on("error", () => undefined).write("GET / HTTP/1.1\r\nhost: a\r\n\r\n".repeat(50));
  await once(socket, "close");
  await eventually(() => expect(aborted).toHaveLength(50));
  door.close();
  expect(begun).toBe(50);
  expect(new Set(aborted)).toEqual(new Set(["Error: aborted"]));
  expect(Error.stackTraceLimit).toBe(limit);
});
