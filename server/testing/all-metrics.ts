import { z } from "zod";
import { createMetrics } from "#server/metrics/metrics.ts";

const metricsSchema = z.array(
  z.object({ name: z.string(), type: z.string(), help: z.string(), labelNames: z.array(z.string()) }),
);
export type Metric = z.infer<typeof metricsSchema>[number];

/** Every metric of an Almanac process by name, including those of Node.js. */
export function allMetrics(): readonly Metric[] {
  const metrics = createMetrics([]);
  metrics.watch({
    streams: () => 0,
    streamLagSeconds: () => 0,
    rows: () => 0,
    isReady: () => true,
    staleSeconds: () => 0,
    heap: () => ({ usedBytes: 0, keptBytes: 0, limitBytes: 1 }),
    refusedForMemory: () => 0,
    watches: () => [],
    caches: () => ({}),
    delivery: () => undefined,
    rules: () => undefined,
  });
  const all = metricsSchema.parse(metrics.registry.getMetricsAsArray());
  metrics.stop();
  return all.sort((a, b) => (a.name < b.name ? -1 : 1));
}
