import "server-only";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { version } from "../version.ts";
import type { WatchFigures } from "../watch/watch-counters.ts";
import type { CacheFigures } from "./cache-figures.ts";
import type { FleetTimings } from "./fleet-timings.ts";
import type { HeapReading } from "./heap.ts";
import { addWatchMetrics } from "./watch-metrics.ts";
import { watchUpstream } from "./watch-upstream.ts";

export interface ServedRequest {
  readonly method: string;
  /** As Next names it, never a path itself: those name projects and clusters. */
  readonly route: string;
  readonly status: number;
  readonly seconds: number;
}

/** What is counted from outside: read at the moment of a scrape. */
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
}

/** The figures of this process. No label names a user, a project or a cluster: nobody who scrapes is signed in. */
export interface Metrics {
  served(request: ServedRequest): void;
  act(audit: string, result: string): void;
  /** Almanac itself did not do what was asked, by this rule. */
  refused(rule: string): void;
  readonly timings: FleetTimings;
  /** Adds what is read at each scrape. Called once, when all of it is there. */
  watch(watched: Watched): void;
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

/** @param rules by which anything may be refused, each counted from zero on */
export function createMetrics(rules: readonly string[]): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: 10 });
  const requests = new Histogram({
    name: "almanac_http_request_duration_seconds",
    help: "Time from the request's first byte to the answer's last, streams apart.",
    labelNames: ["route", "method", "status"],
    buckets: answerBuckets,
    registers,
  });
  const acts = new Counter({
    name: "almanac_acts_total",
    help: "Acts that left an audit line, by kind and result.",
    labelNames: ["audit", "result"],
    registers,
  });
  const refusals = new Counter({
    name: "almanac_refused_total",
    help: "Requests that Almanac itself refused, by its rule.",
    labelNames: ["rule"],
    registers,
  });
  for (const rule of rules) refusals.inc({ rule }, 0);
  const upstream = new Histogram({
    name: "almanac_upstream_request_duration_seconds",
    help: "Time until the garden, or whoever else was asked, answered with its headers; code is none without an answer.",
    labelNames: ["verb", "resource", "code"],
    buckets: answerBuckets,
    registers,
  });
  const timing = (name: string, help: string, buckets: number[]) => {
    const histogram = new Histogram({ name, help, buckets, registers });
    return (seconds: number) => histogram.observe(seconds);
  };
  const timings: FleetTimings = {
    row: timing(
      "almanac_row_latency_seconds",
      "Time from what the garden or a date said until the row of a cluster tells it.",
      rowBuckets,
    ),
    forecast: timing("almanac_forecast_duration_seconds", "Time to work out one cluster's forecast.", forecastBuckets),
    sent: timing(
      "almanac_change_sent_seconds",
      "Time from what the garden or a date said until a stream tells it, for the oldest of what one frame tells.",
      sentBuckets,
    ),
  };
  new Gauge({ name: "almanac_build_info", help: "1, with the version.", labelNames: ["version"], registers }).set(
    { version },
    1,
  );
  const unwatch = watchUpstream(({ seconds, ...labels }) => upstream.observe(labels, seconds));
  return {
    served({ method, route, status, seconds }) {
      const labels = { route, method: knownMethods.has(method) ? method : "other", status };
      requests.observe(labels, seconds);
    },
    act: (audit, result) => acts.inc({ audit, result }),
    refused: (rule) => refusals.inc({ rule }),
    timings,
    watch: (watched) => addWatched(registry, watched),
    text: () => registry.metrics(),
    contentType: registry.contentType,
    registry,
    stop() {
      unwatch();
      registry.clear();
    },
  };
}

function addWatched(registry: Registry, watched: Watched): void {
  const registers = [registry];
  const gauge = (name: string, help: string, value: () => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(value());
      },
    });
  gauge("almanac_sse_clients", "Open event streams.", watched.streams);
  gauge(
    "almanac_sse_lag_seconds",
    "For how long the open stream that is furthest behind lacks a change; 0 when all were told all.",
    watched.streamLagSeconds,
  );
  gauge("almanac_fleet_rows", "Shoots in the fleet.", watched.rows);
  gauge("almanac_ready", "1 while /readyz says so.", () => (watched.isReady() ? 1 : 0));
  gauge("almanac_fleet_stale_seconds", "How long the fleet has not been live; 0 while it is.", watched.staleSeconds);
  addWatchMetrics(registry, watched.watches);
  addCacheMetrics(registry, watched.caches);
  gauge(
    "almanac_heap_share",
    "Share of the heap's limit in use; above 0.85 new streams and exports are refused.",
    () => watched.heap().usedBytes / watched.heap().limitBytes,
  );
  gauge("almanac_heap_used_bytes", "Old generation in use, garbage with it.", () => watched.heap().usedBytes);
  gauge("almanac_heap_kept_bytes", "What the last full collection left; 0 before one.", () => watched.heap().keptBytes);
  gauge("almanac_heap_limit_bytes", "Where V8 ends the process.", () => watched.heap().limitBytes);
  new Counter({
    name: "almanac_refused_for_memory_total",
    help: "Streams, lists and exports that were refused because the heap was nearly full.",
    registers,
    collect() {
      this.reset();
      this.inc(watched.refusedForMemory());
    },
  });
}

function addCacheMetrics(registry: Registry, caches: Watched["caches"]): void {
  new Counter({
    name: "almanac_review_cache_answers_total",
    help: "Answers about rights: held (hit), asked of the garden (miss), or its last one while it does not answer (last).",
    labelNames: ["cache", "result"],
    registers: [registry],
    collect() {
      this.reset();
      for (const [cache, { given }] of Object.entries(caches())) {
        for (const [result, count] of Object.entries(given)) this.inc({ cache, result }, count);
      }
    },
  });
  new Gauge({
    name: "almanac_review_cache_entries",
    help: "Answers about rights that are held.",
    labelNames: ["cache"],
    registers: [registry],
    collect() {
      for (const [cache, { held }] of Object.entries(caches())) this.set({ cache }, held);
    },
  });
}
