import { once } from "node:events";
import { type ClientRequest, type IncomingMessage, request } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { createGunzip } from "node:zlib";
import { readEntireFleet } from "#lib/contract/read-fleet.ts";
import { fieldAt, listAt, textAt } from "#lib/kube/field.ts";
import type { Person } from "./person.ts";

/** What one tab shows, and how it came by it. */
export interface ViewerOptions {
  /** Rows are read and kept; without them only that everything arrived is noted. */
  readonly keepsRows?: boolean;
  /** Comes back when a stream ends, as a page does. */
  readonly comesBack?: boolean;
  /** Opens a stream and takes nothing of what comes. */
  readonly neverReads?: boolean;
  /** Takes a piece of what comes only so often, as over a slow line. */
  readonly readsEveryMs?: number;
  /** Opens a stream without having read anything. */
  readonly isBare?: boolean;
  readonly cursor?: string;
}

interface Row {
  readonly version: string;
  readonly mark: string | undefined;
}

/** A tab of a browser at the other end of a stream. */
export class StreamViewer {
  readonly rows = new Map<string, Row>();
  /** Each freshness that was told, with the instant at which it was. */
  readonly told: { readonly words: string; readonly at: number; readonly byStream: boolean }[] = [];
  readonly types: string[] = [];
  /** How often a stream was opened, with the answers' statuses. */
  readonly statuses: number[] = [];
  /** The statuses with which everything was read. */
  readonly reads: number[] = [];
  /** What rows must show whenever the page says that it is live, and how often it said so while they did not. */
  #mustShow: string | undefined;
  falselyLive = 0;
  cursor: string | undefined;
  bytes = 0;
  /** When the first rows had arrived. */
  shownAt: number | undefined;
  endedAt: number | undefined;
  /** When streams have ended. */
  readonly ends: number[] = [];
  readonly #person: Person;
  readonly #options: ViewerOptions;
  #outgoing: ClientRequest | undefined;
  #closed = false;
  #resyncMs: number | undefined;
  /** How long a server that said goodbye wants it to stay away. */
  #byeMs: number | undefined;

  constructor(person: Person, options: ViewerOptions = {}) {
    this.#person = person;
    this.#options = options;
    this.cursor = options.cursor;
    void this.#live();
  }

  get isLive(): boolean {
    return this.told.at(-1)?.words === "live";
  }

  /** What was told since an instant, without repetitions. */
  toldSince(at: number): string {
    const words = this.told.filter((each) => each.at >= at).map((each) => each.words);
    return words.filter((each, index) => each !== words[index - 1]).join(", ") || "nothing new";
  }

  /** From now on the page is live only with this mark on one of its rows. */
  mustShow(mark: string): void {
    this.#mustShow = mark;
    this.falselyLive = 0;
  }

  shows(mark: string): boolean {
    for (const row of this.rows.values()) if (row.mark === mark) return true;
    return false;
  }

  /** How many rows are missing, or older than what the garden held. */
  differsBy(truth: ReadonlyMap<string, string>): number {
    const isOld = (uid: string, version: string) => BigInt(this.rows.get(uid)?.version ?? 0) < BigInt(version);
    const wrong = [...truth].filter(([uid, version]) => isOld(uid, version)).length;
    return wrong + [...this.rows.keys()].filter((uid) => !truth.has(uid)).length;
  }

  close(): void {
    this.#closed = true;
    this.#outgoing?.destroy();
  }

  /** As a page does: read everything, follow it, and come back from where it was. */
  async #live(): Promise<void> {
    const { comesBack = true, isBare = false } = this.#options;
    let knowsPlace = isBare || this.cursor !== undefined;
    while (!this.#closed) {
      knowsPlace ||= await this.#readFleet();
      if (!knowsPlace) {
        await pause(jitterMs(), undefined, { ref: false });
        continue;
      }
      this.#resyncMs = undefined;
      this.#byeMs = undefined;
      const retryMs = await this.#open();
      this.endedAt = performance.now();
      this.ends.push(this.endedAt);
      if (!comesBack) return;
      knowsPlace = this.#resyncMs === undefined;
      await pause(this.#resyncMs ?? this.#byeMs ?? retryMs, undefined, { ref: false });
    }
  }

  /** Opens a stream and reads it to its end; answers how long to wait before the next. */
  #open(): Promise<number> {
    const { promise, resolve } = Promise.withResolvers<number>();
    const query = this.cursor === undefined ? "" : `?cursor=${encodeURIComponent(this.cursor)}`;
    const headers = { cookie: this.#person.cookie, accept: "text/event-stream" };
    const options = { host: "127.0.0.1", port: this.#person.port, path: `/api/stream${query}`, headers, agent: false };
    const outgoing = request(options, (response) => {
      this.statuses.push(response.statusCode ?? 0);
      this.endedAt = undefined;
      const refused = Number(response.headers["retry-after"] ?? 1) * 1000;
      response.on("close", () => resolve(response.statusCode === 200 ? jitterMs() : refused + jitterMs()));
      response.on("error", () => undefined);
      if (response.statusCode !== 200) response.resume();
      else if (this.#options.neverReads !== true) this.#read(response);
    });
    this.#outgoing = outgoing;
    outgoing.on("error", () => {
      if (this.statuses.at(-1) !== 0) this.statuses.push(0);
      resolve(jitterMs());
    });
    outgoing.end();
    return promise;
  }

  #read(response: IncomingMessage): void {
    const { readsEveryMs } = this.#options;
    let rest = "";
    response.setEncoding("utf8");
    response.on("data", (text: string) => {
      if (readsEveryMs !== undefined) {
        response.pause();
        setTimeout(() => response.resume(), readsEveryMs).unref();
      }
      this.bytes += text.length;
      const events = (rest + text).split("\n\n");
      rest = events.pop() ?? "";
      for (const event of events) this.#take(event);
    });
  }

  #take(event: string): void {
    const data = /^data: (.*)$/m.exec(event)?.[1];
    const id = /^id: (.*)$/m.exec(event)?.[1];
    if (id !== undefined) this.cursor = id;
    if (data === undefined) return;
    const type = /^\{"type":"([\w-]+)"/.exec(data)?.[1] ?? "";
    this.types.push(type);
    if (type === "resync") this.#resyncMs = Number(fieldAt(JSON.parse(data), "afterMs"));
    if (type === "bye") this.#byeMs = Number(fieldAt(JSON.parse(data), "retryMs")) * (0.5 + Math.random());
    if (type === "change" || type === "freshness" || type === "snapshot") this.#apply(type, JSON.parse(data));
  }

  /** Reads everything; false when that is not to be had now. */
  async #readFleet(): Promise<boolean> {
    const keeps = this.#options.keepsRows !== false;
    const encoding = keeps ? "identity" : "gzip";
    const { status, body } = await this.#person.get("/api/fleet", { headers: { "accept-encoding": encoding } });
    this.bytes += body.byteLength;
    this.reads.push(status);
    if (status !== 200) return false;
    if (keeps) this.#apply("snapshot", readEntireFleet(body.toString()));
    else this.cursor = await cursorIn(body);
    this.shownAt ??= performance.now();
    return true;
  }

  #apply(type: string, frame: unknown): void {
    const freshness = fieldAt(frame, "freshness");
    const byStream = type !== "snapshot";
    if (freshness !== undefined) this.told.push({ words: freshnessWords(freshness), at: performance.now(), byStream });
    if (type !== "freshness" && this.#options.keepsRows !== false) this.#takeRows(type, frame);
    const isRight = this.#mustShow === undefined || this.shows(this.#mustShow);
    if (textAt(freshness, "state") === "live" && !isRight) this.falselyLive += 1;
  }

  #takeRows(type: string, frame: unknown): void {
    const cursor = textAt(frame, "cursor");
    if (cursor !== undefined) this.cursor = cursor;
    if (type === "snapshot") this.rows.clear();
    for (const row of [...listAt(frame, "rows"), ...listAt(frame, "upserts")]) {
      const version = textAt(row, "resourceVersion") ?? "";
      this.rows.set(textAt(row, "uid") ?? "", { version, mark: textAt(row, "labels", "bench/mark") });
    }
    for (const update of listAt(frame, "updates")) {
      const uid = textAt(update, "uid") ?? "";
      const row = this.rows.get(uid);
      const labels = fieldAt(update, "set", "labels");
      const isUnlabelled = listAt(update, "unset").includes("labels");
      if (row === undefined) continue;
      this.rows.set(uid, {
        version: textAt(update, "set", "resourceVersion") ?? row.version,
        mark: labels === undefined && !isUnlabelled ? row.mark : textAt(labels, "bench/mark"),
      });
    }
    for (const uid of listAt(frame, "removes")) if (typeof uid === "string") this.rows.delete(uid);
    this.shownAt ??= performance.now();
  }
}

/** `live`, or what is not: "stale (unreachable)", "live but CloudProfiles (forbidden)". */
function freshnessWords(freshness: unknown): string {
  const parts = listAt(freshness, "parts").map((part) => `${textAt(part, "part")} (${textAt(part, "reason")})`);
  const reason = textAt(freshness, "reason");
  const state = `${textAt(freshness, "state")}${reason === undefined ? "" : ` (${reason})`}`;
  return parts.length === 0 ? state : `${state} but ${parts.join(" and ")}`;
}

/** Where a snapshot was made: it stands at the very beginning, and no more is unpacked. */
async function cursorIn(body: Buffer): Promise<string> {
  const unpacking = createGunzip();
  unpacking.on("error", () => undefined).end(body);
  const [head]: unknown[] = await once(unpacking, "data");
  unpacking.destroy();
  return /"cursor":"([^"]+)"/.exec(String(head))?.[1] ?? "";
}

/** As pages spread their return. */
function jitterMs(): number {
  return 200 + 800 * Math.random();
}
