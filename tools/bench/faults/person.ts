import { type BenchRequest, type BenchResponse, exchange } from "./exchange.ts";

/** What a page of ours sends with whatever changes something. */
const ours = { "content-type": "application/json", "x-almanac": "1", "sec-fetch-site": "same-origin" };

/** Somebody who has signed in, at whichever replica answers. */
export class Person {
  readonly cookie: string;
  readonly #port: () => number;

  private constructor(cookie: string, port: () => number) {
    this.cookie = cookie;
    this.#port = port;
  }

  static signIn(port: () => number, token: string): Promise<Person> {
    return Person.#enter(port, { method: "token", token });
  }

  /** As one of the people of the demo. */
  static signInAs(port: () => number, identity: string): Promise<Person> {
    return Person.#enter(port, { method: "demo", identity });
  }

  static async #enter(port: () => number, credentials: Readonly<Record<string, string>>): Promise<Person> {
    const body = JSON.stringify(credentials);
    const answer = await exchange(port(), { method: "POST", path: "/api/session", headers: ours, body });
    if (answer.status !== 200) throw new Error(`signing in answered ${answer.status}: ${answer.body}`);
    const pairs = (answer.headers["set-cookie"] ?? []).map((cookie) => cookie.split(";", 1)[0] ?? "");
    return new Person(pairs.filter((pair) => !pair.endsWith("=")).join("; "), port);
  }

  /** Whichever replica answers the next request. */
  get port(): number {
    return this.#port();
  }

  get(path: string, more: Partial<BenchRequest> = {}): Promise<BenchResponse> {
    return exchange(this.port, { ...more, path, headers: { cookie: this.cookie, ...more.headers } });
  }

  send(method: string, path: string, body: unknown, more: Partial<BenchRequest> = {}): Promise<BenchResponse> {
    const headers = { ...ours, cookie: this.cookie, ...more.headers };
    return exchange(this.port, { ...more, method, path, headers, body: JSON.stringify(body) });
  }
}
