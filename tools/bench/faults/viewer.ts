import { once } from "node:events";
import { type ClientRequest, type IncomingMessage, request } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { createGunzip } from "node:zlib";
import { readEntireFleet } from "#lib/contract/read-fleet.ts";
import { fieldAt, listAt, stringAt } from "#lib/kube/field.ts";
import type { SignedInPerson } from "./person.ts";

/** How a simulated browser tab behaves. */
export interface ViewerOptions {
  /** Whether rows are parsed and stored; otherwise only the arrival of data is recorded. */
  readonly keepsRows?: boolean;
  /** Whether the tab reconnects when a stream ends, as pages do. */
  readonly comesBack?: boolean;
  /** Whether the tab opens a stream and never reads its data. */
  readonly neverReads?: boolean;
  /** Interval between two reads, as over a slow connection. */
  readonly readsEveryMs?: number;
  /** Whether the tab opens a stream without reading the list of clusters before. */
  readonly isBare?: boolean;
  readonly cursor?: string;
}

interface Row {
  readonly version: string;
  readonly mark: string | undefined;
}

/** A simulated browser tab that shows the list of clusters and is connected to an event stream. */
export class StreamViewer {
  readonly rows = new Map<string, Row>();
  /** All freshness states that the server has reported, with their times. */
  readonly told: { readonly words: string; readonly at: number; readonly byStream: boolean }[] = [];
  readonly types: string[] = [];
  /** HTTP statuses of all attempts to open a stream. */
  readonly statuses: number[] = [];
  /** HTTP statuses of all requests for the complete list. */
  readonly reads: number[] = [];
  /** The label that a row must show while the page is live, and how often the page was live without it. */
  #mustShow: string | undefined;
  falselyLive = 0;
  cursor: string | undefined;
  bytes = 0;
  /** Time at which the first rows arrived. */
  shownAt: number | undefined;
  endedAt: number | undefined;
  /** Times at which streams ended. */
  readonly ends: number[] = [];
  readonly #person: SignedInPerson;
  readonly #options: ViewerOptions;
  #outgoing: ClientRequest | undefined;
  #closed = false;
  #resyncMs: number | undefined;
  /** Delay before reconnecting, as requested by a server that is stopping. */
  #byeMs: number | undefined;

  constructor(person: SignedInPerson, options: ViewerOptions = {}) {
    this.#person = person;
    this.#options = options;
    this.cursor = options.cursor;
    void this.#live();
  }

  get isLive(): boolean {
    return this.told.at(-1)?.words === "live";
  }

  /** The freshness states reported since a given time, without repetitions. */
  toldSince(at: number): string {
    const words = this.told.filter((each) => each.at >= at).map((each) => each.words);
    return words.filter((each, index) => each !== words[index - 1]).join(", ") || "nothing new";
  }

  /** From now on, the page may only be live if a row shows this label. */
  mustShow(mark: string): void {
    this.#mustShow = mark;
    this.falselyLive = 0;
  }

  shows(mark: string): boolean {
    for (const row of this.rows.values()) if (row.mark === mark) return true;
    return false;
  }

  /** Number of rows that are missing, or older than the given resourceVersions. */
  differsBy(truth: ReadonlyMap<string, string>): number {
    const isOld = (uid: string, version: string) => BigInt(this.rows.get(uid)?.version ?? 0) < BigInt(version);
    const wrong = [...truth].filter(([uid, version]) => isOld(uid, version)).length;
    return wrong + [...this.rows.keys()].filter((uid) => !truth.has(uid)).length;
  }

  close(): void {
    this.#closed = true;
    this.#outgoing?.destroy();
  }

  /** Does what a page does: reads the list, opens the stream, and reconnects with its last cursor. */
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

  /** Opens a stream and reads it until its end; resolves with the delay before the next attempt. */
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

  /** Reads the complete list; returns false if the request fails. */
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
    if (stringAt(freshness, "state") === "live" && !isRight) this.falselyLive += 1;
  }

  #takeRows(type: string, frame: unknown): void {
    const cursor = stringAt(frame, "cursor");
    if (cursor !== undefined) this.cursor = cursor;
    if (type === "snapshot") this.rows.clear();
    for (const row of [...listAt(frame, "rows"), ...listAt(frame, "upserts")]) {
      const version = stringAt(row, "resourceVersion") ?? "";
      this.rows.set(stringAt(row, "uid") ?? "", { version, mark: stringAt(row, "labels", "bench/mark") });
    }
    for (const update of listAt(frame, "updates")) {
      const uid = stringAt(update, "uid") ?? "";
      const row = this.rows.get(uid);
      const labels = fieldAt(update, "set", "labels");
      const isUnlabelled = listAt(update, "unset").includes("labels");
      if (row === undefined) continue;
      this.rows.set(uid, {
        version: stringAt(update, "set", "resourceVersion") ?? row.version,
        mark: labels === undefined && !isUnlabelled ? row.mark : stringAt(labels, "bench/mark"),
      });
    }
    for (const uid of listAt(frame, "removes")) if (typeof uid === "string") this.rows.delete(uid);
    this.shownAt ??= performance.now();
  }
}

/** Freshness as text: `live`, or the reason, such as "stale (unreachable)" or "live but CloudProfiles (forbidden)". */
function freshnessWords(freshness: unknown): string {
  const parts = listAt(freshness, "parts").map((part) => `${stringAt(part, "part")} (${stringAt(part, "reason")})`);
  const reason = stringAt(freshness, "reason");
  const state = `${stringAt(freshness, "state")}${reason === undefined ? "" : ` (${reason})`}`;
  return parts.length === 0 ? state : `${state} but ${parts.join(" and ")}`;
}

/** The cursor of a compressed list response. It is at the beginning, so only the first part is decompressed. */
async function cursorIn(body: Buffer): Promise<string> {
  const unpacking = createGunzip();
  unpacking.on("error", () => undefined).end(body);
  const [head]: unknown[] = await once(unpacking, "data");
  unpacking.destroy();
  return /"cursor":"([^"]+)"/.exec(String(head))?.[1] ?? "";
}

/** A random delay before reconnecting, as pages use it. */
function jitterMs(): number {
  return 200 + 800 * Math.random();
}
