import { expect, test } from "@playwright/test";
import { Farm } from "#tools/bench/faults/farm.ts";
import { findTool } from "#tools/chart/find-tools.ts";
import { alertFaults } from "#tools/monitoring/alert-faults.ts";
import { alertTable, holdFaultUntilAlert, isAsItShould } from "#tools/monitoring/hold-alert-fault.ts";
import { Prometheus } from "#tools/monitoring/prometheus.ts";

/**
 * One of the faults of `npm run monitoring -- faults`, which takes minutes: the build as people run it, and a Prometheus with
 * the rules as they are shipped.
 */
const binary = findTool("prometheus") ?? "";
test.skip(binary === "", "there is no prometheus: `npm run monitoring -- faults` builds one where there is Go");

test("tokens are guessed, and Prometheus says so", { tag: "@all" }, async () => {
  test.setTimeout(300_000);
  const farm = await Farm.open({ people: 1, judgesTime: false });
  try {
    const prometheus = await Prometheus.start({ binary, folder: farm.newPath("prometheus") });
    try {
      const faults = alertFaults.filter(({ alerts }) => alerts.includes("AlmanacSignInsRefused"));
      expect(faults).toHaveLength(1);
      for (const fault of faults) {
        const outcomes = await holdFaultUntilAlert({ farm, prometheus, binary }, fault);
        expect(outcomes.every(isAsItShould), alertTable(outcomes)).toBe(true);
      }
    } finally {
      await prometheus.stop();
    }
  } finally {
    await farm.close();
  }
});
