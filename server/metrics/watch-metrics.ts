import "server-only";
import { Counter, Gauge, type Registry } from "prom-client";
import { malformedFaults, type WatchFigures } from "#server/watch/watch-counters.ts";

/** How the watches of the garden fare, read at the moment of a scrape. Several watches of one resource are summed. */
export function addWatchMetrics(
  registry: Registry,
  watches: () => readonly (WatchFigures & { readonly garden?: string })[],
  byGarden: readonly string[] = [],
): void {
  const registers = [registry];
  const counter = (name: string, help: string, label: string, table: (watch: WatchFigures) => Counts) =>
    new Counter({
      name,
      help,
      labelNames: ["resource", label, ...byGarden],
      registers,
      collect() {
        this.reset();
        for (const watch of watches()) {
          for (const [value, count] of Object.entries(table(watch))) {
            this.inc({ ...labelsOf(watch), [label]: value }, count);
          }
        }
      },
    });
  counter(
    "almanac_watch_relists_total",
    "Complete reads of a collection, by why: start, or the fault of the watch before.",
    "reason",
    ({ counters }) => counters.relists,
  );
  counter(
    "almanac_watch_restarts_total",
    "Watches and lists that ended, by how: closed in due time, silent, or the fault.",
    "reason",
    ({ counters }) => counters.ends,
  );
  counter(
    "almanac_watch_malformed_total",
    "Lines and objects of the garden that could not be taken, by what was wrong.",
    "fault",
    // From zero on: an alert counts from there.
    ({ counters }) => ({ ...noneMalformed, ...counters.malformed }),
  );
  const gauge = (
    name: string,
    help: string,
    add: (watch: WatchFigures, before: number | undefined) => number | undefined,
  ) =>
    new Gauge({
      name,
      help,
      labelNames: ["resource", ...byGarden],
      registers,
      collect() {
        this.reset();
        const values = new Map<string, { readonly labels: Record<string, string>; readonly value: number }>();
        for (const watch of watches()) {
          const key = `${watch.garden ?? ""} ${watch.resource}`;
          const value = add(watch, values.get(key)?.value);
          if (value !== undefined) values.set(key, { labels: labelsOf(watch), value });
        }
        for (const { labels, value } of values.values()) this.set(labels, value);
      },
    });
  gauge(
    "almanac_watch_last_heard_seconds",
    "Time since a collection's last sign of life; of several watches the longest.",
    ({ lastReceivedSeconds }, before) =>
      lastReceivedSeconds === undefined ? before : Math.max(lastReceivedSeconds, before ?? 0),
  );
  gauge(
    "almanac_mirror_age_seconds",
    "Time since what is held of a collection was last known to be current; since the start where it was never read.",
    ({ ageSeconds }, before) => Math.max(ageSeconds, before ?? 0),
  );
  gauge("almanac_mirror_objects", "Objects held of a collection.", ({ objects }, before) => objects + (before ?? 0));
}

interface Labels {
  readonly resource: string;
  readonly garden?: string;
}

function labelsOf({ resource, garden }: Labels): Record<string, string> {
  return { resource, ...(garden === undefined ? {} : { garden }) };
}

const noneMalformed: Counts = Object.fromEntries(malformedFaults.map((fault) => [fault, 0]));

type Counts = Readonly<Record<string, number>>;
