import "server-only";
import { once } from "node:events";
import { duplexPair } from "node:stream";
import { gardenPrefix } from "#lib/strings/garden-address.ts";
import type { Gardens } from "#server/app/gardens.ts";
import { appFiles, appPages } from "./app-files.ts";
import type { RequestQueues } from "./front-server/request-queues.ts";
import { createFrontServer, type NodeRequestHandler } from "./front-server.ts";

/** After this time, pages and routes that are not loaded yet are loaded on first use. */
const defaultPatienceMs = 15_000;

export interface WarmUpOptions {
  /** Requests in these queues are served before the warm-up continues. */
  readonly crowd: RequestQueues;
  readonly patienceMs?: number | undefined;
}

/**
 * Renders every page once, and calls every route with an unsupported method. Otherwise the first view of a page would
 * load its modules and block all other requests for up to a quarter of a second. Pages contain no data, so a made-up
 * session suffices and the garden is not called. Returns the number of loaded pages and routes.
 */
export async function warmUp(
  handle: NodeRequestHandler,
  { all: [first], now, boundary: { log } }: Pick<Gardens, "all" | "now" | "boundary">,
  { crowd, patienceMs = defaultPatienceMs }: WarmUpOptions,
): Promise<number> {
  if (first === undefined) return 0;
  const at = now();
  const prefix = gardenPrefix(first.name);
  const cookies = await first.sessions.begin({
    id: "warm-up",
    user: { name: "nobody", groups: [] },
    method: "token",
    token: "",
    signedInAt: at,
    expiresAt: at + 60_000,
  });
  const cookie = cookies.map((each) => each.split(";", 1)[0]).join("; ");
  const signal = AbortSignal.timeout(patienceMs);
  let loaded = 0;
  const views = appPages().map(({ path }) => ({ path, method: "GET", expected: /^HTTP\/1\.1 [23]/ }));
  const refusals = appFiles("route.ts").map(({ path }) => ({
    path,
    method: "OPTIONS",
    expected: /^HTTP\/1\.1 40[45]/,
  }));
  for (const { path, method, expected } of [...views, ...refusals]) {
    try {
      await crowd.gone(signal);
      const request = { method, target: `${prefix}${path.replace(/[[\]]/g, "")}`, cookie, signal };
      const [head = ""] = (await answerOf(handle, request)).split("\r\n");
      if (!expected.test(head)) log.warn({ path, head }, "could not be loaded before the first visit");
      else loaded += 1;
    } catch (error) {
      log.warn({ path, err: error }, "could not be loaded before the first visit");
      if (signal.aborted) break;
    }
  }
  return loaded;
}

interface Asking {
  readonly method: string;
  readonly target: string;
  readonly cookie: string;
  readonly signal: AbortSignal;
}

/** Sends one request to the front server over an in-memory connection, and returns the response. */
async function answerOf(handle: NodeRequestHandler, { method, target, cookie, signal }: Asking): Promise<string> {
  const [browser, server] = duplexPair();
  createFrontServer(handle).emit("connection", server);
  const ours = ["sec-fetch-site: same-origin", "x-almanac: 1", `cookie: ${cookie}`];
  const head = [`${method} ${target} HTTP/1.1`, "host: localhost", ...ours, "connection: close"];
  browser.setEncoding("latin1").write(`${head.join("\r\n")}\r\n\r\n`);
  let answer = "";
  browser.on("data", (text: string) => {
    answer += text;
  });
  try {
    await once(browser, "end", { signal });
  } finally {
    browser.destroy();
    server.destroy();
  }
  return answer;
}
