import "server-only";
import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import path from "node:path";
import { chooseEncoding, compressText, type Encoding, matchesEtag } from "#server/boundary/compressed.ts";
import { compressedFileName, hasCompressedVariant } from "./pack-files.ts";

/** Content types of the files that the front server sends itself; Next.js serves all others. */
const types: Readonly<Record<string, string>> = {
  ".js": "application/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".woff2": "font/woff2",
};

interface Body {
  readonly bytes: Uint8Array;
  readonly etag: string;
}

/**
 * Serves scripts, styles and fonts of the build. Their names contain a hash of their content, so that each is read once
 * and cached, together with the compressed variant that the build made.
 */
export class BuildFiles {
  readonly #folder: string;
  /** File names by URL path. */
  readonly #files: ReadonlyMap<string, string>;
  /** URL paths of all files, including those that Next.js serves. */
  readonly #all: ReadonlySet<string>;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #bodies = new Map<string, Promise<Body>>();

  private constructor(folder: string, names: readonly string[], headers: Readonly<Record<string, string>>) {
    this.#folder = folder;
    const known = names.filter((name) => Object.hasOwn(types, path.extname(name)));
    this.#files = new Map(known.map((name) => [servedAt(name), name]));
    this.#all = new Set(names.map(servedAt));
    this.#headers = headers;
  }

  /**
   * @param folder the folder that Next.js serves as /_next/static
   * @param headers headers to add to every response
   */
  static async of(folder: string, headers: Readonly<Record<string, string>> = {}): Promise<BuildFiles> {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile());
    const names = files.map(({ parentPath, name }) => path.relative(folder, path.join(parentPath, name)));
    return new BuildFiles(folder, names, headers);
  }

  /** Whether there is a file at this path, including those that Next.js serves. */
  has(pathname: string): boolean {
    return this.#all.has(decodeURIComponent(pathname));
  }

  /** Serves the file with exactly this URL; false when there is none. */
  answer(request: IncomingMessage, response: ServerResponse): boolean {
    const name = this.#files.get(request.url ?? "");
    if (name === undefined || (request.method !== "GET" && request.method !== "HEAD")) return false;
    void this.#send(name, request, response);
    return true;
  }

  async #send(name: string, { method, headers }: IncomingMessage, response: ServerResponse): Promise<void> {
    const isText = hasCompressedVariant(name);
    const encoding = isText ? chooseEncoding(String(headers["accept-encoding"] ?? "")) : "identity";
    try {
      const { bytes, etag } = await this.#body(name, encoding);
      for (const [key, value] of Object.entries(this.#headers)) response.setHeader(key, value);
      response.setHeader("cache-control", "public, max-age=31536000, immutable");
      response.setHeader("content-type", types[path.extname(name)] ?? "application/octet-stream");
      response.setHeader("etag", etag);
      if (isText) response.setHeader("vary", "accept-encoding");
      if (matchesEtag(headers["if-none-match"] ?? null, etag)) {
        response.writeHead(304).end();
        return;
      }
      if (encoding !== "identity") response.setHeader("content-encoding", encoding);
      response.setHeader("content-length", bytes.byteLength);
      response.writeHead(200).end(method === "HEAD" ? undefined : bytes);
    } catch (error) {
      // The file was deleted, together with its build; the page then offers to reload.
      this.#bodies.delete(keyOf(name, encoding));
      response.destroy(error instanceof Error ? error : undefined);
    }
  }

  #body(name: string, encoding: Encoding): Promise<Body> {
    const key = keyOf(name, encoding);
    const known = this.#bodies.get(key);
    if (known !== undefined) return known;
    const body = this.#read(name, encoding);
    this.#bodies.set(key, body);
    return body;
  }

  async #read(name: string, encoding: Encoding): Promise<Body> {
    const read = await readFile(path.join(this.#folder, encoding === "br" ? compressedFileName(name) : name));
    const bytes = encoding === "gzip" ? await compressText([read.toString("utf8")], encoding) : read;
    const etag = `"${createHash("sha256").update(bytes).digest("base64url")}"`;
    return { bytes, etag };
  }
}

function servedAt(name: string): string {
  return `/_next/static/${name.split(path.sep).join("/")}`;
}

function keyOf(name: string, encoding: Encoding): string {
  return `${encoding} ${name}`;
}
