import "server-only";
import { randomBytes, randomUUID } from "node:crypto";
import type { Logger } from "pino";
import type { FleetRow } from "#lib/contract/fleet.ts";
import type { GardenFacts } from "#lib/policy/editions/rules-of-shoot.ts";
import { gardenPrefix } from "#lib/strings/garden-address.ts";
import { createAccessReviews, type UserIdentity } from "#server/access/access-reviews.ts";
import { createUserScopes } from "#server/access/user-scope.ts";
import { announcedCluster } from "#server/announcements/announced-cluster.ts";
import { createAnnouncementReader } from "#server/announcements/announcement-book.ts";
import type { RouteServices } from "#server/boundary/create-handler.ts";
import { HeapGuard } from "#server/boundary/heap-guard.ts";
import { RateLimits } from "#server/boundary/rate-limit.ts";
import { rejectionRules } from "#server/boundary/rejection-rule.ts";
import { createShootSchemas } from "#server/clusters/shoot-schemas.ts";
import type { Config } from "#server/config/config.ts";
import { gatesOfGarden } from "#server/config/feature-gate-config.ts";
import { Deliverer } from "#server/delivery/deliverer.ts";
import { createDeliveryChannels } from "#server/delivery/delivery-channels.ts";
import type { OwnerDeliveriesOptions } from "#server/delivery/owner-deliveries.ts";
import { readFeedPermissions } from "#server/feeds/read-feed-permissions.ts";
import { ChangeTraces } from "#server/fleet/change-traces.ts";
import type { Fleet } from "#server/fleet/fleet.ts";
import { FleetSnapshots } from "#server/fleet/fleet-snapshots.ts";
import { FleetStreams } from "#server/fleet/fleet-streams.ts";
import { createGardenRelease } from "#server/fleet/rows/garden-release.ts";
import { watchFleet } from "#server/fleet/watch-fleet.ts";
import { ForecastReports } from "#server/forecast/forecast-reports.ts";
import type { Garden } from "#server/garden/garden.ts";
import type { GardenClient } from "#server/garden/garden-client.ts";
import { createGardenEndpoint } from "#server/garden/garden-endpoint.ts";
import { userLimitKey } from "#server/identity/session.ts";
import { createCookieJar } from "#server/identity/session-cookie.ts";
import { randomSessionKeys, sessionKeysFromFiles } from "#server/identity/session-keys.ts";
import {
  createLandscapeConfiguration,
  isLandscapeConfigured,
  landscapeSourceOf,
} from "#server/landscape-configuration/landscape-configuration.ts";
import type { HeapUsage } from "#server/metrics/heap.ts";
import { createMetrics, type Metrics } from "#server/metrics/metrics.ts";
import { createShootAddressPolicy } from "#server/nodes/shoot-address-policy.ts";
import { WatchRuleEvaluator } from "#server/notices/watch-rule-evaluator.ts";
import { createProcessorTimeBudgets } from "#server/processor-time/processor-time-budget.ts";
import { createGardenIdentity } from "#server/session/garden-identity.ts";
import { createIdentityProvider } from "#server/session/oidc/identity-provider.ts";
import { createRenewals } from "#server/session/renewals.ts";
import { createSessions, type Sessions } from "#server/session/sessions.ts";
import type { DemoLogin } from "#server/session/sign-in.ts";
import { createSignOuts, type SignOuts, type SignOutsOptions } from "#server/session/sign-outs.ts";
import type { PersonalDataStorage } from "#server/storage/own-keeping.ts";
import type { Tracing } from "#server/tracing/tracing.ts";
import { SharedViews } from "#server/views/shared-views.ts";
import { type ServerClock, systemClock } from "#server/watch/clock.ts";
import { createLog } from "./log.ts";

/** The running application of one garden: all services that routes and pages use. */
export type Almanac = Awaited<ReturnType<typeof createAlmanac>>;

/** Services that all gardens of one process share. */
export interface SharedDependencies extends Pick<RouteServices, "limits" | "charged"> {
  readonly heap: HeapGuard;
  readonly metrics: Metrics | undefined;
  readonly tracing: Tracing | undefined;
  isLeaving(): boolean;
}

/** What a garden needs in a process that serves several gardens. */
export interface NamedGardenDependencies {
  readonly name: string;
  readonly sessions: Sessions;
  readonly shared: SharedDependencies;
}

/** A connection to the configured garden; if that is the embedded demo garden, it has been started. */
export interface ConnectedGarden {
  readonly garden: Garden;
  readonly demoLogins: readonly DemoLogin[];
  stop(): Promise<void>;
}

export interface AlmanacDependencies {
  readonly config: Config;
  readonly log?: Logger;
  readonly clock?: ServerClock;
  readonly random?: () => number;
  /** Reads the memory usage of this process. */
  readonly readHeap?: () => HeapUsage;
  /** Rate limits per user; the defaults when absent. */
  readonly limits?: RateLimits | undefined;
  readonly findGarden: (config: Config, log: Logger, tracing?: Tracing) => Promise<ConnectedGarden>;
  /** Rejects, before the Shoots are read, when they would not fit into the memory of this process. */
  readonly checkSize?: (gardens: readonly GardenClient[], log: Logger) => Promise<void>;
  /** Name and shared services of this garden; set only when the process serves several gardens. */
  readonly named?: NamedGardenDependencies | undefined;
}

/** Creates all services of one garden and connects them with each other. */
export async function createAlmanac(parts: AlmanacDependencies) {
  const { config, clock = systemClock, random = Math.random, named } = parts;
  const { name, shared } = named ?? {};
  const processLog = parts.log ?? createLog(config.logLevel);
  const log = name === undefined ? processLog : processLog.child({ garden: name });
  const now = () => clock.wallMs();
  const ownTracing = shared === undefined ? await createConfiguredTracing(config, log) : undefined;
  const tracing = ownTracing ?? shared?.tracing;
  const found = await parts.findGarden(config, log, tracing);
  const { garden } = found;
  if (garden.own !== undefined) await parts.checkSize?.([garden.own], log);
  const withToken = (token: string) => garden.withToken(token);
  const own = shared === undefined ? createConfiguredMetrics(config) : undefined;
  const metrics = name === undefined ? own : shared?.metrics?.of(name, garden.origin);
  const timings = metrics?.timings;
  const traces = tracing && new ChangeTraces(tracing, () => clock.monotonicMs());
  const gardenRelease = createGardenRelease(() => clock.monotonicMs(), gatesOfGarden(config.featureGates, name));
  const gardenIdentity = createGardenIdentity(() => clock.monotonicMs());
  const watch = await watchFleet({
    own: garden.own,
    release: gardenRelease,
    log,
    clock,
    random,
    epoch: randomBytes(6).toString("base64url"),
    timings,
    traces,
  });
  const { fleet, directory, sources, grants } = watch;
  const monotonicMs = () => clock.monotonicMs();
  const reviews = createAccessReviews({ withToken, now: monotonicMs });
  const scopes = createUserScopes({ reviews, projects: directory, grants, now: monotonicMs });
  const heap =
    shared?.heap ?? new HeapGuard({ now: () => clock.monotonicMs(), ...(parts.readHeap && { read: parts.readHeap }) });
  const sessions = named?.sessions ?? (await createOwnSessions(config, garden, { clock, log, tracing }));
  const { signOuts } = sessions;
  const streams = new FleetStreams({
    ...{ fleet, clock, random, heap, log, timings, traces },
    scopeOf: scopes.scopeOf,
    hasEnded: signOuts && ((session) => signOuts.hasEnded(session)),
  });
  directory.onChange((before, after) => streams.recheck(scopes.projectChanged(before, after)));
  grants.onChange((changes) => streams.recheck(scopes.grantsChanged(changes)));
  signOuts?.onEnd((hasEnded) => streams.endSessions(hasEnded));
  const { oidc } = config.signIn;
  const identityProvider = oidc === undefined ? undefined : createIdentityProvider(oidc, now);
  let leaving = false;
  const isAppReady = () => !leaving && shared?.isLeaving() !== true && isReady(fleet, now());
  metrics?.watch({
    streams: () => streams.size,
    streamLagSeconds: () => streams.lagSeconds,
    rows: () => fleet.store.size,
    isReady: isAppReady,
    heap: () => heap.reading,
    refusedForMemory: () => heap.refused,
    staleSeconds: () => staleSeconds(fleet, now()),
    watches: () => watch.watches(),
    caches: () => ({ ...reviews.figures, scopes: scopes.figures }),
    delivery: () => deliverer?.figures,
    rules: () => ruleWatch?.figures,
  });
  const ownKeeping = ownKeepingOf(config, garden);
  const rights = { ownKeeping, directory, grants, now };
  const scopeOf = async (identity: UserIdentity) => (await readFeedPermissions(rights, identity)).scope;
  const personOf = (userName: string) => userLimitKey(name, userName);
  const charged = shared?.charged ?? createProcessorTimeBudgets(now);
  const chargedRules = <Done>(userName: string, check: () => Promise<Done>) =>
    charged(personOf(userName), "rules", check);
  const ruleKeeping = config.readOnly ? undefined : ownKeeping;
  const announcements = createAnnouncementReader(ownKeeping, monotonicMs);
  const announced = {
    read: async () => (await announcements.read()).announcements,
    clusterOf: (row: FleetRow) => announcedCluster(sources, row),
  };
  const ruleWatch =
    ruleKeeping &&
    new WatchRuleEvaluator({
      announcements: announced,
      fleet,
      directory,
      keeping: ruleKeeping,
      scopeOf,
      charged: chargedRules,
      clock,
      log,
    });
  const landscape = createLandscapeConfiguration(landscapeSourceOf(config, garden, name), { log, now: monotonicMs });
  if (isLandscapeConfigured(config)) {
    landscape
      .configuration()
      .catch((error: unknown) => log.warn({ err: error }, "the operator's settings are not read"));
  }
  const gardenUrl = config.publicOrigin && `${config.publicOrigin}${gardenPrefix(name)}`;
  const deliveries = createDeliveryChannels({ config, keys: sessions.keys, now });
  const count: OwnerDeliveriesOptions["count"] = (kind, result) => metrics?.delivery(kind, result);
  const ways = { means: deliveries, scopeOf, url: gardenUrl, clock, random, log, count };
  const deliverer = ruleKeeping && new Deliverer({ keeping: ruleKeeping, ...ways });
  return {
    metrics,
    tracing,
    /** Metrics of the process; set only when it serves a single garden. */
    processMetrics: own,
    config,
    log,
    publicOrigin: config.publicOrigin,
    readOnly: config.readOnly,
    limits: shared?.limits ?? parts.limits ?? new RateLimits(now),
    personOf,
    charged,
    jar: sessions.jar,
    readSession: (header: string | null) => sessions.read(header),
    knowsEndedSessions: signOuts?.isKnown,
    newRequestId: (): string => randomUUID(),
    /** Undefined when the process serves a single garden. */
    gardenName: name,
    /** Prefix of the garden's page URLs; undefined where the public origin is not configured. */
    gardenUrl,
    gardenSummary: name === undefined ? garden.summary : { ...garden.summary, name },
    demoLogins: found.demoLogins,
    sessions,
    /** OpenID Connect provider for sign-in; undefined unless configured. */
    identityProvider,
    renewals: createRenewals(identityProvider, { now, log }),
    reviews,
    scopes,
    directory,
    fleet,
    /** Watched objects of all users. Before serving one, check that the user's scope includes its namespace. */
    sources,
    snapshots: new FleetSnapshots(fleet, heap),
    streams,
    /** Refuses work that needs much memory while the heap is nearly full. */
    heap,
    forecasts: new ForecastReports(fleet, clock),
    shootSchemas: createShootSchemas({ withToken, now }),
    /** The garden's release, read with this user's token if older than ten minutes, and the gates that are set. */
    gardenFacts: async (token: string): Promise<GardenFacts> => {
      await gardenRelease.readThrough(withToken(token));
      return gardenRelease.facts;
    },
    sharedViews: new SharedViews(),
    /** Announcements of the garden's operators. */
    announcements,
    /** Subjects of the RoleBindings in project namespaces. */
    grants,
    /** Storage of personal data in the garden; undefined without a credential of Almanac's own. */
    ownKeeping,
    /** Evaluates users' watch rules; undefined where rules cannot be stored, or in read-only mode. */
    ruleWatch,
    /** Channels over which notices of rules are delivered. */
    deliveries,
    /** Delivers notices by webhook and mail; undefined whenever `ruleWatch` is. */
    deliverer,
    /** Restricts the addresses at which API servers of Shoots may be called. */
    shootReach: createShootAddressPolicy({ ranges: config.shootApiRanges, gardenOrigin: garden.origin }),
    /** Where users reach the garden's API server. */
    gardenEndpoint: createGardenEndpoint(externalAddressOf(config, name), () => garden.endpoint()),
    /** Texts, links and defaults of the operator. */
    landscape,
    /** The garden's identity, read with this user's token if older than ten minutes; undefined if not published. */
    gardenIdentity: (token: string) => gardenIdentity(withToken(token)),
    now,
    /** The kubeconfig's own token, for development sign-in. */
    ownToken: () => garden.ownToken(),
    withToken,
    /** Whether all watched objects were read once and the process is not shutting down. */
    isReady: isAppReady,
    /** Begins shutdown: readiness fails to divert load balancers; event streams close one by one within `noticeMs`. */
    leave(noticeMs: number) {
      leaving = true;
      streams.leave(noticeMs);
    },
    /** Closes the remaining event streams and refuses new ones; other requests are served until the server stops. */
    drain() {
      leaving = true;
      streams.drain();
    },
    async stop() {
      own?.stop();
      await Promise.all([ruleWatch?.stop(), deliverer?.stop()]);
      await deliveries.close();
      await watch.stop();
      await garden.close();
      await found.stop();
      await ownTracing?.stop();
    },
  };
}

/** Storage with Almanac's own credential; undefined without one. */
function ownKeepingOf({ namespace }: Config, { own }: Garden): PersonalDataStorage | undefined {
  return own && { client: own, namespace };
}

type SignOutParts = Pick<SignOutsOptions, "clock" | "log" | "tracing">;

/** Who has signed out of a garden everywhere; undefined where Almanac cannot store that. */
export function createConfiguredSignOuts(config: Config, garden: Garden, parts: SignOutParts): SignOuts | undefined {
  const keeping = ownKeepingOf(config, garden);
  return keeping && createSignOuts({ keeping, longestSessionMs: config.sessionMaxAgeMs, ...parts });
}

/** Sessions of a process that serves a single garden. */
async function createOwnSessions(config: Config, garden: Garden, parts: SignOutParts) {
  const now = () => parts.clock.wallMs();
  const keys = await loadSessionKeys(config, parts.log, now);
  const jar = createCookieJar(config.publicOrigin, config.port);
  return createSessions(jar, keys, now, createConfiguredSignOuts(config, garden, parts));
}

/** The address of a garden for people, if one is configured. */
function externalAddressOf({ gardenAccess: { servers, caFile } }: Config, name = "") {
  const server = servers.get(name);
  return server === undefined ? undefined : { server, caFile };
}

/** Undefined when no metrics port is configured. */
export function createConfiguredMetrics({ metricsPort, gardens }: Config): Metrics | undefined {
  const names = gardens.map(({ name }) => name);
  return metricsPort === undefined ? undefined : createMetrics(rejectionRules, names);
}

/** Loaded only when a collector is configured: the exporter is not needed otherwise. */
export async function createConfiguredTracing({ tracing }: Config, log: Logger): Promise<Tracing | undefined> {
  if (tracing === undefined) return undefined;
  const { startOtlpTracing } = await import("#server/tracing/otlp-tracing.ts");
  return startOtlpTracing({ ...tracing, log });
}

/** How long a replica with stale data counts as ready: an outage of the garden must not make all replicas unready. */
const staleIsReadyMs = 5 * 60_000;

function isReady(fleet: Fleet, now: number): boolean {
  const freshness = fleet.freshness();
  if (freshness.state === "stale") return fleet.isSettled() && now - Date.parse(freshness.since) < staleIsReadyMs;
  return freshness.state === "live";
}

function staleSeconds(fleet: Fleet, now: number): number {
  const freshness = fleet.freshness();
  return freshness.state === "stale" ? (now - Date.parse(freshness.since)) / 1000 : 0;
}

export async function loadSessionKeys({ sessionKeyFiles }: Config, log: Logger, now: () => number) {
  if (sessionKeyFiles.length === 0) {
    log.info({}, "no SESSION_KEY_FILES: sessions are sealed with a key of this start, and end when it stops");
    return randomSessionKeys();
  }
  const keys = sessionKeysFromFiles(sessionKeyFiles, {
    now,
    onFault: (error) => log.warn({ err: error }, "a session key file cannot be read; the keys of before stay in use"),
  });
  // Reads the key files now, so that a file without a key fails the start and not the first sign-in.
  await keys.current();
  return keys;
}
