import { measureFanOut } from "../fan-out/measure-fan-out.ts";
import type { Farm } from "../faults/farm.ts";
import { type Figure, mbOfMib } from "./figure.ts";
import { names } from "./names.ts";

export interface RequestQueues {
  readonly shoots: number;
  readonly viewers: number;
}

/** The largest crowd is the one that a landscape is to bear at its busiest. */
const busyViewers = 1_000;
const writesPerSecond = (viewers: number) => (viewers >= busyViewers ? 50 : 20);

interface Most {
  readonly changeMs?: number;
  readonly percent?: number;
  readonly peak?: number;
  readonly later?: number;
}

/** At 10,000 Shoots. */
const limits: Readonly<Record<number, Most>> = {
  500: { changeMs: 200, peak: 600, later: 400 },
  [busyViewers]: { changeMs: 1_000, percent: 50 },
};

/** People who open the list at once and stay, while clusters change: how soon they know, and what that takes. */
export async function measureViewers(farm: Farm, { shoots, viewers }: RequestQueues): Promise<readonly Figure[]> {
  const most = shoots === 10_000 ? (limits[viewers] ?? {}) : {};
  const load = { farm, shoots, viewers, writesPerSecond: writesPerSecond(viewers) };
  const { listMs, failed, changeMs, cpuShare, peakMib, afterMib } = await measureFanOut(load);
  return [
    { name: "viewers: pages that failed", unit: "%", value: (failed * 100) / viewers, most: 0, viewers },
    { name: "viewers: all rows, p95", unit: "s", value: listMs.p95 / 1000, viewers },
    { name: "viewers: change to client, p50", unit: "ms", value: changeMs.p50, viewers },
    { name: "viewers: change to client, p95", unit: "ms", value: changeMs.p95, most: most.changeMs, viewers },
    {
      name: `viewers: processor at ${load.writesPerSecond} writes a second`,
      unit: "%",
      value: cpuShare * 100,
      most: most.percent,
      viewers,
    },
    { name: names.viewersMemoryMost, unit: "MB", value: mbOfMib(peakMib), most: most.peak, viewers },
    { name: names.viewersMemoryLater, unit: "MB", value: mbOfMib(afterMib), most: most.later, viewers },
  ];
}
