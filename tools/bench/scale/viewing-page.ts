import { once } from "node:events";
import { type ClientRequest, type IncomingMessage, request } from "node:http";
import { PassThrough, pipeline, type Transform } from "node:stream";
import { setTimeout as pause } from "node:timers/promises";
import { constants, createBrotliDecompress, createGunzip } from "node:zlib";
import type { Person } from "../faults/person.ts";

const acceptEncoding = "gzip, deflate, br";

/** Hears of an event of the stream, unpacked: its text, and when it came. */
type Hear = (event: string, at: number) => void;

/** A page of a browser: reads everything, opens its stream, and stays. It keeps nothing but what is measured. */
export class ViewingPage {
  readonly failures: number[] = [];
  listMs: number | undefined;
  /** Whether its stream has begun. */
  follows = false;
  readonly #person: Person;
  readonly #hear: Hear | undefined;
  #outgoing: ClientRequest | undefined;
  #closed = false;

  /** Without `hear` it takes what comes unread, and costs the generator little. */
  constructor(person: Person, hear: Hear | undefined) {
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

  /** Where the rows were made; their text is thrown away as it comes. */
  #readFleet(): Promise<string | undefined> {
    return this.#get("/api/fleet", async (response) => {
      const closed = untilClosed(response);
      const unpacking = unpackerOf(response);
      pipeline(response, unpacking, () => undefined);
      const head = once(unpacking, "data").then(([chunk]) => String(chunk));
      const cursor = /"cursor":"([^"]+)"/.exec(
        await Promise.race([head, once(unpacking, "close").then(() => "")]),
      )?.[1];
      // The rest is not unpacked: that would cost the generator what it costs a browser, at each page.
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

/** Makes the body's text of its bytes. */
function unpackerOf({ headers }: IncomingMessage): Transform {
  if (headers["content-encoding"] === "br") return createBrotliDecompress();
  if (headers["content-encoding"] === "gzip") return createGunzip({ finishFlush: constants.Z_SYNC_FLUSH });
  return new PassThrough();
}

async function untilClosed(response: IncomingMessage): Promise<void> {
  await once(response, "close");
}
