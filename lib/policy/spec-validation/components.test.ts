import { expect, test } from "vitest";
import { gardenerRulesOfRelease } from "../editions/gardener-rules.ts";
import { storedShootSpec } from "./settings.fixture.ts";
import { validateSettings } from "./validate-settings.ts";

test("kube-proxy has NFTables from Gardener 1.135 on", () => {
  const kubernetes = { ...storedShootSpec.kubernetes, kubeProxy: { mode: "NFTables" } };
  const faultsOn = (minor: number) =>
    validateSettings(
      { old: storedShootSpec, new: { ...storedShootSpec, kubernetes } },
      gardenerRulesOfRelease({ minor, patch: 0, dev: false }),
    ).filter(({ path }) => path === "spec.kubernetes.kubeProxy.mode");
  expect(faultsOn(134)).toMatchObject([{ code: "VALUE_UNKNOWN" }]);
  expect(faultsOn(135)).toEqual([]);
});
