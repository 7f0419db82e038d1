import { expect, test } from "vitest";
import { rulesAt } from "../editions/gardener-rules.ts";
import { stored } from "./settings.fixture.ts";
import { validateSettings } from "./validate-settings.ts";

test("kube-proxy has NFTables from Gardener 1.135 on", () => {
  const kubernetes = { ...stored.kubernetes, kubeProxy: { mode: "NFTables" } };
  const faultsOn = (minor: number) =>
    validateSettings({ old: stored, new: { ...stored, kubernetes } }, rulesAt({ minor, patch: 0, dev: false })).filter(
      ({ path }) => path === "spec.kubernetes.kubeProxy.mode",
    );
  expect(faultsOn(134)).toMatchObject([{ code: "VALUE_UNKNOWN" }]);
  expect(faultsOn(135)).toEqual([]);
});
