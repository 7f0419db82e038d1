import { once } from "node:events";
import { type ClientRequest, type IncomingMessage, request } from "node:http";
import { PassThrough, pipeline, type Transform } from "node:stream";
import { setTimeout as pause } from "node:timers/promises";
import { constants, createBrotliDecompress, createGunzip } from "node:zlib";
import type { SignedInPerson } from "../faults/person.ts";

const acceptEncoding = "gzip, deflate, br";

/** Receives each event of the stream: its text, and the time of its arrival. */
type Hear = (event: string, at: number) => void;

/** A simulated page that reads the list, opens its stream and stays open. It stores nothing but measurements. */
export class ViewingPage {
  readonly failures: number[] = [];
  listMs: number | undefined;
  /** Whether the event stream has started. */
  follows = false;
  readonly #person: SignedInPerson;
  readonly #hear: Hear | undefined;
  #outgoing: ClientRequest | undefined;
  #closed = false;

  /** Without `hear`, received data is discarded, to limit the cost of the load generator. */
  constructor(person: SignedInPerson, hear: Hear | undefined) {
    this.#person = person;
    this.#hear = hear;
    void this.#live();
  }

  close(): void {
    this.#closed = true;
    this.#outgoing?.destroy();
  }

  async #live(): Promise<void> {
    const startedAt = performance.now();
    while (!this.#closed) {
      const cursor = await this.#readFleet();
      if (cursor !== undefined) {
        this.listMs ??= performance.now() - startedAt;
        await this.#follow(cursor);
      }
      await pause(1_000 * Math.random(), undefined, { ref: false });
    }
  }

  /** The cursor of the list response, whose rows are discarded as they arrive. */
  #readFleet(): Promise<string | undefined> {
    return this.#get("/api/fleet", async (response) => {
      const closed = untilClosed(response);
      const unpacking = unpackerOf(response);
      pipeline(response, unpacking, () => undefined);
      const head = once(unpacking, "data").then(([chunk]) => String(chunk));
      const cursor = /"cursor":"([^"]+)"/.exec(
        await Promise.race([head, once(unpacking, "close").then(() => "")]),
      )?.[1];
      // The rest is not decompressed, because that would cost the load generator as much as a browser, for each page.
      response.unpipe(unpacking).resume();
      await closed;
      return cursor;
    });
  }

  async #follow(cursor: string): Promise<void> {
    await this.#get(`/api/stream?cursor=${encodeURIComponent(cursor)}`, async (response) => {
      this.follows = true;
      if (this.#hear === undefined) response.resume();
      else {
        let rest = "";
        response.pipe(unpackerOf(response)).on("data", (chunk: Buffer) => {
          const now = performance.now();
          const events = (rest + chunk.toString("latin1")).split("\n\n");
          rest = events.pop() ?? "";
          for (const event of events) this.#hear?.(event, now);
        });
      }
      await untilClosed(response);
    });
  }

  #get<Value>(target: string, read: (response: IncomingMessage) => Promise<Value>): Promise<Value | undefined> {
    const { promise, resolve } = Promise.withResolvers<Value | undefined>();
    const headers = { cookie: this.#person.cookie, "accept-encoding": acceptEncoding };
    const options = { host: "127.0.0.1", port: this.#person.port, path: target, headers, agent: false };
    const outgoing = request(options, (response) => {
      response.on("error", () => undefined);
      if (response.statusCode === 200) {
        read(response).then(resolve, () => resolve(undefined));
        return;
      }
      this.failures.push(response.statusCode ?? 0);
      response.resume().once("close", () => resolve(undefined));
    });
    this.#outgoing = outgoing;
    outgoing.on("error", () => {
      if (!this.#closed) this.failures.push(0);
      resolve(undefined);
    });
    outgoing.end();
    return promise;
  }
}

/** Decodes the bytes of a response to text. */
function unpackerOf({ headers }: IncomingMessage): Transform {
  if (headers["content-encoding"] === "br") return createBrotliDecompress();
  if (headers["content-encoding"] === "gzip") return createGunzip({ finishFlush: constants.Z_SYNC_FLUSH });
  return new PassThrough();
}

async function untilClosed(response: IncomingMessage): Promise<void> {
  await once(response, "close");
}
