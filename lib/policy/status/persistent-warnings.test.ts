import { describe, expect, test } from "vitest";
import type { ShootSpec } from "#lib/garden/shoot.ts";
import { gardenerRulesOfRelease, newestRules } from "../editions/gardener-rules.ts";
import { persistentWarningsOf } from "./persistent-warnings.ts";

const specAt = (version: string, more: object = {}, kubernetes: object = {}): ShootSpec => ({
  provider: { type: "aws" },
  ...more,
  kubernetes: { version, ...kubernetes },
});
const told = (spec: ShootSpec, rules = newestRules) => persistentWarningsOf(spec, rules).map(({ field }) => field);

describe("with every write of a Shoot the API server warns of", () => {
  test.each<[string, ShootSpec, readonly string[]]>([
    ["nothing where all is new", specAt("1.35.1", { cloudProfile: { name: "aws" } }), []],
    ["add-ons, also empty ones", specAt("1.34.1", { addons: {} }), ["spec.addons"]],
    ["a SecretBinding", specAt("1.33.1", { secretBindingName: "one" }), ["spec.secretBindingName"]],
    ["the old name of a profile", specAt("1.33.1", { cloudProfileName: "aws" }), ["spec.cloudProfileName"]],
    ["no old name of a profile before that", specAt("1.32.1", { cloudProfileName: "aws" }), []],
    ["IPVS", specAt("1.35.1", {}, { kubeProxy: { mode: "IPVS" } }), ["spec.kubernetes.kubeProxy.mode"]],
    ["no IPVS before that", specAt("1.34.1", {}, { kubeProxy: { mode: "IPVS" } }), []],
    [
      "what the API server and others need no more",
      specAt(
        "1.32.1",
        { dns: { providers: [{ type: "a" }, { type: "b", secretName: "b" }] } },
        {
          kubeControllerManager: { podEvictionTimeout: "2m" },
          clusterAutoscaler: { maxEmptyBulkDelete: 3 },
          kubeScheduler: { kubeMaxPDVols: "8" },
          kubeAPIServer: { enableAnonymousAuthentication: false, watchCacheSizes: { default: 100 } },
        },
      ),
      [
        "spec.kubernetes.kubeControllerManager.podEvictionTimeout",
        "spec.kubernetes.clusterAutoscaler.maxEmptyBulkDelete",
        "spec.kubernetes.kubeScheduler.kubeMaxPDVols",
        "spec.kubernetes.kubeAPIServer.enableAnonymousAuthentication",
        "spec.kubernetes.kubeAPIServer.watchCacheSizes.default",
        "spec.dns.providers[1].secretName",
      ],
    ],
  ])("%s", (_what, spec, expected) => {
    expect(told(spec)).toEqual(expected);
  });

  test("only what its release warns of", () => {
    const spec = specAt("1.35.1", { addons: {} }, { kubeProxy: { mode: "IPVS" } });
    expect(told(spec, gardenerRulesOfRelease({ minor: 135, patch: 0, dev: false }))).toEqual([]);
    expect(told(spec, gardenerRulesOfRelease({ minor: 136, patch: 0, dev: false }))).toHaveLength(2);
  });
});
