import "server-only";
import { Counter, Gauge, type Registry } from "prom-client";
import type { WatchFigures } from "../watch/watch-counters.ts";

/** How the watches of the garden fare, read at the moment of a scrape. Several watches of one resource are summed. */
export function addWatchMetrics(registry: Registry, watches: () => readonly WatchFigures[]): void {
  const registers = [registry];
  const counter = (name: string, help: string, label: string, table: (watch: WatchFigures) => Counts) =>
    new Counter({
      name,
      help,
      labelNames: ["resource", label],
      registers,
      collect() {
        this.reset();
        for (const watch of watches()) {
          for (const [value, count] of Object.entries(table(watch))) {
            this.inc({ resource: watch.resource, [label]: value }, count);
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
    ({ counters }) => counters.malformed,
  );
  new Gauge({
    name: "almanac_watch_last_heard_seconds",
    help: "Time since a collection's last sign of life; of several watches the longest.",
    labelNames: ["resource"],
    registers,
    collect() {
      this.reset();
      const longest = new Map<string, number>();
      for (const { resource, lastHeardSeconds } of watches()) {
        if (lastHeardSeconds === undefined) continue;
        longest.set(resource, Math.max(lastHeardSeconds, longest.get(resource) ?? 0));
      }
      for (const [resource, seconds] of longest) this.set({ resource }, seconds);
    },
  });
}

type Counts = Readonly<Record<string, number>>;
