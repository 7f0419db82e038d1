import "server-only";
import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { Logger } from "pino";
import { text } from "#lib/language/text.ts";
import type { RouteServices } from "#server/boundary/create-handler.ts";
import { HeapGuard } from "#server/boundary/heap-guard.ts";
import { ProblemError } from "#server/boundary/problem.ts";
import { RateLimits } from "#server/boundary/rate-limit.ts";
import type { Config, NamedGarden } from "#server/config/config.ts";
import type { GardenClient } from "#server/garden/garden-client.ts";
import { gardenHeader } from "#server/garden/garden-header.ts";
import { type SessionState, userLimitKey } from "#server/identity/session.ts";
import { cookieJarOfGarden, createCookieJar } from "#server/identity/session-cookie.ts";
import type { Metrics } from "#server/metrics/metrics.ts";
import { createProcessorTimeBudgets } from "#server/processor-time/processor-time-budget.ts";
import { createSessions, type Sessions } from "#server/session/sessions.ts";
import type { Tracing } from "#server/tracing/tracing.ts";
import { type ServerClock, systemClock } from "#server/watch/clock.ts";
import {
  type Almanac,
  type ConnectedGarden,
  createAlmanac,
  createConfiguredMetrics,
  createConfiguredSignOuts,
  createConfiguredTracing,
  loadSessionKeys,
  type SharedDependencies,
} from "./container.ts";
import { createLog } from "./log.ts";

/** One garden that this process serves. Its sessions can be read even while the garden does not answer. */
export interface ServedGarden {
  /** Name in URLs; undefined when the process serves a single garden. */
  readonly name: string | undefined;
  readonly sessions: Sessions;
  /** The garden's application; undefined while it starts. */
  readonly app: () => Almanac | undefined;
  readonly starting: Promise<Almanac>;
}

/** All gardens that this process serves. A garden that does not answer does not block the others. */
export interface Gardens {
  /** A single garden without a name, or several gardens with names. */
  readonly all: readonly ServedGarden[];
  /** Services for routes that do not concern a garden. */
  readonly boundary: RouteServices;
  readonly config: Config;
  readonly metrics: Metrics | undefined;
  readonly tracing: Tracing | undefined;
  readonly now: () => number;
  /** Finds a garden by its name in URLs; undefined when no garden has this name. */
  find(name: string | undefined): ServedGarden | undefined;
  /** The application of the garden in the request's URL. Rejects with a ProblemError when there is no such garden. */
  appOf(request: Request): Promise<Almanac>;
  /** True when at least one garden is ready, and every other one is ready or does not answer. */
  isReady(): boolean;
  /** Begins the shutdown: readiness fails (for load balancers); event streams close one by one within `noticeMs`. */
  leave(noticeMs: number): void;
  /** Closes the remaining event streams and refuses new ones; other requests are served until the server stops. */
  drain(): void;
  stop(): Promise<void>;
}

/** Wraps the application of a process that serves a single garden. */
export function wrapSingleGarden(app: Almanac): Gardens {
  const slot: ServedGarden = {
    name: undefined,
    sessions: app.sessions,
    app: () => app,
    starting: Promise.resolve(app),
  };
  return {
    all: [slot],
    boundary: app,
    config: app.config,
    metrics: app.processMetrics,
    tracing: app.tracing,
    now: app.now,
    find: (name) => (name === undefined ? slot : undefined),
    appOf: async () => app,
    isReady: () => app.isReady(),
    leave: (noticeMs) => app.leave(noticeMs),
    drain: () => app.drain(),
    stop: () => app.stop(),
  };
}

export interface GardensDependencies {
  readonly config: Config;
  readonly log?: Logger;
  readonly clock?: ServerClock;
  readonly findGarden: (config: Config, log: Logger, tracing?: Tracing) => Promise<ConnectedGarden>;
  readonly checkSize?: (gardens: readonly GardenClient[], log: Logger) => Promise<void>;
}

/** How long a request waits for a garden that is still starting. */
const startPatienceMs = 2_000;
/** After this time, a garden that was never read counts as unavailable, so that it does not delay readiness. */
const awayMs = 30_000;

/** Builds an application for each garden. Rejects when a garden is configured wrongly, not when one is unreachable. */
export async function createGardens(parts: GardensDependencies): Promise<Gardens> {
  const { config, clock = systemClock } = parts;
  const log = parts.log ?? createLog(config.logLevel);
  const now = () => clock.wallMs();
  const startedMs = clock.monotonicMs();
  const base = createCookieJar(config.publicOrigin, config.port);
  const keys = await loadSessionKeys(config, log, now);
  const tracing = await createConfiguredTracing(config, log);
  const found = await findAll(parts, log, tracing);
  const metrics = createConfiguredMetrics(config);
  let leaving = false;
  const sessions = new Map(
    found.map(({ name, config: own, found: { garden } }) => {
      const signOuts = createConfiguredSignOuts(own, garden, { clock, log: log.child({ garden: name }), tracing });
      return [name, createSessions(cookieJarOfGarden(base, name), keys, now, signOuts)];
    }),
  );
  const readSession = (header: string | null) => firstSession([...sessions.values()], header);
  const shared: SharedDependencies = {
    limits: new RateLimits(now),
    charged: createProcessorTimeBudgets(now),
    heap: new HeapGuard({ now: () => clock.monotonicMs() }),
    metrics,
    tracing,
    isLeaving: () => leaving,
  };
  const all = found.map(({ name, config: own, found: garden, sessions: mine = sessions.get(name) }): ServedGarden => {
    if (mine === undefined) throw new Error(`the garden ${name} has no sessions`);
    let app: Almanac | undefined;
    const named = { name, sessions: mine, shared };
    const starting = createAlmanac({ config: own, log, clock, findGarden: async () => garden, named });
    starting.then(
      (started) => {
        app = started;
      },
      (error: unknown) => log.fatal({ err: error, garden: name }, "a garden could not be started"),
    );
    return { name, sessions: mine, app: () => app, starting };
  });
  const apps = () => all.flatMap((slot) => slot.app() ?? []);
  return {
    all,
    boundary: {
      log,
      publicOrigin: config.publicOrigin,
      limits: shared.limits,
      personOf: (userName) => userLimitKey(undefined, userName),
      charged: shared.charged,
      jar: base,
      readOnly: config.readOnly,
      metrics,
      tracing,
      readSession,
      newRequestId: randomUUID,
    },
    config,
    metrics,
    tracing,
    now,
    find: (name) => all.find((slot) => slot.name === name),
    async appOf(request) {
      const name = request.headers.get(gardenHeader) ?? undefined;
      const slot = all.find((each) => each.name === name);
      if (slot === undefined) throw new ProblemError("not-found", { detail: unknownGarden(name, all) });
      return slot.app() ?? (await soon(slot));
    },
    isReady() {
      const isLate = clock.monotonicMs() - startedMs >= awayMs;
      // Ready too early, the process would receive requests for a garden whose objects are still being read.
      const isBegun = all.every((slot) => isLate || slot.app()?.isReady() === true || hasFailed(slot.app()));
      return !leaving && isBegun && apps().some((app) => app.isReady());
    },
    leave(noticeMs) {
      leaving = true;
      for (const app of apps()) app.leave(noticeMs);
    },
    drain() {
      leaving = true;
      for (const app of apps()) app.drain();
    },
    async stop() {
      metrics?.stop();
      await Promise.all(apps().map((app) => app.stop()));
      await tracing?.stop();
    },
  };
}

interface Found extends NamedGarden {
  /** The process's configuration with this garden as the only one. */
  readonly config: Config;
  readonly found: ConnectedGarden;
  readonly sessions?: Sessions;
}

/** Creates a client for every garden, without any request. @throws Error that lists all wrongly configured gardens */
async function findAll(
  { config, findGarden, checkSize }: GardensDependencies,
  log: Logger,
  tracing: Tracing | undefined,
): Promise<readonly Found[]> {
  const own = config.gardens.map((named) => ({ ...named, config: { ...config, garden: named.garden } }));
  const opened = await Promise.allSettled(
    own.map(async (each) => ({
      ...each,
      found: await findGarden(each.config, log.child({ garden: each.name }), tracing),
    })),
  );
  const found = opened.flatMap((each) => (each.status === "fulfilled" ? [each.value] : []));
  const faults = opened.flatMap((each, index) =>
    each.status === "fulfilled" ? [] : [`GARDENS: ${own[index]?.name ?? ""}: ${labelOf(each.reason)}`],
  );
  try {
    if (faults.length > 0) throw new Error(`The configuration has faults:\n  ${faults.join("\n  ")}`);
    await checkSize?.(
      found.flatMap((each) => each.found.garden.own ?? []),
      log,
    );
  } catch (error) {
    await Promise.all(found.map(({ found: { garden, stop } }) => Promise.all([garden.close(), stop()])));
    throw error;
  }
  return found;
}

function labelOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Any session in this browser's cookies, whichever garden it is for: rate limits and processor time are per user. */
async function firstSession(sessions: readonly Sessions[], header: string | null): Promise<SessionState> {
  let last: SessionState = { kind: "none" };
  for (const each of sessions) {
    const reading = await each.read(header);
    if (reading.kind === "active") return reading;
    if (reading.kind === "lapsed") last = reading;
  }
  return last;
}

/** Whether the garden failed to answer, so that waiting for it could take any time. */
function hasFailed(app: Almanac | undefined): boolean {
  if (app === undefined) return false;
  const freshness = app.fleet.freshness();
  return freshness.state === "stale" || (freshness.state === "loading" && freshness.parts !== undefined);
}

async function soon({ name, starting }: ServedGarden): Promise<Almanac> {
  const app = await Promise.race([starting, pause(startPatienceMs, undefined, { ref: false })]);
  if (app !== undefined) return app;
  throw new ProblemError("not-ready", {
    detail: text("The garden {name} has not answered yet.", { name: name ?? "" }),
    retryAfterSeconds: 5,
  });
}

function unknownGarden(name: string | undefined, all: readonly ServedGarden[]): string {
  if (name !== undefined) return text("There is no garden {name} here.", { name });
  return text("This Almanac shows several gardens: the address has to name one, such as /g/{name}/api.", {
    name: all[0]?.name ?? "",
  });
}
