import { once } from "node:events";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, request, type Server } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { BuildFiles } from "./build-files.ts";
import { compressBuildFiles } from "./pack-files.ts";

const script = "globalThis.answer = 42; ".repeat(50);
let folder: string;
let server: Server;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "almanac-build-files-"));
  await mkdir(path.join(folder, "chunks"));
  await writeFile(path.join(folder, "chunks", "a.js"), script);
  await writeFile(path.join(folder, "chunks", "a.js.map"), "{}");
  await writeFile(path.join(folder, "letters.woff2"), "letters");
  await compressBuildFiles(folder);
  const files = await BuildFiles.of(folder, { "x-content-type-options": "nosniff" });
  server = createServer((asked, response) => {
    if (!files.answer(asked, response)) response.writeHead(404).end("for Next");
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await rm(folder, { recursive: true });
});

async function ask(target: string, headers: Readonly<Record<string, string>> = {}, method = "GET") {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  const sent = request({ host: "127.0.0.1", port: address.port, path: target, method, headers }).end();
  const [answer] = await once(sent, "response");
  const chunks: Buffer[] = await answer.toArray();
  return { status: answer.statusCode, headers: answer.headers, body: Buffer.concat(chunks) };
}

test("a script is sent packed as its reader understands it, to be kept for ever", async () => {
  const path = "/_next/static/chunks/a.js";
  const [brotli, gzip, plain] = [
    await ask(path, { "accept-encoding": "gzip, br" }),
    await ask(path, { "accept-encoding": "gzip" }),
    await ask(path),
  ];
  expect(brotli.headers).toMatchObject({
    "content-encoding": "br",
    "content-type": "application/javascript; charset=utf-8",
    "cache-control": "public, max-age=31536000, immutable",
    "x-content-type-options": "nosniff",
    vary: "accept-encoding",
  });
  expect(brotliDecompressSync(brotli.body).toString()).toBe(script);
  expect(gunzipSync(gzip.body).toString()).toBe(script);
  expect(plain.headers["content-encoding"]).toBeUndefined();
  expect(plain.body.toString()).toBe(script);
});

test("fonts are packed already", async () => {
  const { headers, body } = await ask("/_next/static/letters.woff2", { "accept-encoding": "br" });
  expect(headers["content-encoding"]).toBeUndefined();
  expect(headers["content-type"]).toBe("font/woff2");
  expect(body.toString()).toBe("letters");
});

test("who has it already is not sent it again, and HEAD has no body", async () => {
  const path = "/_next/static/chunks/a.js";
  const { headers } = await ask(path, {}, "HEAD");
  expect(headers["content-length"]).toBe(String(script.length));
  expect(await ask(path, { "if-none-match": String(headers.etag) })).toMatchObject({ status: 304 });
});

test.each([
  ["a file of another kind", "/_next/static/chunks/a.js.map"],
  ["a packed file by its own name", "/_next/static/chunks/a.js.br"],
  ["a file that is none of the build", "/_next/static/chunks/b.js"],
  ["a way out of the folder", "/_next/static/chunks/../chunks/a.js"],
  ["an address with a question", "/_next/static/chunks/a.js?x"],
  ["a page", "/clusters"],
])("%s is left to Next", async (_what, target) => {
  expect((await ask(target)).body.toString()).toBe("for Next");
});

test("a file that nobody may write is left to Next when it is written", async () => {
  expect((await ask("/_next/static/chunks/a.js", {}, "POST")).status).toBe(404);
});
