import { createServer, get, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import type { StorageWaiter } from "../../persistence/journal.ts";
import { createWatchStream, type WatchFrame, type WatchStream } from "./watch-stream.ts";

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

interface Watch {
  readonly stream: WatchStream;
  readonly response: ServerResponse;
  readonly answer: IncomingMessage;
}

/** A watch stream on a real connection, and the client's response, which is not read yet. */
function watch(initial: Iterable<WatchFrame>, whenStored?: StorageWaiter): Promise<Watch> {
  return new Promise((resolve, reject) => {
    let started: Omit<Watch, "answer"> | undefined;
    const server = createServer((_request, response) => {
      response.flushHeaders();
      started = { response, stream: createWatchStream(response, initial, whenStored) };
    });
    servers.push(server);
    server.listen(0, "127.0.0.1", () => {
      const address: AddressInfo | string | null = server.address();
      const port = typeof address === "object" ? (address?.port ?? 0) : 0;
      get({ host: "127.0.0.1", port }, (answer) => {
        if (started === undefined) reject(new Error("the stream was not started"));
        else resolve({ ...started, answer });
      }).on("error", reject);
    });
  });
}

async function linesOf(answer: IncomingMessage): Promise<readonly string[]> {
  answer.setEncoding("utf8");
  let text = "";
  for await (const chunk of answer) text += chunk;
  return text.split("\n").slice(0, -1);
}

test("initial frames come first, then the others in order, and the end comes last", async () => {
  const { stream, answer } = await watch(["a\n", "b\n"].map((text) => () => text));
  stream.push(() => "c\n");
  stream.push(() => undefined);
  stream.push(() => "d\n");
  stream.end();
  stream.push(() => "too late\n");
  expect(await linesOf(answer)).toEqual(["a", "b", "c", "d"]);
});

test("100 MB of initial frames reach a client that reads, and are never in memory together", async () => {
  const filler = "x".repeat(10_000);
  let made = 0;
  function* frames(): Generator<WatchFrame> {
    for (let at = 0; at < 10_000; at += 1) {
      yield () => {
        made += 1;
        return `${at} ${filler}\n`;
      };
    }
  }
  const { stream, response, answer } = await watch(frames());
  stream.push(() => "live\n");
  stream.end();
  expect(made).toBeLessThan(2_000);
  let count = 0;
  let mostBuffered = 0;
  let rest = "";
  answer.setEncoding("utf8");
  for await (const chunk of answer) {
    mostBuffered = Math.max(mostBuffered, response.writableLength);
    const lines = `${rest}${chunk}`.split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      if (line.startsWith(count < 10_000 ? `${count} ` : "live")) count += 1;
    }
  }
  expect(count).toBe(10_001);
  expect(mostBuffered).toBeLessThan(4 * 1024 * 1024);
});

test("a client that does not read is cut off once 10,000 frames wait for it", async () => {
  const { stream, response, answer } = await watch([]);
  answer.pause();
  answer.on("error", () => undefined); // the reset is what is expected
  const closed = new Promise((resolve) => response.on("close", resolve));
  const filler = "x".repeat(20_000);
  let pushed = 0;
  while (!response.destroyed && pushed < 40_000) {
    stream.push(() => filler);
    pushed += 1;
    if (pushed % 100 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  await closed;
  expect(response.destroyed).toBe(true);
  expect(pushed).toBeGreaterThan(10_000);
});

test("frames for a client that has gone do nothing", async () => {
  const { stream, response, answer } = await watch([]);
  const closed = new Promise((resolve) => response.on("close", resolve));
  answer.destroy();
  await closed;
  let made = 0;
  stream.push(() => {
    made += 1;
    return "x";
  });
  stream.end();
  expect(made).toBe(0);
});

test("what is not kept yet is not sent, and the stream of what could not be kept is cut off", async () => {
  const waiting: Parameters<StorageWaiter>[] = [];
  const { stream, response, answer } = await watch(
    ["a\n"].map((text) => () => text),
    (...both) => void waiting.push(both),
  );
  const written: unknown[] = [];
  const write = response.write.bind(response);
  response.write = (chunk: unknown) => {
    written.push(chunk);
    return write(chunk);
  };
  stream.push(() => "b\n");
  expect([written, waiting.length]).toEqual([[], 1]);
  waiting.pop()?.[0]();
  expect(written).toEqual(["a\nb\n"]);
  stream.push(() => "c\n");
  expect([written.length, waiting.length]).toEqual([1, 1]);
  waiting.pop()?.[1](new Error("the disk is full"));
  await expect(linesOf(answer)).rejects.toThrow("aborted");
  expect(written).toHaveLength(1);
});
