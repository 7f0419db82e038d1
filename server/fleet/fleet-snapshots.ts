import "server-only";
import { createHash } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import { ConcurrencyLimit } from "#lib/concurrency-limit.ts";
import type { FleetFreshness, FleetSnapshot } from "#lib/contract/fleet.ts";
import { generateFleetLines } from "#lib/contract/write-fleet.ts";
import type { UserScope } from "#server/access/user-scope.ts";
import { bytesResponse } from "#server/boundary/bytes-response.ts";
import {
  acceptedEncodingHeader,
  bodyEncodingHeader,
  chooseEncoding,
  compressText,
  type Encoding,
  matchesEtag,
} from "#server/boundary/compressed.ts";
import type { HeapGuard } from "#server/boundary/heap-guard.ts";
import type { Fleet } from "./fleet.ts";

/** Limits concurrent builds: after a restart many clients request the cluster list at once, each scope another one. */
const maxBuilds = 4;
const maxStoredBytes = 32 * 1024 * 1024;

interface View {
  readonly scope: UserScope;
  readonly encoding: Encoding;
}

interface Snapshot {
  readonly etag: string;
  readonly body: Uint8Array;
}

/**
 * Answers GET /api/fleet with all rows that a user can see. The response is built and compressed once for all users who
 * see the same clusters, and is reused until a row changes.
 */
export class FleetSnapshots {
  readonly #fleet: Pick<Fleet, "store" | "cursors" | "freshness">;
  readonly #heap: Pick<HeapGuard, "requireRoom">;
  readonly #maxKeptBytes: number;
  readonly #limit = new ConcurrencyLimit(maxBuilds);
  /** Builds that have not started yet, by scope and encoding. */
  readonly #waiting = new Map<string, Promise<Snapshot>>();
  /** Builds that are running, by ETag. */
  readonly #making = new Map<string, Promise<Snapshot>>();
  readonly #kept = new Map<string, Snapshot>();
  #keptBytes = 0;
  #made = 0;

  constructor(
    fleet: Pick<Fleet, "store" | "cursors" | "freshness">,
    heap: Pick<HeapGuard, "requireRoom">,
    keptBytes = maxStoredBytes,
  ) {
    this.#fleet = fleet;
    this.#heap = heap;
    this.#maxKeptBytes = keptBytes;
  }

  /** Number of responses built so far. */
  get made(): number {
    return this.#made;
  }

  get keptBytes(): number {
    return this.#keptBytes;
  }

  async respond(request: Request, scope: UserScope): Promise<Response> {
    const view = { scope, encoding: chooseEncoding(request.headers.get(acceptedEncodingHeader)) };
    const etag = this.#etagOf(view, this.#fleet.freshness());
    const vary = "accept-encoding, cookie";
    if (matchesEtag(request.headers.get("if-none-match"), etag)) {
      return new Response(null, { status: 304, headers: { etag, vary } });
    }
    const snapshot = this.#kept.get(etag) ?? (await (this.#making.get(etag) ?? this.#turnOf(view)));
    const headers = new Headers({ etag: snapshot.etag, vary, "content-type": "application/jsonl" });
    if (view.encoding !== "identity") headers.set(bodyEncodingHeader, view.encoding);
    return bytesResponse(snapshot.body, headers);
  }

  #etagOf({ scope, encoding }: View, freshness: FleetFreshness): string {
    const { store } = this.#fleet;
    const state = [store.epoch, store.clock, scope.rowsKey, scope.shownKey, JSON.stringify(freshness), encoding];
    return `"${createHash("sha256").update(state.join("\n")).digest("base64url")}"`;
  }

  /** Waits for a free build slot. Requests for the same scope that arrive meanwhile share the build. */
  #turnOf(view: View): Promise<Snapshot> {
    const key = [view.scope.rowsKey, view.scope.shownKey, view.encoding].join(" ");
    const known = this.#waiting.get(key);
    if (known !== undefined) return known;
    const snapshot = this.#limit.run(() => {
      this.#waiting.delete(key);
      return this.#begin(view);
    });
    this.#waiting.set(key, snapshot);
    return snapshot;
  }

  #begin(view: View): Promise<Snapshot> {
    const freshness = this.#fleet.freshness();
    const etag = this.#etagOf(view, freshness);
    const made = this.#kept.get(etag);
    if (made !== undefined) return Promise.resolve(made);
    const known = this.#making.get(etag);
    if (known !== undefined) return known;
    const making = this.#make(view, etag, freshness);
    this.#making.set(etag, making);
    making.finally(() => this.#making.delete(etag)).catch(() => undefined);
    return making;
  }

  async #make({ scope, encoding }: View, etag: string, freshness: FleetFreshness): Promise<Snapshot> {
    const { store, cursors } = this.#fleet;
    this.#heap.requireRoom("list");
    this.#made += 1;
    const lines = snapshotLines({
      cursor: cursors.now(scope),
      freshness,
      scope: scope.shown,
      rows: store.rows(scope),
    });
    const body = await compressText(lines, encoding);
    const snapshot = { etag, body };
    this.#keep(snapshot);
    return snapshot;
  }

  #keep(snapshot: Snapshot): void {
    this.#kept.set(snapshot.etag, snapshot);
    this.#keptBytes += snapshot.body.byteLength;
    for (const [etag, { body }] of this.#kept) {
      // The newest response always stays, even if it is too large: other clients are about to request it.
      if (this.#keptBytes <= this.#maxKeptBytes || etag === snapshot.etag) return;
      this.#kept.delete(etag);
      this.#keptBytes -= body.byteLength;
    }
  }
}

/** Writes a snapshot line by line and yields to other work in between; the rows are those at the start. */
async function* snapshotLines(snapshot: FleetSnapshot): AsyncGenerator<string, void> {
  for (const line of generateFleetLines(snapshot)) {
    yield `${line}\n`;
    await nextTurn();
  }
}
