import "server-only";
import { createHash } from "node:crypto";
import { ConcurrencyLimit } from "#lib/concurrency-limit.ts";
import type { UserScope } from "../access/user-scope.ts";
import {
  acceptedEncoding,
  acceptedEncodingHeader,
  bodyEncodingHeader,
  compressed,
  type Encoding,
  matchesEtag,
} from "../boundary/compressed.ts";
import type { Fleet } from "./fleet.ts";
import { snapshotJson } from "./fleet-frames.ts";

const maxKept = 32;
/** After a restart many ask at once, and each scope has a snapshot of its own. */
const maxBuilds = 4;

/**
 * Answers GET /api/fleet. A snapshot is made and compressed once for everybody who sees the same at the same moment,
 * which after a restart is many at once.
 */
export class FleetSnapshots {
  readonly #fleet: Fleet;
  readonly #builds = new ConcurrencyLimit(maxBuilds);
  readonly #kept = new Map<string, Promise<Uint8Array>>();

  constructor(fleet: Fleet) {
    this.#fleet = fleet;
  }

  async respond(request: Request, scope: UserScope): Promise<Response> {
    const encoding = acceptedEncoding(request.headers.get(acceptedEncodingHeader));
    const freshness = this.#fleet.freshness();
    const { store } = this.#fleet;
    const state = [store.cursorAt(store.clock), scope.rowsKey, scope.shownKey, JSON.stringify(freshness), encoding];
    const key = createHash("sha256").update(state.join("\n")).digest("base64url");
    const headers = new Headers({ etag: `"${key}"`, vary: "accept-encoding, cookie" });
    if (matchesEtag(request.headers.get("if-none-match"), `"${key}"`)) {
      return new Response(null, { status: 304, headers });
    }
    headers.set("content-type", "application/json");
    if (encoding !== "identity") headers.set(bodyEncodingHeader, encoding);
    const body = await this.#bodyOf(key, encoding, () => snapshotJson(store, scope, freshness));
    return new Response(Buffer.from(body), { headers });
  }

  #bodyOf(key: string, encoding: Encoding, json: () => string): Promise<Uint8Array> {
    const kept = this.#kept.get(key);
    if (kept !== undefined) return kept;
    const body = this.#builds.run(() => compressed(json(), encoding));
    this.#kept.set(key, body);
    body.catch(() => this.#kept.delete(key));
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > maxKept && oldest !== undefined) this.#kept.delete(oldest);
    return body;
  }
}
