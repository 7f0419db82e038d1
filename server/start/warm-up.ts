import "server-only";
import { once } from "node:events";
import { duplexPair } from "node:stream";
import type { Almanac } from "../app/container.ts";
import { appPages } from "./app-files.ts";
import { createFrontDoor, type NodeHandler } from "./front-door.ts";

/** A page that takes this long is left to its first visitor. */
const defaultPatienceMs = 15_000;

/**
 * Renders every page once, one after the other. The parts of a page are loaded with its first view, which blocks everybody
 * else for up to a quarter of a second: rather now than when many are here. Pages carry no data, so a session of nobody
 * will do, and the garden is not asked. Answers how many pages were rendered.
 */
export async function warmUp(
  handle: NodeHandler,
  { sessions, now, log }: Pick<Almanac, "sessions" | "now" | "log">,
  patienceMs = defaultPatienceMs,
): Promise<number> {
  const at = now();
  const cookies = await sessions.begin({
    id: "warm-up",
    user: { name: "nobody", groups: [] },
    method: "token",
    token: "",
    signedInAt: at,
    expiresAt: at + 60_000,
  });
  const cookie = cookies.map((each) => each.split(";", 1)[0]).join("; ");
  const signal = AbortSignal.timeout(patienceMs);
  let rendered = 0;
  for (const { path } of appPages()) {
    try {
      const [head = ""] = (await view(handle, { target: path.replace(/[[\]]/g, ""), cookie, signal })).split("\r\n");
      if (/^HTTP\/1\.1 [23]/.test(head)) rendered += 1;
      else log.warn({ path, head }, "a page could not be rendered before the first visit");
    } catch (error) {
      log.warn({ path, err: error }, "a page could not be rendered before the first visit");
      if (signal.aborted) break;
    }
  }
  return rendered;
}

interface View {
  readonly target: string;
  readonly cookie: string;
  readonly signal: AbortSignal;
}

/** One request over a connection that never leaves the process. */
async function view(handle: NodeHandler, { target, cookie, signal }: View): Promise<string> {
  const [browser, server] = duplexPair();
  createFrontDoor(handle).emit("connection", server);
  const lines = [`GET ${target} HTTP/1.1`, "host: localhost", `cookie: ${cookie}`, "connection: close", "", ""];
  browser.setEncoding("latin1").write(lines.join("\r\n"));
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
