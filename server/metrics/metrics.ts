import "server-only";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { outcomeKinds } from "#lib/notices/deliveries.ts";
import { destinationKinds } from "#lib/notices/destination-book.ts";
import { version } from "#server/version.ts";
import type { WatchFigures } from "#server/watch/watch-counters.ts";
import type { CacheFigures } from "./cache-figures.ts";
import { addDeliveryMetrics, type DeliveryFigures } from "./delivery-metrics.ts";
import type { FleetTimings } from "./fleet-timings.ts";
import type { HeapReading } from "./heap.ts";
import { addRuleMetrics, type RuleFigures } from "./rule-metrics.ts";
import { addWatchMetrics } from "./watch-metrics.ts";
import { watchUpstream } from "./watch-upstream.ts";

export interface ServedRequest {
  readonly method: string;
  /** As Next names it, never a path itself: those name projects and clusters. */
  readonly route: string;
  readonly status: number;
  readonly seconds: number;
  /** As the address names it, whether or not there is such a garden. */
  readonly garden?: string | undefined;
}

/** What is counted from outside, of one garden: read at the moment of a scrape. */
export interface Watched {
  readonly streams: () => number;
  /** Of the stream that is furthest behind. */
  readonly streamLagSeconds: () => number;
  readonly rows: () => number;
  readonly isReady: () => boolean;
  readonly staleSeconds: () => number;
  readonly heap: () => HeapReading;
  readonly refusedForMemory: () => number;
  readonly watches: () => readonly WatchFigures[];
  /** By what they answer. */
  readonly caches: () => Readonly<Record<string, CacheFigures>>;
  /** Undefined where nothing is delivered outside. */
  readonly delivery: () => DeliveryFigures | undefined;
  /** Undefined where no rules are watched. */
  readonly rules: () => RuleFigures | undefined;
}

/** The figures of one garden. */
export interface GardenMetrics {
  act(audit: string, result: string): void;
  /** Almanac itself did not do what was asked, by this rule. */
  refused(rule: string): void;
  /** One attempt to deliver a notice outside, and what came of it. */
  delivery(kind: string, result: string): void;
  readonly timings: FleetTimings;
  /** Adds what is read at each scrape. Called once, when all of it is there. */
  watch(watched: Watched): void;
}

/** The figures of this process. No label names a user, a project or a cluster: nobody who scrapes is signed in. */
export interface Metrics extends GardenMetrics {
  served(request: ServedRequest): void;
  /** Those of one garden of several, each with its label; `origin` is where it answers. */
  of(garden: string, origin: string): GardenMetrics;
  /** In Prometheus' text format. */
  text(): Promise<string>;
  readonly contentType: string;
  readonly registry: Registry;
  stop(): void;
}

const knownMethods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);
const answerBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const forecastBuckets = [0.00005, 0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.1];
const rowBuckets = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const sentBuckets = [0.05, 0.1, 0.15, 0.2, 0.3, 0.5, 0.75, 1, 1.5, 2, 3, 5, 10, 30];

type GardenLabel = { readonly garden?: string };

/**
 * @param rules by which anything may be refused, each counted from zero on
 * @param gardens where there are several: each figure of a garden then has its name as a label
 */
export function createMetrics(rules: readonly string[], gardens: readonly string[] = []): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const byGarden = gardens.length === 0 ? [] : ["garden"];
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: 10 });
  const requests = new Histogram({
    name: "almanac_http_request_duration_seconds",
    help: "Time from the request's first byte to the answer's last, streams apart.",
    labelNames: ["route", "method", "status", ...byGarden],
    buckets: answerBuckets,
    registers,
  });
  const acts = new Counter({
    name: "almanac_acts_total",
    help: "Acts that left an audit line, by kind and result.",
    labelNames: ["audit", "result", ...byGarden],
    registers,
  });
  const refusals = new Counter({
    name: "almanac_refused_total",
    help: "Requests that Almanac itself refused, by its rule.",
    labelNames: ["rule", ...byGarden],
    registers,
  });
  const deliveries = new Counter({
    name: "almanac_deliveries_total",
    help: "Attempts to deliver notices outside, by the kind of destination and what came of them.",
    labelNames: ["kind", "result", ...byGarden],
    registers,
  });
  const upstream = new Histogram({
    name: "almanac_upstream_request_duration_seconds",
    help: "Time until the garden, or whoever else was asked, answered with its headers; code is none without an answer.",
    labelNames: ["verb", "resource", "code", ...byGarden],
    buckets: answerBuckets,
    registers,
  });
  const timing = (name: string, help: string, buckets: number[]) => {
    const histogram = new Histogram({ name, help, buckets, labelNames: byGarden, registers });
    return (of: GardenLabel) => {
      if (of.garden === undefined) return (seconds: number) => histogram.observe(seconds);
      const labelled = histogram.labels(of);
      return (seconds: number) => labelled.observe(seconds);
    };
  };
  const rowTiming = timing(
    "almanac_row_latency_seconds",
    "Time from what the garden or a date said until the row of a cluster tells it.",
    rowBuckets,
  );
  const forecastTiming = timing(
    "almanac_forecast_duration_seconds",
    "Time to work out one cluster's forecast.",
    forecastBuckets,
  );
  const sentTiming = timing(
    "almanac_change_sent_seconds",
    "Time from what the garden or a date said until a stream tells it, for the oldest of what one frame tells.",
    sentBuckets,
  );
  new Gauge({ name: "almanac_build_info", help: "1, with the version.", labelNames: ["version"], registers }).set(
    { version },
    1,
  );
  const origins = new Map<string, GardenLabel>();
  const unwatch = watchUpstream(({ seconds, origin, ...labels }) =>
    upstream.observe({ ...labels, ...origins.get(origin) }, seconds),
  );
  const watched: (Watched & GardenLabel)[] = [];
  const figuresOf = (of: GardenLabel): GardenMetrics => {
    for (const rule of rules) refusals.inc({ rule, ...of }, 0);
    // What begins with its first fault has not grown by it, for Prometheus.
    for (const kind of destinationKinds) for (const result of outcomeKinds) deliveries.inc({ kind, result, ...of }, 0);
    return {
      act: (audit, result) => acts.inc({ audit, result, ...of }),
      refused: (rule) => refusals.inc({ rule, ...of }),
      delivery: (kind, result) => deliveries.inc({ kind, result, ...of }),
      timings: { row: rowTiming(of), forecast: forecastTiming(of), sent: sentTiming(of) },
      watch(figures) {
        if (watched.length === 0) addWatched(registry, { watched, byGarden });
        watched.push({ ...figures, ...of });
      },
    };
  };
  return {
    ...figuresOf({}),
    served({ method, route, status, seconds, garden }) {
      const of = garden !== undefined && gardens.includes(garden) ? { garden } : {};
      requests.observe({ route, method: knownMethods.has(method) ? method : "other", status, ...of }, seconds);
    },
    of(garden, origin) {
      origins.set(origin, { garden });
      return figuresOf({ garden });
    },
    text: () => registry.metrics(),
    contentType: registry.contentType,
    registry,
    stop() {
      unwatch();
      registry.clear();
    },
  };
}

interface Watching {
  readonly watched: readonly (Watched & GardenLabel)[];
  /** The label of a garden, where there are several. */
  readonly byGarden: readonly string[];
}

function addWatched(registry: Registry, { watched, byGarden }: Watching): void {
  const registers = [registry];
  const gauge = (name: string, help: string, value: (of: Watched) => number) =>
    new Gauge({
      name,
      help,
      labelNames: [...byGarden],
      registers,
      collect() {
        for (const of of watched) this.set(labelOf(of), value(of));
      },
    });
  gauge("almanac_sse_clients", "Open event streams.", ({ streams }) => streams());
  gauge(
    "almanac_sse_lag_seconds",
    "For how long the open stream that is furthest behind lacks a change; 0 when all were told all.",
    ({ streamLagSeconds }) => streamLagSeconds(),
  );
  gauge("almanac_fleet_rows", "Shoots in the fleet.", ({ rows }) => rows());
  gauge("almanac_ready", "1 while /readyz says so.", ({ isReady }) => (isReady() ? 1 : 0));
  gauge("almanac_fleet_stale_seconds", "How long the fleet has not been live; 0 while it is.", ({ staleSeconds }) =>
    staleSeconds(),
  );
  const labelled = (figures: (of: Watched) => readonly WatchFigures[]) => () =>
    watched.flatMap((of) => figures(of).map((each) => ({ ...each, ...labelOf(of) })));
  addWatchMetrics(
    registry,
    labelled(({ watches }) => watches()),
    byGarden,
  );
  addDeliveryMetrics(
    registry,
    () =>
      watched.flatMap((of) => {
        const figures = of.delivery();
        return figures === undefined ? [] : [{ ...figures, ...labelOf(of) }];
      }),
    byGarden,
  );
  addRuleMetrics(
    registry,
    () =>
      watched.flatMap((of) => {
        const figures = of.rules();
        return figures === undefined ? [] : [{ ...figures, ...labelOf(of) }];
      }),
    byGarden,
  );
  addCacheMetrics(registry, { watched, byGarden });
  addHeapMetrics(registry, () => watched[0]);
}

function labelOf({ garden }: GardenLabel): GardenLabel {
  return garden === undefined ? {} : { garden };
}

/** There is one heap, whatever is kept in it. */
function addHeapMetrics(registry: Registry, first: () => Watched | undefined): void {
  const registers = [registry];
  const heap = () => first()?.heap() ?? { usedBytes: 0, keptBytes: 0, limitBytes: 1 };
  const gauge = (name: string, help: string, value: () => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(value());
      },
    });
  gauge(
    "almanac_heap_share",
    "Share of the heap's limit in use, garbage with it.",
    () => heap().usedBytes / heap().limitBytes,
  );
  gauge("almanac_heap_used_bytes", "Old generation in use, garbage with it.", () => heap().usedBytes);
  gauge(
    "almanac_heap_kept_bytes",
    "What the last full collection left; from 78 % of the limit on, new streams and exports are refused.",
    () => heap().keptBytes,
  );
  gauge(
    "almanac_heap_limit_bytes",
    "Where V8 ends the process; from 80 % on, where collecting gains too little.",
    () => heap().limitBytes,
  );
  new Counter({
    name: "almanac_refused_for_memory_total",
    help: "Streams, lists and exports that were refused because the heap was nearly full.",
    registers,
    collect() {
      this.reset();
      this.inc(first()?.refusedForMemory() ?? 0);
    },
  });
}

function addCacheMetrics(registry: Registry, { watched, byGarden }: Watching): void {
  const all = () =>
    watched.flatMap((of) =>
      Object.entries(of.caches()).map(([cache, figures]) => ({ labels: { cache, ...labelOf(of) }, ...figures })),
    );
  new Counter({
    name: "almanac_review_cache_answers_total",
    help: "Answers about rights: held (hit), asked of the garden (miss), or its last one while it does not answer (last).",
    labelNames: ["cache", "result", ...byGarden],
    registers: [registry],
    collect() {
      this.reset();
      for (const { labels, given } of all()) {
        for (const [result, count] of Object.entries(given)) this.inc({ ...labels, result }, count);
      }
    },
  });
  new Gauge({
    name: "almanac_review_cache_entries",
    help: "Answers about rights that are held.",
    labelNames: ["cache", ...byGarden],
    registers: [registry],
    collect() {
      for (const { labels, held } of all()) this.set(labels, held);
    },
  });
}
