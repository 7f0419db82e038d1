/** A browser's cookies, in a minimal implementation for tests. */
export class BrowserJar {
  readonly cookies = new Map<string, string>();

  take(response: Response): Response {
    for (const cookie of response.headers.getSetCookie()) {
      const [pair = "", ...attributes] = cookie.split("; ");
      const at = pair.indexOf("=");
      if (attributes.includes("Max-Age=0")) this.cookies.delete(pair.slice(0, at));
      else this.cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
    return response;
  }

  get header(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  }

  /** Names of the session cookies, without those of sign-ins in progress. */
  get sessionCookies(): readonly string[] {
    return [...this.cookies.keys()].filter((name) => /^(__Host-)?almanac(-\d+)?(\.\d)?$/.test(name));
  }
}
