import path from "node:path";
import { buildWhenNeeded } from "#server/start/build.ts";
import { measureOwners, type Rechecked } from "./fan-out/measure-owners.ts";
import { report } from "./report.ts";

const load = { shoots: 10_000, owners: 200, writesPerSecond: 50 } as const;
/** Who they are, whether they see everything, and what of their project: once in three quarters of a minute. */
const restReviews = (load.owners * 3) / 40;
/** One review for each owner that a write concerns, and for a while what Almanac asks at rest. */
const mostReviews = { rest: restReviews, unrelated: restReviews, labelled: restReviews, related: restReviews + 50 };
const mostCpuShare = 0.25;
const mostMs = 1_000;
const mostMib = 600;

/** What it costs to keep up with the rights of 200 owners of one project each while RoleBindings are written. */
export async function benchOwners(): Promise<boolean> {
  await buildWhenNeeded({ root: path.resolve(import.meta.dirname, "../.."), output: process.stdout });
  const figures = await measureOwners(load);
  const { openedS, failed, grantedMs, revokedMs, readyMib, peakMib, afterMib } = figures;
  const kind = (name: keyof typeof mostReviews, words: string) => {
    const { reviewsPerSecond, cpuShare, generatorShare }: Rechecked = figures[name];
    return report({
      name: `  ${words}`,
      value: `${reviewsPerSecond.toFixed(1)} reviews a second, ${(cpuShare * 100).toFixed(0)} % of a core (pages and writer ${(generatorShare * 100).toFixed(0)} %)`,
      goal: `${mostReviews[name].toFixed(0)} reviews, ${mostCpuShare * 100} %`,
      met: reviewsPerSecond <= mostReviews[name] && cpuShare <= mostCpuShare,
    });
  };
  return [
    report({
      name: `${load.owners} owners of ${load.shoots} Shoots`,
      value: `opened after ${openedS.toFixed(1)} s, ${failed} failed`,
      goal: "none failed",
      met: failed === 0,
    }),
    kind("rest", "nothing is written"),
    kind("unrelated", "50 RoleBindings a second for strangers"),
    kind("labelled", "50 labels a second on their RoleBindings"),
    kind("related", "50 grants and revocations a second"),
    ...[grantedMs, revokedMs].map(({ p50, p95, most }, index) =>
      report({
        name: index === 0 ? "  write to a project that appears" : "  write to a project that is gone",
        value: `p50 ${p50.toFixed(0)}, p95 ${p95.toFixed(0)}, most ${most.toFixed(0)} ms`,
        goal: `p95 ${mostMs} ms`,
        met: p95 <= mostMs,
      }),
    ),
    report({
      name: "  resident memory",
      value: `before ${readyMib.toFixed(0)}, most ${peakMib.toFixed(0)}, at the end ${afterMib.toFixed(0)} MiB`,
      goal: `${mostMib} MiB`,
      met: peakMib <= mostMib,
    }),
  ].every(Boolean);
}
