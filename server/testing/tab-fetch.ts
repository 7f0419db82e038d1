import { type Method, methods } from "#server/boundary/route-rule.ts";
import { appFiles } from "#server/start/app-files.ts";
import { routeHandlers } from "./route-handlers.ts";
import { pageRequest } from "./route-test-bed.ts";

interface StreamHandlers {
  readonly opened: () => void;
  readonly failed: () => void;
  readonly message: (data: unknown, lastEventId: string) => void;
}

const routes = appFiles("route.ts").map(({ path }) => ({ path, pattern: patternOf(path) }));

/** `fetch` for browser tabs in tests: it calls the real routes without Next.js. All tabs share their cookies. */
export class TabFetch {
  readonly #cookies: Map<string, string>;
  /** All requests so far, such as `POST /api/…`. */
  readonly asked: string[] = [];
  /** Called before each request. */
  before: (asked: string) => unknown = () => undefined;
  #closed = false;

  constructor(cookies = new Map<string, string>()) {
    this.#cookies = cookies;
  }

  /** Creates another tab of the same browser. */
  another(): TabFetch {
    return new TabFetch(this.#cookies);
  }

  /** Makes all further requests of this tab fail. */
  close(): void {
    this.#closed = true;
  }

  readonly fetch = async (input: unknown, init: RequestInit = {}): Promise<Response> => {
    const path = String(input);
    const method = methods.find((each) => each === (init.method ?? "GET")) ?? "GET";
    const asked = `${method} ${path}`;
    this.asked.push(asked);
    await this.before(asked);
    const { handler, params } = await routeOf(method, path);
    if (this.#closed) throw new TypeError("the browser is closed");
    const { body, signal } = init;
    const request = pageRequest(path, {
      method,
      cookie: [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; "),
      ...(typeof body === "string" && { body }),
      ...(signal && { signal }),
    });
    const response = await handler(request, { params: Promise.resolve(params) });
    this.#keep(response.headers.getSetCookie());
    return response;
  };

  /** Opens an event stream like `followFleetStream`; returns a function that closes it. */
  readonly openStream = (cursor: string, { opened, failed, message }: StreamHandlers): (() => void) => {
    const leaving = new AbortController();
    const read = async () => {
      const response = await this.fetch(`/api/stream?cursor=${encodeURIComponent(cursor)}`, { signal: leaving.signal });
      if (!response.ok || response.body === null) throw new Error(`the stream answered ${response.status}`);
      opened();
      let rest = "";
      for await (const text of response.body.pipeThrough(new TextDecoderStream())) {
        const events = (rest + text).split("\n\n");
        rest = events.pop() ?? "";
        for (const event of events) message(fieldOf("data", event), fieldOf("id", event));
      }
      throw new Error("the stream ended");
    };
    read().catch(() => {
      if (!leaving.signal.aborted) failed();
    });
    return () => leaving.abort();
  };

  async signIn(identity: string): Promise<void> {
    const body = JSON.stringify({ method: "demo", identity });
    const response = await this.fetch("/api/session", { method: "POST", body });
    if (response.status !== 200) throw new Error(`sign-in answered ${response.status}`);
  }

  async signOut(): Promise<void> {
    await this.fetch("/api/session", { method: "DELETE" });
  }

  #keep(setCookies: readonly string[]): void {
    for (const cookie of setCookies) {
      const [pair = ""] = cookie.split(";", 1);
      const [name = "", value = ""] = [pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1)];
      if (cookie.includes("Max-Age=0")) this.#cookies.delete(name);
      else this.#cookies.set(name, value);
    }
  }
}

function fieldOf(name: "data" | "id", event: string): string {
  const line = event.split("\n").find((each) => each.startsWith(`${name}: `));
  return line?.slice(name.length + 2) ?? "";
}

/** A regular expression for a route pattern, in which `[name]` is a named group. */
function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replace(/\/\[\[.*$/, "/$").replaceAll(/\[(\w+)\]/g, "(?<$1>[^/]+)")}$`);
}

async function routeOf(method: Method, address: string) {
  const [path = ""] = address.split("?", 1);
  for (const route of routes) {
    const found = route.pattern.exec(path);
    const handler = found && (await routeHandlers(route.path)).get(method);
    if (!handler) continue;
    const params = Object.entries(found.groups ?? {}).map(([name, value]) => [name, decodeURIComponent(value)]);
    return { handler, params: Object.fromEntries(params) };
  }
  throw new Error(`nothing answers ${method} ${path}`);
}
