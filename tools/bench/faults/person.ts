import { type BenchRequest, type BenchResponse, sendBenchRequest } from "./exchange.ts";

/** Headers that Almanac's own pages send with every write request. */
const ours = { "content-type": "application/json", "x-almanac": "1", "sec-fetch-site": "same-origin" };

/** A signed-in user whose requests go to any replica. */
export class SignedInPerson {
  readonly cookie: string;
  readonly #port: () => number;

  private constructor(cookie: string, port: () => number) {
    this.cookie = cookie;
    this.#port = port;
  }

  static signIn(port: () => number, token: string): Promise<SignedInPerson> {
    return SignedInPerson.#enter(port, { method: "token", token });
  }

  /** Signs in as one of the demo users. */
  static signInAs(port: () => number, identity: string): Promise<SignedInPerson> {
    return SignedInPerson.#enter(port, { method: "demo", identity });
  }

  static async #enter(port: () => number, credentials: Readonly<Record<string, string>>): Promise<SignedInPerson> {
    const body = JSON.stringify(credentials);
    const answer = await sendBenchRequest(port(), { method: "POST", path: "/api/session", headers: ours, body });
    if (answer.status !== 200) throw new Error(`signing in answered ${answer.status}: ${answer.body}`);
    const pairs = (answer.headers["set-cookie"] ?? []).map((cookie) => cookie.split(";", 1)[0] ?? "");
    return new SignedInPerson(pairs.filter((pair) => !pair.endsWith("=")).join("; "), port);
  }

  /** Returns the port of the replica that handles the next request. */
  get port(): number {
    return this.#port();
  }

  get(path: string, more: Partial<BenchRequest> = {}): Promise<BenchResponse> {
    return sendBenchRequest(this.port, { ...more, path, headers: { cookie: this.cookie, ...more.headers } });
  }

  send(method: string, path: string, body: unknown, more: Partial<BenchRequest> = {}): Promise<BenchResponse> {
    const headers = { ...ours, cookie: this.cookie, ...more.headers };
    return sendBenchRequest(this.port, { ...more, method, path, headers, body: JSON.stringify(body) });
  }
}
