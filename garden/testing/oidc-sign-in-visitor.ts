const mostSteps = 12;

/** A simulated user who fills in the sign-in forms of the provider until redirected back to the client. */
export class OidcSignInVisitor {
  readonly #cookies = new Map<string, string>();

  /** Signs in at `url` as `email`; returns the query of the redirect to `redirectUri`. */
  async signIn(url: string, email: string, redirectUri: string): Promise<string> {
    let location = url;
    for (let step = 0; step < mostSteps; step += 1) {
      const answer = await this.#visit(location);
      const next = answer.headers.get("location");
      if (next === null) location = await this.#submit(location, await answer.text(), email);
      else location = new URL(next, location).href;
      if (location.startsWith(redirectUri)) return new URL(location).search;
    }
    throw new Error(`the provider never came back to ${redirectUri}; it stopped at ${location}`);
  }

  async #submit(page: string, html: string, email: string): Promise<string> {
    const [, prompt] = /name="prompt" value="(\w+)"/.exec(html) ?? [];
    if (prompt === undefined) throw new Error(`the provider shows no form: ${html.slice(0, 300)}`);
    const body = new URLSearchParams({ prompt, ...(prompt === "login" ? { login: email, password: "any" } : {}) });
    const answer = await this.#visit(page, { method: "POST", body });
    return new URL(answer.headers.get("location") ?? "", page).href;
  }

  async #visit(url: string, init: RequestInit = {}): Promise<Response> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const answer = await fetch(url, { ...init, redirect: "manual", headers: { cookie } });
    for (const given of answer.headers.getSetCookie()) {
      const [pair = ""] = given.split(";", 1);
      const at = pair.indexOf("=");
      if (pair.slice(at + 1) === "") this.#cookies.delete(pair.slice(0, at));
      else this.#cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
    return answer;
  }
}
