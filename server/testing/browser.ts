import { GET as getCalendar } from "#app/api/calendar/route.ts";
import { POST as postDryRun } from "#app/api/clusters/[project]/[name]/forecast/dry-run/route.ts";
import { GET as getForecast } from "#app/api/clusters/[project]/[name]/forecast/route.ts";
import { POST as postOperation } from "#app/api/clusters/[project]/[name]/operations/route.ts";
import { POST as postPreview } from "#app/api/clusters/[project]/[name]/preview/route.ts";
import { GET as getCluster } from "#app/api/clusters/[project]/[name]/route.ts";
import { GET as getYaml } from "#app/api/clusters/[project]/[name]/yaml/route.ts";
import { DELETE as deleteFeed } from "#app/api/feeds/[feed]/route.ts";
import { GET as getFeeds, POST as postFeed } from "#app/api/feeds/route.ts";
import { GET as getFleet } from "#app/api/fleet/route.ts";
import { GET as getForecasts } from "#app/api/forecast/route.ts";
import { DELETE as deleteSession, GET as getSession, POST as postSession } from "#app/api/session/route.ts";
import { GET as getStream } from "#app/api/stream/route.ts";
import { openStream } from "./open-stream.ts";
import { cookieHeaderFrom, pageRequest } from "./route-test-bed.ts";
import { StreamReader } from "./stream-reader.ts";

const at = (project: string, name: string) => ({ params: Promise.resolve({ project, name }) });

/** A browser with a signed-in user, which calls Almanac's real routes in tests. */
export class Browser {
  readonly #cookie: string;
  readonly #tabs = new AbortController();

  constructor(cookie: string) {
    this.#cookie = cookie;
  }

  /** The browser's Cookie header, to call routes for which this class has no method. */
  get cookie(): string {
    return this.#cookie;
  }

  session(): Promise<Response> {
    return getSession(pageRequest("/api/session", { cookie: this.#cookie }));
  }

  signOut(): Promise<Response> {
    return deleteSession(pageRequest("/api/session", { method: "DELETE", cookie: this.#cookie }));
  }

  fleet(headers: Readonly<Record<string, string>> = {}): Promise<Response> {
    return getFleet(pageRequest("/api/fleet", { cookie: this.#cookie, headers }));
  }

  forecasts(query = ""): Promise<Response> {
    return getForecasts(pageRequest(`/api/forecast${query}`, { cookie: this.#cookie }));
  }

  cluster(project: string, name: string): Promise<Response> {
    return getCluster(pageRequest("/api/clusters", { cookie: this.#cookie }), at(project, name));
  }

  yaml(project: string, name: string): Promise<Response> {
    return getYaml(pageRequest("/api/clusters", { cookie: this.#cookie }), at(project, name));
  }

  forecast(project: string, name: string): Promise<Response> {
    return getForecast(pageRequest("/api/clusters", { cookie: this.#cookie }), at(project, name));
  }

  dryRunOfNextRun(project: string, name: string, body: object): Promise<Response> {
    const request = pageRequest("/api/clusters", { method: "POST", cookie: this.#cookie, body: JSON.stringify(body) });
    return postDryRun(request, at(project, name));
  }

  operate(project: string, name: string, body: object): Promise<Response> {
    const request = pageRequest("/api/clusters", { method: "POST", cookie: this.#cookie, body: JSON.stringify(body) });
    return postOperation(request, at(project, name));
  }

  preview(project: string, name: string, act: unknown): Promise<Response> {
    const request = pageRequest("/api/clusters", {
      method: "POST",
      cookie: this.#cookie,
      body: JSON.stringify({ act }),
    });
    return postPreview(request, at(project, name));
  }

  feeds(): Promise<Response> {
    return getFeeds(pageRequest("/api/feeds", { cookie: this.#cookie }));
  }

  makeFeed(body: object): Promise<Response> {
    return postFeed(pageRequest("/api/feeds", { method: "POST", cookie: this.#cookie, body: JSON.stringify(body) }));
  }

  revokeFeed(feed: string): Promise<Response> {
    const request = pageRequest(`/api/feeds/${feed}`, { method: "DELETE", cookie: this.#cookie });
    return deleteFeed(request, { params: Promise.resolve({ feed }) });
  }

  calendar(query: string): Promise<Response> {
    return getCalendar(pageRequest(`/api/calendar${query}`, { cookie: this.#cookie }));
  }

  /** Opens the event stream at a cursor; without one at the current state, like a page that has just been loaded. */
  async stream(cursor?: string): Promise<StreamReader> {
    if (cursor === undefined) return openStream(this.#cookie, this.#tabs.signal);
    const headers = { "last-event-id": cursor };
    const asking = { cookie: this.#cookie, headers, signal: this.#tabs.signal };
    return new StreamReader(await getStream(pageRequest("/api/stream", asking)));
  }

  /** Closes all open event streams. */
  close(): void {
    this.#tabs.abort();
  }
}

/** Signs a user in through the route that the sign-in page uses. */
export async function signInAs(identity: string): Promise<Browser> {
  const body = JSON.stringify({ method: "demo", identity });
  const response = await postSession(pageRequest("/api/session", { method: "POST", body }));
  if (response.status !== 200) throw new Error(`sign-in answered ${response.status}: ${await response.text()}`);
  return new Browser(cookieHeaderFrom(response.headers.getSetCookie()));
}
