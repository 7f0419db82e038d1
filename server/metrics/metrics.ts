import "server-only";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { WatchFigures } from "../watch/watch-counters.ts";
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
  readonly rows: () => number;
  readonly isReady: () => boolean;
  readonly staleSeconds: () => number;
  readonly heapShare: () => number;
  readonly refusedForMemory: () => number;
  readonly watches: () => readonly WatchFigures[];
}

/** The figures of this process. No label names a user, a project or a cluster: nobody who scrapes is signed in. */
export interface Metrics {
  served(request: ServedRequest): void;
  act(audit: string, result: string): void;
  /** In Prometheus' text format. */
  text(): Promise<string>;
  readonly contentType: string;
  stop(): void;
}

const knownMethods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export function createMetrics(watched: Watched): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: 10 });
  const requests = new Histogram({
    name: "almanac_http_request_duration_seconds",
    help: "Time from the request's first byte to the answer's last, streams apart.",
    labelNames: ["route", "method", "status"],
    buckets,
    registers,
  });
  const acts = new Counter({
    name: "almanac_acts_total",
    help: "Acts that left an audit line, by kind and result.",
    labelNames: ["audit", "result"],
    registers,
  });
  const upstream = new Histogram({
    name: "almanac_upstream_request_duration_seconds",
    help: "Time until the garden answered with its headers.",
    labelNames: ["method", "resource", "code"],
    buckets,
    registers,
  });
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
  gauge("almanac_fleet_rows", "Shoots in the fleet.", watched.rows);
  gauge("almanac_ready", "1 while /readyz says so.", () => (watched.isReady() ? 1 : 0));
  gauge("almanac_fleet_stale_seconds", "How long the fleet has not been live; 0 while it is.", watched.staleSeconds);
  addWatchMetrics(registry, watched.watches);
  gauge(
    "almanac_heap_share",
    "Share of the heap's limit in use; above 0.85 new streams and exports are refused.",
    watched.heapShare,
  );
  new Counter({
    name: "almanac_refused_for_memory_total",
    help: "Streams, lists and exports that were refused because the heap was nearly full.",
    registers,
    collect() {
      this.reset();
      this.inc(watched.refusedForMemory());
    },
  });
  const unwatch = watchUpstream(({ seconds, ...labels }) => upstream.observe(labels, seconds));
  return {
    served({ method, route, status, seconds }) {
      const labels = { route, method: knownMethods.has(method) ? method : "other", status };
      requests.observe(labels, seconds);
    },
    act: (audit, result) => acts.inc({ audit, result }),
    text: () => registry.metrics(),
    contentType: registry.contentType,
    stop() {
      unwatch();
      registry.clear();
    },
  };
}
