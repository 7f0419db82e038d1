import path from "node:path";
import { buildWhenNeeded } from "#server/start/build.ts";
import { type FanOutFigures, type FanOutLoad, measureFanOut } from "./fan-out/measure-fan-out.ts";
import { report } from "./report.ts";

interface RequestQueues extends FanOutLoad {
  /** The most that it may come to: milliseconds for 19 of 20 changes, a share of a core, MiB at any time and at the end. */
  readonly most: {
    readonly changeMs: number;
    readonly cpuShare: number;
    readonly peakMib: number;
    readonly afterMib: number;
  };
}

const crowds: readonly RequestQueues[] = [
  {
    ...{ shoots: 10_000, viewers: 500, writesPerSecond: 20 },
    most: { changeMs: 200, cpuShare: 0.5, peakMib: 600, afterMib: 400 },
  },
  {
    ...{ shoots: 10_000, viewers: 1_000, writesPerSecond: 50 },
    most: { changeMs: 1_000, cpuShare: 0.5, peakMib: 768, afterMib: 768 },
  },
  {
    ...{ shoots: 10_000, viewers: 100, writesPerSecond: 20, isBare: true, afterS: 0 },
    most: { changeMs: 1_000, cpuShare: 0.5, peakMib: 768, afterMib: 768 },
  },
];

/** What people cost who open their pages at once and stay: the production build, its garden in a process of its own. */
export async function benchViewers(): Promise<boolean> {
  await buildWhenNeeded({ root: path.resolve(import.meta.dirname, "../.."), output: process.stdout });
  const verdicts: boolean[] = [];
  for (const crowd of crowds) verdicts.push(reportOf(crowd, await measureFanOut(crowd)));
  return verdicts.every(Boolean);
}

const percent = (share: number) => `${(share * 100).toFixed(0)} %`;
const ms = (value: number) => `${value.toFixed(0)} ms`;
const mib = (value: number) => `${value.toFixed(0)} MiB`;

function reportOf({ viewers, shoots, writesPerSecond, isBare, most }: RequestQueues, figures: FanOutFigures): boolean {
  const { readyS, openedS, listMs, failed, changeMs, cpuShare, generatorShare, bytesPerSecond } = figures;
  const { readyMib, peakMib, afterMib } = figures;
  const name = `${viewers} viewers of ${shoots} Shoots at once, ${writesPerSecond} writes a second`;
  return [
    report({
      name: `${name}${isBare === true ? ", without a cursor" : ""}`,
      value: `ready after ${readyS.toFixed(1)} s`,
    }),
    report({
      name: "  opened",
      value: `all rows p50 ${ms(listMs.p50)}, p95 ${ms(listMs.p95)}, all streams after ${openedS.toFixed(1)} s, ${failed} failed`,
      goal: "none failed",
      met: failed === 0,
    }),
    report({
      name: "  write to page",
      value: `p50 ${ms(changeMs.p50)}, p95 ${ms(changeMs.p95)}, most ${ms(changeMs.most)}, ${(bytesPerSecond / 1e6).toFixed(1)} MB/s`,
      goal: `p95 ${ms(most.changeMs)}`,
      met: changeMs.p95 <= most.changeMs,
    }),
    report({
      name: "  processor time, of one core",
      value: `${percent(cpuShare)} (the pages and the writer ${percent(generatorShare)})`,
      goal: percent(most.cpuShare),
      met: cpuShare <= most.cpuShare,
    }),
    report({
      name: "  resident memory, most",
      value: `${mib(peakMib)} (before them ${mib(readyMib)})`,
      goal: mib(most.peakMib),
      met: peakMib <= most.peakMib,
    }),
    report({
      name: "  resident memory, at the end",
      value: mib(afterMib),
      goal: mib(most.afterMib),
      met: afterMib <= most.afterMib,
    }),
  ].every(Boolean);
}
