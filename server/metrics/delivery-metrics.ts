import "server-only";
import { Gauge, type Registry } from "prom-client";

/** How it stands with what is delivered outside. */
export interface DeliveryFigures {
  readonly isLeader: boolean;
  /** For how long the oldest waits; 0 where nothing does, and where another replica delivers. */
  readonly oldestSeconds: number;
  /** How long ago a replica was last known to look for what waits. */
  readonly lookedSeconds: number;
}

type Labelled = DeliveryFigures & { readonly garden?: string };

export function addDeliveryMetrics(
  registry: Registry,
  all: () => readonly Labelled[],
  byGarden: readonly string[],
): void {
  const gauge = (name: string, help: string, value: (figures: DeliveryFigures) => number) =>
    new Gauge({
      name,
      help,
      labelNames: [...byGarden],
      registers: [registry],
      collect() {
        this.reset();
        for (const { garden, ...figures } of all()) this.set(garden === undefined ? {} : { garden }, value(figures));
      },
    });
  gauge("almanac_delivery_leader", "1 on the replica that delivers notices outside.", ({ isLeader }) =>
    isLeader ? 1 : 0,
  );
  gauge(
    "almanac_delivery_oldest_seconds",
    "For how long the oldest notice waits to be delivered outside; 0 on replicas that do not deliver.",
    ({ oldestSeconds }) => oldestSeconds,
  );
  gauge(
    "almanac_delivery_looked_seconds",
    "Time since a replica was last known to look for notices to deliver outside.",
    ({ lookedSeconds }) => lookedSeconds,
  );
}
