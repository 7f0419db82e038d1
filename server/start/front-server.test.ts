import { once } from "node:events";
import type { IncomingMessage, RequestListener, Server } from "node:http";
import type { AddressInfo } from "node:net";
import { connect, type Socket } from "node:net";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { problemSchema } from "#lib/contract/problem.ts";
import { eventually } from "#lib/testing/eventually.ts";
import { ProblemError } from "#server/boundary/problem.ts";
import { createFrontServer, type FrontServerOptions, type NodeRequestHandler } from "./front-server.ts";

let server: Server;
let port: number;
const reached: { readonly url: string | undefined; readonly headers: Readonly<Record<string, unknown>> }[] = [];

const plain: RequestListener = (_request, response) => {
  response.end("inside");
};
let inside = plain;
let rendered: (request: IncomingMessage) => Promise<void> = async () => undefined;

const next: NodeRequestHandler = async (request, response) => {
  reached.push({ url: request.url, headers: { ...request.headers } });
  inside(request, response);
  await rendered(request);
};

async function start(options: FrontServerOptions = {}): Promise<void> {
  server = createFrontServer(next, options).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address: AddressInfo | string | null = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  port = address.port;
}

function close(): void {
  server.closeAllConnections();
  server.close();
}

/** Replaces the running server by another one. */
async function serve(options: FrontServerOptions): Promise<void> {
  close();
  await start(options);
}

beforeEach(async () => {
  inside = plain;
  rendered = async () => undefined;
  reached.length = 0;
  await start();
});
afterEach(close);

const connectionsOf = (of: Server): Promise<number> =>
  new Promise((resolve, reject) => {
    of.getConnections((error, count) => (error ? reject(error) : resolve(count)));
  });

/** The server's response to exactly these bytes. */
async function raw(lines: readonly string[]): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  socket.end(`${lines.join("\r\n")}\r\n\r\n`);
  let answer = "";
  for await (const chunk of socket) answer += chunk;
  return answer;
}

const head = ["host: 127.0.0.1", "connection: close"];

test("a plain request goes inside, with the caller's real address", async () => {
  await raw(["GET /clusters?q=%20a HTTP/1.1", ...head, "x-almanac-peer: 6.6.6.6", "x-forwarded-for: 6.6.6.6"]);
  expect(reached).toHaveLength(1);
  expect(reached[0]).toMatchObject({ url: "/clusters?q=%20a", headers: { "x-almanac-peer": "127.0.0.1" } });
});

test("S22: behind a trusted proxy the caller is whom that proxy saw, never whom the client claims to be", async () => {
  await serve({ trustedHops: 1 });
  const proxied = ["X-Forwarded-For: 6.6.6.6", "x-forwarded-for: 7.7.7.7, 203.0.113.9", "x-almanac-peer: 6.6.6.6"];
  await raw(["GET / HTTP/1.1", ...head, ...proxied]);
  await raw(["GET / HTTP/1.1", ...head, "x-forwarded-for: nonsense"]);
  expect(reached.map(({ headers }) => headers["x-almanac-peer"])).toEqual(["203.0.113.9", "127.0.0.1"]);
});

test("S30: headers that Next uses inside do not come from outside", async () => {
  await raw(["GET / HTTP/1.1", ...head, "x-middleware-subrequest: proxy", "X-Prerender-Revalidate: key"]);
  expect(Object.keys(reached[0]?.headers ?? {}).filter((name) => /^x-(middleware|prerender)/.test(name))).toEqual([]);
});

test("S30: no cookie opens a draft of Next, and all others stay", async () => {
  await raw(["GET / HTTP/1.1", ...head, "cookie: a=1;__prerender_bypass=key; b=2; __next_preview_data=x"]);
  expect(reached[0]?.headers.cookie).toBe("a=1; b=2");
});

test.each(["TRACE", "PROPFIND", "PURGE"])("S30: %s is refused before anything interprets it", async (method) => {
  const answer = await raw([`${method} / HTTP/1.1`, ...head]);
  expect(answer).toMatch(/^HTTP\/1\.1 405 /);
  expect(answer.toLowerCase()).toContain("\r\nallow: get, head, post, put, patch, delete, options\r\n");
  expect(reached).toEqual([]);
});

test("a body that a route has compressed says so, whatever Next does to its headers", async () => {
  inside = (_request, response) => {
    response.setHeader("x-almanac-body-encoding", "br");
    response.end("compressed");
  };
  const answer = await raw(["GET /api/fleet HTTP/1.1", ...head, "accept-encoding: br"]);
  expect(reached[0]?.headers).toMatchObject({ "x-almanac-accept-encoding": "br" });
  expect(answer).toMatch(/\r\ncontent-encoding: br\r\n/i);
  expect(answer).not.toContain("x-almanac-body-encoding");
});

test("what the browser says of encodings in our own header does not count", async () => {
  await raw(["GET /api/fleet HTTP/1.1", ...head, "x-almanac-accept-encoding: br"]);
  expect(reached[0]?.headers).toMatchObject({ "x-almanac-accept-encoding": "identity" });
});

describe("S22: pages are rendered a few at a time", () => {
  const renderings: (() => void)[] = [];
  const urls = () => reached.map(({ url }) => url);

  beforeEach(() => {
    renderings.length = 0;
    inside = ({ url }, response) => {
      if (url?.startsWith("/api/") || url?.startsWith("/icon.svg")) response.end("at once");
    };
    rendered = ({ url }) =>
      url?.startsWith("/page") ? new Promise((resolve) => renderings.push(resolve)) : Promise.resolve();
  });

  function open(path: string, ...headers: readonly string[]): Socket {
    const socket = connect(port, "127.0.0.1");
    socket.write(`${[`GET ${path} HTTP/1.1`, ...head, ...headers].join("\r\n")}\r\n\r\n`);
    return socket;
  }

  test("the others wait for their turn, unless nobody waits for them any more; what is no page waits for none", async () => {
    await serve({
      renderPatienceMs: 60_000,
      files: new Set(["icon.svg"]),
      probes: new Map([["/livez", () => "ok"]]),
    });
    let came = 0;
    let left = 0;
    server.on("request", (_request, response) => {
      came += 1;
      response.once("close", () => {
        left += 1;
      });
    });
    for (const path of ["/page/1", "/page/2", "/page/3"]) open(path);
    await eventually(() => expect(reached).toHaveLength(3));
    const impatient = open("/page/5");
    await eventually(() => expect(came).toBe(4));
    open("/page/6");
    await eventually(() => expect(came).toBe(5));
    impatient.destroy();
    await eventually(() => expect(left).toBe(1));
    expect(await raw(["GET /livez HTTP/1.1", ...head])).toMatch(/^HTTP\/1\.1 200 /);
    await raw(["GET /api/session HTTP/1.1", ...head]);
    await raw(["GET /icon.svg?v=1 HTTP/1.1", ...head]);
    expect(urls().slice(3)).toEqual(["/api/session", "/icon.svg?v=1"]);
    renderings[0]?.();
    await eventually(() => expect(urls().slice(5)).toEqual(["/page/6"]));
  });

  test.each(["/livezz", "/readyzfoo", "/livez/", "/_next", "/icon.svgx", "//login"])(
    "%s is a page like any other, be it to say that there is nothing",
    async (path) => {
      await serve({
        renderPatienceMs: 60_000,
        files: new Set(["icon.svg"]),
        probes: new Map([["/livez", () => "ok"]]),
        buildFiles: { answer: () => false, has: () => false },
      });
      for (const each of ["/page/1", "/page/2", "/page/3"]) open(each);
      await eventually(() => expect(reached).toHaveLength(3));
      let came = 0;
      server.on("request", () => {
        came += 1;
      });
      open(path);
      await eventually(() => expect(came).toBe(1));
      await raw(["GET /api/session HTTP/1.1", ...head]);
      expect(urls().slice(3)).toEqual(["/api/session"]);
    },
  );

  test("whoever is signed in goes before a crowd that is not, whose queue has an end", async () => {
    await serve({
      renderPatienceMs: 60_000,
      sessionOf: async (cookie) => (cookie === "session=good" ? "ada" : undefined),
    });
    let refused = 0;
    server.on("request", (_request, response) => {
      response.once("finish", () => {
        refused += Number(response.statusCode === 503);
      });
    });
    for (let page = 1; page <= 150; page += 1) open(`/page/${page}`, "cookie: session=forged");
    await eventually(() => expect(refused).toBe(150 - 3 - 50));
    open("/page/ada", "cookie: session=good");
    await eventually(() => expect(urls().at(-1)).toBe("/page/ada"));
    expect(reached).toHaveLength(4);
    const answer = await raw(["GET /page/late HTTP/1.1", ...head]);
    expect(answer).toMatch(/^HTTP\/1\.1 503 [\s\S]*\r\nretry-after: 5\r\n/i);
  });

  test("the turn of somebody who is not signed in goes on after the answer, and keeps nobody waiting who is", async () => {
    await serve({
      pauseAfterStranger: { times: 1_000_000, mostMs: 60_000 },
      sessionOf: async (cookie) => (cookie === "session=good" ? "ada" : undefined),
    });
    inside = (_request, response) => response.end();
    const strangers = ["/page/1", "/page/2", "/page/3"];
    for (const path of strangers) await fetch(`http://127.0.0.1:${port}${path}`);
    open("/page/late");
    for (let page = 1; page <= 5; page += 1)
      await fetch(`http://127.0.0.1:${port}/page/ada/${page}`, { headers: { cookie: "session=good" } });
    expect(urls()).toEqual([...strangers, "/page/ada/1", "/page/ada/2", "/page/ada/3", "/page/ada/4", "/page/ada/5"]);
  });

  test("whoever goes on asking although refused waits before being asked after, and nobody else does", async () => {
    await serve({ sessionOf: async (cookie) => /^session=(\w+)$/.exec(cookie)?.[1] });
    inside = (_request, response) => {
      response.statusCode = 429;
      response.end();
    };
    const askAs = async (person: string) => {
      const begunAt = performance.now();
      await fetch(`http://127.0.0.1:${port}/api/calendar`, { headers: { cookie: `session=${person}` } });
      return performance.now() - begunAt;
    };
    const took: number[] = [];
    for (let request = 0; request < 7; request += 1) took.push(await askAs("ada"));
    expect(took.findIndex((ms) => ms > 1_990)).toBe(6);
    const before = reached.length;
    const waiting = askAs("ada");
    await askAs("grace");
    expect(reached).toHaveLength(before + 1);
    await waiting;
    expect(reached).toHaveLength(before + 2);
  });

  test("a reader who takes no byte holds up nobody", async () => {
    await serve({ renderPatienceMs: 1 });
    for (let page = 1; page <= 9; page += 1) open(`/page/${page}`);
    await eventually(() => expect(reached).toHaveLength(9));
  });
});

test.each(["/_next/static/nope.js", "/_next/static/chunks/", "/_next/image?url=a", "/_next/data/x.json"])(
  "%s, a file that the build does not hold, is not found without Next",
  async (target) => {
    await serve({ buildFiles: { answer: () => false, has: (path) => path === "/_next/static/media/a.svg" } });
    expect(await raw([`GET ${target} HTTP/1.1`, ...head])).toMatch(/^HTTP\/1\.1 404 /);
    expect(reached).toEqual([]);
    expect(await raw(["GET /_next/static/media/a.svg HTTP/1.1", ...head])).toMatch(/inside$/);
  },
);

test("a probe that says no is a problem, and takes GET and HEAD alone", async () => {
  const probe = () => {
    throw new ProblemError("not-ready", { detail: "not yet", retryAfterSeconds: 1 });
  };
  await serve({ probes: new Map([["/readyz", probe]]) });
  expect(await raw(["GET /readyz?verbose HTTP/1.1", ...head])).toMatch(/^HTTP\/1\.1 503 [\s\S]*not yet/);
  expect(await raw(["HEAD /readyz HTTP/1.1", ...head])).toMatch(/^HTTP\/1\.1 503 [\s\S]*\r\n\r\n$/);
  expect(reached).toEqual([]);
  expect(await raw(["DELETE /readyz HTTP/1.1", ...head])).toMatch(/inside$/);
});

describe("S22: answers of the API are made a few at a time", () => {
  const asked = () => reached.filter(({ url }) => url?.startsWith("/api/")).length;
  const ask = (count: number) => {
    for (let each = 0; each < count; each += 1) {
      const socket = connect(port, "127.0.0.1");
      socket.write(`${["GET /api/fleet HTTP/1.1", ...head].join("\r\n")}\r\n\r\n`);
    }
  };

  test("the others wait for their turn, and a probe waits for none", async () => {
    const ends: (() => void)[] = [];
    rendered = () => new Promise((resolve) => ends.push(() => resolve()));
    await serve({ answerPatienceMs: 60_000, probes: new Map([["/livez", () => "ok"]]) });
    let came = 0;
    server.on("request", () => {
      came += 1;
    });
    ask(20);
    await eventually(() => expect(came).toBe(20));
    expect(await raw(["GET /livez HTTP/1.1", ...head])).toMatch(/^HTTP\/1\.1 200 /);
    expect(asked()).toBe(3);
    ends[0]?.();
    await eventually(() => expect(asked()).toBe(4));
  });

  test("a stream, and what waits for the garden, hold up nobody", async () => {
    rendered = () => new Promise(() => undefined);
    await serve({ answerPatienceMs: 1 });
    ask(20);
    await eventually(() => expect(asked()).toBe(20));
  });
});

test.each(["/_global-error", "//_global-error?x=1", "/%5Fglobal-error", "/_global-error.rsc"])(
  "%s, which is a page to Next alone, is not found",
  async (target) => {
    expect(await raw([`GET ${target} HTTP/1.1`, ...head])).toMatch(/^HTTP\/1\.1 404 /);
    expect(reached).toEqual([]);
  },
);

describe("S08, S09: what is no request for us reaches nothing", () => {
  test.each(["/api/x/%ff", "/%", "/api/%E0%A4%A", "http://evil.example/api/session", "*", "evil.example:443"])(
    "%s",
    async (target) => {
      const answer = await raw([`GET ${target} HTTP/1.1`, ...head]);
      expect(answer).toMatch(/^HTTP\/1\.1 400 /);
      expect(reached).toEqual([]);
    },
  );

  test("and is answered as a problem", async () => {
    const answer = await raw(["GET /%ff HTTP/1.1", ...head]);
    expect(answer).toContain("content-type: application/problem+json");
    const body = answer.slice(answer.indexOf("{"), answer.lastIndexOf("}") + 1);
    expect(problemSchema.parse(JSON.parse(body))).toMatchObject({ status: 400, reason: "invalid-request" });
  });

  test("an upgrade to WebSocket is refused, and its connection does not stay", async () => {
    const socket = connect(port, "127.0.0.1");
    const lines = ["GET /api/stream HTTP/1.1", "host: a", "connection: upgrade", "upgrade: websocket", "", ""];
    // A client that never closes its half of the connection is disconnected anyway.
    socket.setEncoding("utf8").write(lines.join("\r\n"));
    const [answer] = await once(socket, "data");
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    await eventually(async () => expect(await connectionsOf(server)).toBe(0));
    socket.destroy();
    expect(reached).toEqual([]);
  });

  test.each([
    ...["/livez/../login", "/_next/static/../../login", "/_next/static/%2e%2e/%2E%2E/login", "/api/./session"],
    ...["/livez/..%2flogin", "/\\evil.example/login", "/api%5csession", "/.."],
  ])("%s is not the only way to write a path", async (target) => {
    expect(await raw([`GET ${target} HTTP/1.1`, ...head])).toMatch(/^HTTP\/1\.1 400 /);
    expect(reached).toEqual([]);
  });

  test("two lengths are refused by the parser", async () => {
    const answer = await raw(["POST / HTTP/1.1", ...head, "content-length: 4", "transfer-encoding: chunked", "", "0"]);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(reached).toEqual([]);
  });
});
