import "server-only";
import { Gauge, type Registry } from "prom-client";

/** How it stands with the rules of everybody. */
export interface RuleFigures {
  /** People whose rules are watched. */
  readonly watched: number;
  /** People with rules that are not watched at the moment, because there are too many. */
  readonly waiting: number;
  /** For how long the rules that wait longest were not checked. */
  readonly oldestSeconds: number;
}

type Labelled = RuleFigures & { readonly garden?: string };

export function addRuleMetrics(registry: Registry, all: () => readonly Labelled[], byGarden: readonly string[]): void {
  const registers = [registry];
  new Gauge({
    name: "almanac_rule_owners",
    help: "People with watch rules, by whether they are watched for (watched) or wait for their turn (waiting).",
    labelNames: ["state", ...byGarden],
    registers,
    collect() {
      this.reset();
      for (const { garden, watched, waiting } of all()) {
        const labels = garden === undefined ? {} : { garden };
        this.set({ ...labels, state: "watched" }, watched);
        this.set({ ...labels, state: "waiting" }, waiting);
      }
    },
  });
  new Gauge({
    name: "almanac_rules_unchecked_seconds",
    help: "For how long the watch rules that wait longest were not checked.",
    labelNames: [...byGarden],
    registers,
    collect() {
      this.reset();
      for (const { garden, oldestSeconds } of all()) this.set(garden === undefined ? {} : { garden }, oldestSeconds);
    },
  });
}
