import "server-only";
import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import path from "node:path";
import { acceptedEncoding, compressed, type Encoding, matchesEtag } from "#server/boundary/compressed.ts";
import { isPacked, packedName } from "./pack-files.ts";

/** What pages load most of. Files of other kinds, of which there are few, Next serves. */
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
 * The scripts, styles and fonts of this build. Their names change with what is in them, so each is read once
 * and then kept, packed by the build: everybody who opens a page for the first time asks for thirty of them.
 */
export class BuildFiles {
  readonly #folder: string;
  /** By the path that the browser asks for. */
  readonly #files: ReadonlyMap<string, string>;
  /** The paths of all files, those that Next serves too. */
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
   * @param folder what Next serves as /_next/static
   * @param headers said with every answer
   */
  static async of(folder: string, headers: Readonly<Record<string, string>> = {}): Promise<BuildFiles> {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile());
    const names = files.map(({ parentPath, name }) => path.relative(folder, path.join(parentPath, name)));
    return new BuildFiles(folder, names, headers);
  }

  /** Whether there is such a file, be it one that Next serves. */
  has(pathname: string): boolean {
    return this.#all.has(decodeURIComponent(pathname));
  }

  /** True when it is one of them, asked for as it stands; then it has been answered, or will be. */
  answer(request: IncomingMessage, response: ServerResponse): boolean {
    const name = this.#files.get(request.url ?? "");
    if (name === undefined || (request.method !== "GET" && request.method !== "HEAD")) return false;
    void this.#send(name, request, response);
    return true;
  }

  async #send(name: string, { method, headers }: IncomingMessage, response: ServerResponse): Promise<void> {
    const isText = isPacked(name);
    const encoding = isText ? acceptedEncoding(String(headers["accept-encoding"] ?? "")) : "identity";
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
      // The file has gone, with its whole build: the browser says so, and its page offers to load anew.
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
    const read = await readFile(path.join(this.#folder, encoding === "br" ? packedName(name) : name));
    const bytes = encoding === "gzip" ? await compressed([read.toString("utf8")], encoding) : read;
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
