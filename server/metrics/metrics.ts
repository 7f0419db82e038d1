import "server-only";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { deliveryOutcomeKinds } from "#lib/notices/deliveries.ts";
import { destinationKinds } from "#lib/notices/stored-destinations.ts";
import { version } from "#server/version.ts";
import type { FleetTimings } from "./fleet-timings.ts";
import { observeUpstreamResponses } from "./observe-upstream-responses.ts";
import { type GardenLabel, type GardenMetricSources, registerMetricsComputedOnScrape } from "./scraped-metrics.ts";

export interface ServedRequest {
  readonly method: string;
  /** Route pattern of Next.js, such as `/clusters/[project]/[name]`; paths contain names of projects and clusters. */
  readonly route: string;
  readonly status: number;
  readonly seconds: number;
  /** Garden name in the request's URL, even if there is no such garden. */
  readonly garden?: string | undefined;
}

/** Metrics of one garden. */
export interface GardenMetrics {
  act(audit: string, result: string): void;
  /** Counts a request that Almanac refused, by the rule that refused it. */
  refused(rule: string): void;
  /** Counts an attempt to deliver a notice by webhook or mail, by outcome. */
  delivery(kind: string, result: string): void;
  readonly timings: FleetTimings;
  /** Adds metrics whose values are read at each scrape. Call it once, when all services exist. */
  watch(watched: GardenMetricSources): void;
}

/** Metrics of this process. No label contains a user, project or cluster, since scrapers are not signed in. */
export interface Metrics extends GardenMetrics {
  served(request: ServedRequest): void;
  /** Metrics of one of several gardens, with its name as a label; `origin` is the origin of its API server. */
  of(garden: string, origin: string): GardenMetrics;
  /** All metrics in Prometheus' text format. */
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

/**
 * @param rules names of all rules that can refuse a request; their counters start at zero
 * @param gardens names of several gardens, which become a label of each garden's metrics
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
  const unwatch = observeUpstreamResponses(({ seconds, origin, ...labels }) =>
    upstream.observe({ ...labels, ...origins.get(origin) }, seconds),
  );
  const watched: { readonly figures: GardenMetricSources; readonly of: GardenLabel }[] = [];
  const figuresOf = (of: GardenLabel): GardenMetrics => {
    for (const rule of rules) refusals.inc({ rule, ...of }, 0);
    // Starts at zero: Prometheus sees no increase if a counter appears with its first value.
    for (const kind of destinationKinds)
      for (const result of deliveryOutcomeKinds) deliveries.inc({ kind, result, ...of }, 0);
    return {
      act: (audit, result) => acts.inc({ audit, result, ...of }),
      refused: (rule) => refusals.inc({ rule, ...of }),
      delivery: (kind, result) => deliveries.inc({ kind, result, ...of }),
      timings: { row: rowTiming(of), forecast: forecastTiming(of), sent: sentTiming(of) },
      watch(figures) {
        if (watched.length === 0) registerMetricsComputedOnScrape(registry, watched, byGarden);
        watched.push({ figures, of });
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
