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
  connections = new Connections({ mostOfStrangers: 3, mostRequests: 2, mostAtOnce: 4 });
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

/** Connects from this loopback address and returns the server's socket. */
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

/** Number of requests that reached the server, and the connection's response, if all of the text is sent at once. */
async function sentAtOnce(text: string): Promise<{ readonly asked: number; readonly answered: string }> {
  let asked = 0;
  const door = createHttpServer((request, response) => {
    asked += 1;
    request.resume().once("end", () => response.end("good"));
  });
  door.on("connection", (socket) => connections.comes(socket));
  await once(door.listen(0, "127.0.0.1"), "listening");
  const address = door.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  const socket = connect({ host: "127.0.0.1", port: address.port });
  open.push(socket);
  let answered = "";
  socket.on("error", () => undefined).on("data", (chunk) => (answered += String(chunk)));
  socket.end(text);
  await once(socket, "close");
  door.close();
  return { asked, answered };
}

const asking = "GET / HTTP/1.1\r\nhost: a\r\n\r\n";

test.each([
  ["on a new connection", asking.repeat(2_000)],
  ["without a host", "GET / HTTP/1.1\r\n\r\n".repeat(3_000)],
  ["behind a body", `POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 2\r\n\r\n{}${asking.repeat(2_000)}`],
])("hundreds of requests at once are not even begun: %s", async (_where, text) => {
  const { asked, answered } = await sentAtOnce(text);
  expect(asked).toBe(0);
  expect(answered).toMatch(/^HTTP\/1.1 400 /);
});

test("a few at once are begun, and a body may speak of requests", async () => {
  expect(await sentAtOnce(asking.repeat(4))).toMatchObject({ asked: 4 });
  const body = JSON.stringify({ log: "GET / HTTP/1.1\r\n".repeat(500) });
  const head = `POST / HTTP/1.1\r\nhost: a\r\nconnection: close\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n`;
  const { asked, answered } = await sentAtOnce(`${head}${body}`);
  expect(asked).toBe(1);
  expect(answered).toMatch(/^HTTP\/1.1 200 /);
});
