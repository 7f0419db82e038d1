import { expect, test } from "@playwright/test";
import { SharedTestSetup } from "#tools/bench/faults/farm.ts";
import { findTool } from "#tools/chart/find-tools.ts";
import { alertTriggers } from "#tools/monitoring/alert-faults.ts";
import { alertTable, holdUntilAlertFires, isExpectedAlertOutcome } from "#tools/monitoring/hold-alert-fault.ts";
import { Prometheus } from "#tools/monitoring/prometheus.ts";

/**
 * One of the cases of `npm run monitoring -- faults`, which takes minutes: the production build, and a Prometheus with
 * the shipped alerting rules.
 */
const binary = findTool("prometheus") ?? "";
test.skip(binary === "", "there is no prometheus: `npm run monitoring -- faults` builds one where there is Go");

test("tokens are guessed, and Prometheus says so", { tag: "@all" }, async () => {
  test.setTimeout(300_000);
  const farm = await SharedTestSetup.open({ people: 1, judgesTime: false });
  try {
    const prometheus = await Prometheus.start({ binary, folder: farm.newPath("prometheus") });
    try {
      const faults = alertTriggers.filter(({ alerts }) => alerts.includes("AlmanacSignInsRefused"));
      expect(faults).toHaveLength(1);
      for (const fault of faults) {
        const outcomes = await holdUntilAlertFires({ farm, prometheus, binary }, fault);
        expect(outcomes.every(isExpectedAlertOutcome), alertTable(outcomes)).toBe(true);
      }
    } finally {
      await prometheus.stop();
    }
  } finally {
    await farm.close();
  }
});
