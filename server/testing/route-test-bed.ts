import { pino } from "pino";
import type { Problem } from "#lib/contract/problem.ts";
import { problemSchema } from "#lib/contract/problem.ts";
import { setTestApplication } from "#server/app/almanac.ts";
import { type Almanac, type ConnectedGarden, createAlmanac } from "#server/app/container.ts";
import { RateLimits } from "#server/boundary/rate-limit.ts";
import { readConfig } from "#server/config/config.ts";
import { createGarden } from "#server/garden/garden.ts";
import type { Transport } from "#server/garden/transport.ts";
import type { Session } from "#server/identity/session.ts";
import type { HeapUsage } from "#server/metrics/heap.ts";
import type { DemoLogin } from "#server/session/sign-in.ts";
import type { Tracing } from "#server/tracing/tracing.ts";
import { type ServerClock, systemClock } from "#server/watch/clock.ts";

export interface RouteTestBedOptions {
  /** A garden, or a function that connects to one, with tracing of its requests. */
  readonly found: ConnectedGarden | ((tracing: Tracing | undefined) => ConnectedGarden);
  readonly clock?: ServerClock;
  readonly env?: Readonly<Record<string, string>>;
  readonly readHeap?: () => HeapUsage;
  /** Whether usual rate limits apply: tests make far more requests as one user than real users do. */
  readonly isLimited?: boolean;
}

/** An Almanac whose real routes tests call without Next.js. */
export interface RouteTestBed {
  readonly app: Almanac;
  /** Lines that Almanac has logged. */
  readonly log: string[];
  stop(): Promise<void>;
}

class Unlimited extends RateLimits {
  override take(): number {
    return 0;
  }
}

/** Running applications; routes use the last one that was started. */
const running = new Set<Almanac>();

export async function startRouteTestBed({
  found,
  clock = systemClock,
  env = {},
  readHeap,
  isLimited = false,
}: RouteTestBedOptions): Promise<RouteTestBed> {
  const config = readConfig(env);
  if (!config.ok) throw new Error(config.error.join());
  const log: string[] = [];
  const app = await createAlmanac({
    config: config.value,
    clock,
    log: pino({ level: "debug" }, { write: (line: string) => void log.push(line) }),
    findGarden: async (_config, _log, tracing) => (typeof found === "function" ? found(tracing) : found),
    ...(readHeap && { readHeap }),
    ...(!isLimited && { limits: new Unlimited(() => clock.wallMs()) }),
  });
  running.add(app);
  setTestApplication(app);
  return {
    app,
    log,
    async stop() {
      running.delete(app);
      setTestApplication([...running].at(-1));
      app.drain();
      await app.stop();
    },
  };
}

/** A garden behind the test's transport. With a token, Almanac watches its objects. */
export function createTransportGarden(
  transport: Transport,
  demoLogins: readonly DemoLogin[] = [],
  ownToken?: string,
): ConnectedGarden {
  const connection = {
    kind: "kubeconfig",
    name: "test",
    server: "https://garden.invalid",
    ca: async () => undefined,
    skipTlsVerify: false,
    ownCredential: ownToken === undefined ? undefined : async () => ({ token: ownToken }),
  } as const;
  return { garden: createGarden(connection, transport), demoLogins, stop: async () => undefined };
}

const origin = "http://127.0.0.1:3000";
const fromOurPage = { host: "127.0.0.1:3000", "sec-fetch-site": "same-origin" };

export interface PageRequestOptions {
  readonly method?: string;
  readonly cookie?: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

/** A request with the headers that Almanac's own pages send. */
export function pageRequest(
  path: string,
  { method = "GET", cookie, body, headers = {}, signal }: PageRequestOptions = {},
): Request {
  const writing = method === "GET" || method === "HEAD" ? {} : { "x-almanac": "1" };
  return new Request(`${origin}${path}`, {
    method,
    headers: {
      ...fromOurPage,
      ...writing,
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...(cookie === undefined ? {} : { cookie }),
      ...headers,
    },
    ...(body === undefined ? {} : { body }),
    ...(signal === undefined ? {} : { signal }),
  });
}

/** The Cookie header that a browser sends after it has received these Set-Cookie values. */
export function cookieHeaderFrom(setCookies: readonly string[]): string {
  return setCookies
    .filter((cookie) => !cookie.includes("Max-Age=0"))
    .map((cookie) => cookie.split(";", 1)[0] ?? "")
    .join("; ");
}

export async function problemIn(response: Response): Promise<Problem> {
  const type = response.headers.get("content-type");
  if (type !== "application/problem+json") throw new Error(`not a problem but ${response.status} ${type}`);
  return problemSchema.parse(await response.json());
}

/** The Cookie header of a session that is created without a request to the garden. */
export async function createSessionCookie(app: Almanac, more: Partial<Session> = {}): Promise<string> {
  const session: Session = {
    id: "s1",
    user: { name: "ada", groups: [] },
    method: "token",
    token: "live-token-canary",
    signedInAt: app.now(),
    expiresAt: app.now() + 3_600_000,
    ...more,
  };
  return cookieHeaderFrom(await app.sessions.begin(session));
}
