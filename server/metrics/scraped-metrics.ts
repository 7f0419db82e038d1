import "server-only";
import { Counter, Gauge, type Registry } from "prom-client";
import { malformedReasons, type WatchMetrics } from "#server/watch/watch-counters.ts";
import type { HeapUsage } from "./heap.ts";

/** Status of deliveries by webhook and mail. */
interface DeliveryFigures {
  readonly isLeader: boolean;
  /** How many seconds the oldest notice has been waiting; 0 when none waits, or another replica delivers. */
  readonly oldestSeconds: number;
  /** Seconds since any replica was last known to look for waiting notices. */
  readonly lookedSeconds: number;
}

/** Status of the watch rules of all users. */
interface RuleFigures {
  /** Number of users whose rules are evaluated. */
  readonly watched: number;
  /** Number of users whose rules are not evaluated at the moment, because too many users have rules. */
  readonly waiting: number;
  /** Seconds since the check of the rules that were not checked for the longest time. */
  readonly oldestSeconds: number;
}

/** Answers of a cache by source: from the cache, newly requested, or expired while the garden does not answer. */
export interface CacheMetrics {
  readonly given: { readonly hit: number; readonly miss: number; readonly last: number };
  /** Number of cached answers. */
  readonly held: number;
}

/** Values of one garden, read at each scrape. */
export interface GardenMetricSources {
  readonly streams: () => number;
  /** How many seconds the slowest event stream is behind the current rows. */
  readonly streamLagSeconds: () => number;
  readonly rows: () => number;
  readonly isReady: () => boolean;
  readonly staleSeconds: () => number;
  readonly heap: () => HeapUsage;
  readonly refusedForMemory: () => number;
  readonly watches: () => readonly WatchMetrics[];
  /** Statistics of caches by their name. */
  readonly caches: () => Readonly<Record<string, CacheMetrics>>;
  /** Undefined where notices are not delivered by webhook or mail. */
  readonly delivery: () => DeliveryFigures | undefined;
  /** Undefined where no watch rules are evaluated. */
  readonly rules: () => RuleFigures | undefined;
}

export type GardenLabel = { readonly garden?: string };

type Sample = readonly [value: number, labels?: Readonly<Record<string, string>>];

interface ScrapedMetric {
  readonly name: string;
  readonly help: string;
  /** Names of labels besides the garden's name. */
  readonly labels?: readonly string[];
  /** Makes the metric a counter; otherwise it is a gauge. */
  readonly grows?: true;
  /** Whether the metric exists once per process, however many gardens it serves. */
  readonly ofProcess?: true;
  readonly read: (of: GardenMetricSources) => readonly Sample[];
}

const scraped: readonly ScrapedMetric[] = [
  { name: "almanac_sse_clients", help: "Open event streams.", read: ({ streams }) => [[streams()]] },
  {
    name: "almanac_sse_lag_seconds",
    help: "For how long the open stream that is furthest behind lacks a change; 0 when all were told all.",
    read: ({ streamLagSeconds }) => [[streamLagSeconds()]],
  },
  { name: "almanac_fleet_rows", help: "Shoots in the fleet.", read: ({ rows }) => [[rows()]] },
  { name: "almanac_ready", help: "1 while /readyz says so.", read: ({ isReady }) => [[isReady() ? 1 : 0]] },
  {
    name: "almanac_fleet_stale_seconds",
    help: "How long the fleet has not been live; 0 while it is.",
    read: ({ staleSeconds }) => [[staleSeconds()]],
  },
  {
    name: "almanac_watch_relists_total",
    help: "Complete reads of a collection, by why: start, or the fault of the watch before.",
    labels: ["resource", "reason"],
    grows: true,
    read: ({ watches }) => counted(watches(), "reason", ({ counters }) => counters.relists),
  },
  {
    name: "almanac_watch_restarts_total",
    help: "Watches and lists that ended, by how: closed in due time, silent, or the fault.",
    labels: ["resource", "reason"],
    grows: true,
    read: ({ watches }) => counted(watches(), "reason", ({ counters }) => counters.ends),
  },
  {
    name: "almanac_watch_malformed_total",
    help: "Lines and objects of the garden that could not be taken, by what was wrong.",
    labels: ["resource", "fault"],
    grows: true,
    // Starts at zero, so that the alert sees the first increase.
    read: ({ watches }) => counted(watches(), "fault", ({ counters }) => ({ ...noneMalformed, ...counters.malformed })),
  },
  {
    name: "almanac_watch_last_heard_seconds",
    help: "Time since a collection's last sign of life; of several watches the longest.",
    labels: ["resource"],
    read: ({ watches }) => byResource(watches(), ({ lastReceivedSeconds }) => lastReceivedSeconds, longest),
  },
  {
    name: "almanac_mirror_age_seconds",
    help: "Time since what is held of a collection was last known to be current; since the start where it was never read.",
    labels: ["resource"],
    read: ({ watches }) => byResource(watches(), ({ ageSeconds }) => ageSeconds, longest),
  },
  {
    name: "almanac_mirror_objects",
    help: "Objects held of a collection.",
    labels: ["resource"],
    read: ({ watches }) => byResource(watches(), ({ objects }) => objects, sum),
  },
  {
    name: "almanac_delivery_leader",
    help: "1 on the replica that delivers notices outside.",
    read: ({ delivery }) => of(delivery(), ({ isLeader }) => [[isLeader ? 1 : 0]]),
  },
  {
    name: "almanac_delivery_oldest_seconds",
    help: "For how long the oldest notice waits to be delivered outside; 0 on replicas that do not deliver.",
    read: ({ delivery }) => of(delivery(), ({ oldestSeconds }) => [[oldestSeconds]]),
  },
  {
    name: "almanac_delivery_looked_seconds",
    help: "Time since a replica was last known to look for notices to deliver outside.",
    read: ({ delivery }) => of(delivery(), ({ lookedSeconds }) => [[lookedSeconds]]),
  },
  {
    name: "almanac_rule_owners",
    help: "People with watch rules, by whether they are watched for (watched) or wait for their turn (waiting).",
    labels: ["state"],
    read: ({ rules }) =>
      of(rules(), ({ watched, waiting }) => [
        [watched, { state: "watched" }],
        [waiting, { state: "waiting" }],
      ]),
  },
  {
    name: "almanac_rules_unchecked_seconds",
    help: "For how long the watch rules that wait longest were not checked.",
    read: ({ rules }) => of(rules(), ({ oldestSeconds }) => [[oldestSeconds]]),
  },
  {
    name: "almanac_review_cache_answers_total",
    help: "Answers about rights: held (hit), asked of the garden (miss), or its last one while it does not answer (last).",
    labels: ["cache", "result"],
    grows: true,
    read: ({ caches }) =>
      Object.entries(caches()).flatMap(([cache, { given }]) =>
        Object.entries(given).map(([result, count]): Sample => [count, { cache, result }]),
      ),
  },
  {
    name: "almanac_review_cache_entries",
    help: "Answers about rights that are held.",
    labels: ["cache"],
    read: ({ caches }) => Object.entries(caches()).map(([cache, { held }]) => [held, { cache }]),
  },
  {
    name: "almanac_heap_share",
    help: "Share of the heap's limit in use, garbage with it.",
    ofProcess: true,
    read: ({ heap }) => [[heap().usedBytes / heap().limitBytes]],
  },
  {
    name: "almanac_heap_used_bytes",
    help: "Old generation in use, garbage with it.",
    ofProcess: true,
    read: ({ heap }) => [[heap().usedBytes]],
  },
  {
    name: "almanac_heap_kept_bytes",
    help: "What the last full collection left; from 78 % of the limit on, new streams and exports are refused.",
    ofProcess: true,
    read: ({ heap }) => [[heap().keptBytes]],
  },
  {
    name: "almanac_heap_limit_bytes",
    help: "Where V8 ends the process; from 80 % on, where collecting gains too little.",
    ofProcess: true,
    read: ({ heap }) => [[heap().limitBytes]],
  },
  {
    name: "almanac_refused_for_memory_total",
    help: "Streams, lists and exports that were refused because the heap was nearly full.",
    grows: true,
    ofProcess: true,
    read: ({ refusedForMemory }) => [[refusedForMemory()]],
  },
];

const noneMalformed = Object.fromEntries(malformedReasons.map((fault) => [fault, 0]));

function of<Figures>(figures: Figures | undefined, read: (figures: Figures) => readonly Sample[]): readonly Sample[] {
  return figures === undefined ? [] : read(figures);
}

function counted(
  watches: readonly WatchMetrics[],
  label: string,
  table: (watch: WatchMetrics) => Readonly<Record<string, number>>,
): readonly Sample[] {
  return watches.flatMap((watch) =>
    Object.entries(table(watch)).map(([value, count]): Sample => [count, { resource: watch.resource, [label]: value }]),
  );
}

/** Combines the values of several watches of one resource, such as one per namespace. */
function byResource(
  watches: readonly WatchMetrics[],
  figure: (watch: WatchMetrics) => number | undefined,
  together: (...figures: number[]) => number,
): readonly Sample[] {
  return [...Map.groupBy(watches, ({ resource }) => resource)].flatMap(([resource, same]): Sample[] => {
    const figures = same.flatMap((watch) => figure(watch) ?? []);
    return figures.length === 0 ? [] : [[together(...figures), { resource }]];
  });
}

function sum(...figures: number[]): number {
  return figures.reduce((total, figure) => total + figure, 0);
}

/** The longest duration; never negative, even if the clock was set back. */
function longest(...seconds: number[]): number {
  return Math.max(0, ...seconds);
}

/** Registers metrics whose values are read at each scrape. */
export function registerMetricsComputedOnScrape(
  registry: Registry,
  watched: readonly { readonly figures: GardenMetricSources; readonly of: GardenLabel }[],
  byGarden: readonly string[],
): void {
  for (const { name, help, labels = [], grows, ofProcess, read } of scraped) {
    const samples = () =>
      ofProcess
        ? watched.slice(0, 1).flatMap(({ figures }) => read(figures))
        : watched.flatMap(({ figures, of: garden }) =>
            read(figures).map(([value, more]): Sample => [value, { ...more, ...garden }]),
          );
    const options = { name, help, labelNames: [...labels, ...(ofProcess ? [] : byGarden)], registers: [registry] };
    if (grows) {
      new Counter({
        ...options,
        collect() {
          this.reset();
          for (const [value, more = {}] of samples()) this.inc(more, value);
        },
      });
    } else {
      new Gauge({
        ...options,
        collect() {
          this.reset();
          for (const [value, more = {}] of samples()) this.set(more, value);
        },
      });
    }
  }
}
