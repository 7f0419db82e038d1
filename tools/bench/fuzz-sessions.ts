import { exchange } from "./fuzz-socket.ts";

/** Cookies of people who signed in, each used until its budgets are nearly spent. */
export class FuzzSessions {
  readonly #port: number;
  readonly #tokens: readonly string[];
  #current: { readonly cookie: Promise<string>; uses: number } | undefined;
  #begun = 0;

  constructor(port: number, tokens: readonly string[]) {
    this.#port = port;
    this.#tokens = tokens;
  }

  get begun(): number {
    return this.#begun;
  }

  cookie(): Promise<string> {
    if (this.#current === undefined || this.#current.uses >= 100) {
      this.#current = { cookie: this.#signIn(), uses: 0 };
      this.#begun += 1;
    }
    this.#current.uses += 1;
    return this.#current.cookie;
  }

  async #signIn(): Promise<string> {
    const token = this.#tokens[this.#begun % this.#tokens.length] ?? "";
    const headers = [
      ["host", "127.0.0.1"],
      ["sec-fetch-site", "same-origin"],
      ["x-almanac", "1"],
      ["content-type", "application/json"],
    ] as const;
    const body = JSON.stringify({ method: "token", token });
    const request = { method: "POST", target: "/api/session", headers, body };
    const from = `127.0.1.${1 + (this.#begun % 250)}`;
    const { status, text } = await exchange(this.#port, request, { from, timeoutMs: 20_000 });
    if (status !== 200) throw new Error(`signing in answered ${status}:\n${text}`);
    return Array.from(text.matchAll(/^set-cookie: ([^;\r]+)/gim), ([, pair = ""]) => pair)
      .filter((pair) => !pair.endsWith("="))
      .join("; ");
  }
}
