import { once } from "node:events";
import type { Server } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { text as readAll } from "node:stream/consumers";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { eventually } from "#lib/testing/eventually.ts";
import { createFrontServer, type FrontServerOptions } from "../front-server.ts";
import { RouteBodyRules } from "./route-body-rules.ts";

let server: Server;
let port: number;
const reached: string[] = [];
const open = new Set<Socket>();

const small = 64;
const large = 300_000;
const bodies = new RouteBodyRules([
  { method: "POST", path: "/api/session", mostBytes: small },
  { method: "POST", path: "/api/profiles/[name]", mostBytes: large },
]);

async function serve(options: FrontServerOptions = {}): Promise<void> {
  server = createFrontServer(
    async (request, response) => {
      reached.push(`${request.method} ${request.url}`);
      // Next.js answers 500 to a request whose body was partly read before.
      expect(request.readableDidRead).toBe(false);
      response.end(`got ${await readAll(request)}`);
    },
    { bodies, sessionOf: async (cookie) => (cookie === "session=good" ? "ada" : undefined), ...options },
  ).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address: AddressInfo | string | null = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  port = address.port;
}

function close(): void {
  for (const socket of open) socket.destroy();
  open.clear();
  server.closeAllConnections();
  server.close();
}

beforeEach(async () => {
  reached.length = 0;
  await serve();
});
afterEach(close);

/** Sends exactly these bytes and keeps the connection open. */
function send(text: string): Socket {
  const socket = connect(port, "127.0.0.1").setEncoding("utf8");
  socket.on("error", () => undefined);
  open.add(socket);
  socket.write(text);
  return socket;
}

const post = (target: string, ...headers: readonly string[]) =>
  `${[`POST ${target} HTTP/1.1`, "host: a", ...headers].join("\r\n")}\r\n\r\n`;
const ofLength = (length: number) => `content-length: ${length}`;
const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;

/** Everything the server sends until it closes the connection. */
async function answerTo(text: string): Promise<string> {
  let answer = "";
  for await (const part of send(text)) answer += part;
  return answer;
}

/** The beginning of the response, while the rest of the body is not sent yet. */
async function firstAnswerTo(text: string): Promise<string> {
  const [answer] = await once(send(text), "data");
  return String(answer);
}

describe("S22: a body that a route takes", () => {
  const last = "connection: close";

  test("reaches it as it was sent: whole, in chunks, empty, and as large as may be", async () => {
    expect(await answerTo(`${post("/api/session", last, ofLength(3))}abc`)).toMatch(/got abc$/);
    const chunked = post("/api/session", last, "transfer-encoding: chunked");
    expect(await answerTo(`${chunked}${chunk("ab")}${chunk("cd")}0\r\n\r\n`)).toContain("got abcd");
    expect(await answerTo(`${chunked}0\r\n\r\n`)).toMatch(/got /);
    expect(await answerTo(post("/api/session", last, ofLength(0)))).toMatch(/^HTTP\/1\.1 200 /);
    const whole = "x".repeat(large);
    const signedIn = [last, "cookie: session=good"];
    const answer = await answerTo(`${post("/api/profiles/aws", ...signedIn, ofLength(large))}${whole}`);
    expect(answer).toContain(`got ${whole}`);
    expect(await answerTo(`${post("/g/canary/api/session", last, ofLength(3))}abc`)).toMatch(/got abc$/);
    expect(reached).toHaveLength(6);
  });

  test("reaches nothing before its last byte", async () => {
    const socket = send(`${post("/api/session", ofLength(3))}ab`);
    await eventually(() => expect(socket.bytesWritten).toBeGreaterThan(0));
    // A request that was sent later has been answered meanwhile.
    await answerTo(`${post("/api/session", last, ofLength(1))}x`);
    expect(reached).toHaveLength(1);
    socket.write("c");
    const [answer] = await once(socket, "data");
    expect(String(answer)).toMatch(/got abc/);
  });

  test("is asked for when whoever sends it wants to know first", async () => {
    const socket = send(post("/api/session", last, ofLength(3), "expect: 100-continue"));
    const [first] = await once(socket, "data");
    expect(first).toBe("HTTP/1.1 100 Continue\r\n\r\n");
    socket.write("abc");
    let rest = "";
    for await (const part of socket) rest += part;
    expect(rest).toMatch(/got abc$/);
  });

  test.each([
    ["says that it is larger", post("/api/session", ofLength(small + 1))],
    ["says so and asks first", post("/api/session", ofLength(10_400_000), "expect: 100-continue")],
    ["is larger, in chunks", `${post("/api/session", "transfer-encoding: chunked")}${chunk("x".repeat(small + 1))}`],
    ["is of a garden", post("/g/canary/api/session", ofLength(small + 1))],
  ])("and %s is refused before it is there, and the connection closed", async (_what, text) => {
    const answer = await firstAnswerTo(text);
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
    expect(answer).toMatch(/\r\nconnection: close\r\n/i);
    expect(reached).toEqual([]);
  });

  test("whoever sends all of one that is too large still reads why", async () => {
    const length = 2_000_000;
    const answer = await answerTo(`${post("/api/session", ofLength(length))}${"x".repeat(length)}`);
    expect(answer).toMatch(/^HTTP\/1\.1 413 [\s\S]*"too-large"/);
  });

  test("and is larger than a sign-in is not taken of strangers", async () => {
    const forged = post("/api/profiles/aws", ofLength(large), "cookie: session=forged");
    expect(await firstAnswerTo(forged)).toMatch(/^HTTP\/1\.1 401 [\s\S]*"not-signed-in"/);
    expect(reached).toEqual([]);
  });

  test("and that comes in single bytes is ended", async () => {
    const signedIn = post("/api/profiles/aws", "cookie: session=good", "transfer-encoding: chunked");
    const answer = await answerTo(`${signedIn}${chunk("x").repeat(1_000)}`);
    expect(answer).toMatch(/^HTTP\/1\.1 400 [\s\S]*too many pieces/);
    expect(reached).toEqual([]);
  });

  test("and that comes too slowly is ended", async () => {
    close();
    await serve({ bodyPace: { graceMs: 30, bytesPerSecond: 1_000_000 } });
    const answer = await answerTo(`${post("/api/session", ofLength(3))}ab`);
    expect(answer).toMatch(/^HTTP\/1\.1 400 [\s\S]*too slowly/);
    expect(reached).toEqual([]);
  });
});

describe("S22: a body that nothing takes", () => {
  const held = ofLength(10_400_000);
  test.each([
    ["a page", post("/login", held)],
    ["no page", post("/nope", held)],
    ["what looks like a probe", post("/livezz", held)],
    ["a probe", post("/livez", held)],
    ["a file", post("/_next/static/nope.js", held)],
    ["a route without one", post("/api/fleet", held)],
    ["a garden's", post("/g/canary/api/fleet", held)],
    ["another method of a route that takes one", post("/api/session", held).replace("POST", "DELETE")],
    ["GET", post("/api/session", held).replace("POST", "GET")],
    ["chunks", post("/login", "transfer-encoding: chunked")],
    ["asked first", post("/login", held, "expect: 100-continue")],
    ["after the address of a route in other words", post("/api/%73ession", held)],
  ])("is refused unread, and the connection closed: %s", async (_what, text) => {
    const answer = await firstAnswerTo(text);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toMatch(/\r\nconnection: close\r\n/i);
    expect(reached).toEqual([]);
  });

  test("is waited for no longer than it takes to read the answer", async () => {
    expect(await answerTo(post("/login", held))).toMatch(/^HTTP\/1\.1 400 /);
  });
});
