import { existsSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { configVariables, type Environment, readConfig } from "./config.ts";

function read(environment: Environment) {
  const result = readConfig(environment);
  if (!result.ok) throw new Error(result.error.join("; "));
  return result.value;
}

function faults(environment: Environment): readonly string[] {
  const result = readConfig(environment);
  return result.ok ? [] : result.error;
}

describe("which garden is shown", () => {
  test.each<[string, Environment, ReturnType<typeof read>["garden"]]>([
    ["nothing configured: the demo", {}, { kind: "embedded", shoots: 0, pace: 20, life: true }],
    ["a kubeconfig", { KUBECONFIG: "/g.yaml" }, { kind: "kubeconfig", file: "/g.yaml" }],
    [
      "a kubeconfig inside a cluster",
      { KUBECONFIG: "/g.yaml", GARDEN_CONTEXT: "live", KUBERNETES_SERVICE_HOST: "10.0.0.1" },
      { kind: "kubeconfig", file: "/g.yaml", context: "live" },
    ],
    ["inside a cluster: that one, never the demo", { KUBERNETES_SERVICE_HOST: "10.0.0.1" }, { kind: "in-cluster" }],
    [
      "the demo that outlives restarts",
      { DEMO_DATA: "/data/garden" },
      { kind: "embedded", shoots: 0, pace: 20, life: true, dataFolder: "/data/garden" },
    ],
    [
      "inside a cluster with DEMO: the demo",
      { KUBERNETES_SERVICE_HOST: "10.0.0.1", DEMO: "1", DEMO_SHOOTS: "500", DEMO_PACE: "2.5" },
      { kind: "embedded", shoots: 500, pace: 2.5, life: true },
    ],
  ])("%s", (_name, environment, expected) => {
    expect(read(environment).garden).toEqual(expected);
  });
});

test("every fault is named at once", () => {
  const found = faults({ PORT: "70000", SESSION_MAX_AGE: "soon", LOG_LEVEL: "loud", DEMO: "perhaps" });
  expect(found.map((fault) => fault.split(":")[0])).toEqual(["PORT", "DEMO", "SESSION_MAX_AGE", "LOG_LEVEL"]);
});

test.each<[string, Environment, string]>([
  ["two gardens at once", { DEMO: "true", KUBECONFIG: "/g.yaml" }, "DEMO"],
  ["a context without a kubeconfig", { GARDEN_CONTEXT: "live" }, "GARDEN_CONTEXT"],
  ["a garden is required but none is configured", { GARDEN_REQUIRED: "true" }, "GARDEN_REQUIRED"],
  ["an exposed address without the public origin", { HOST: "0.0.0.0", KUBECONFIG: "/g.yaml" }, "PUBLIC_ORIGIN"],
  ["the demo exposed by accident", { HOST: "0.0.0.0", PUBLIC_ORIGIN: "https://a.example" }, "DEMO"],
  ["a public origin over plain http", { PUBLIC_ORIGIN: "http://a.example" }, "PUBLIC_ORIGIN"],
  ["a public origin with a path", { PUBLIC_ORIGIN: "https://a.example/almanac" }, "PUBLIC_ORIGIN"],
  ["more generated Shoots than the demo holds", { DEMO_SHOOTS: "50001" }, "DEMO_SHOOTS"],
  ["a session of ten seconds", { SESSION_MAX_AGE: "10s" }, "SESSION_MAX_AGE"],
])("S03, S31: refuses %s", (_name, environment, variable) => {
  expect(faults(environment)).toEqual([expect.stringMatching(new RegExp(`^${variable}: `))]);
});

test("S22: no proxy is believed unless the configuration says how many stand in front", () => {
  expect(read({}).trustedProxyHops).toBe(0);
  expect(read({ TRUSTED_PROXY_HOPS: "2" }).trustedProxyHops).toBe(2);
  for (const wrong of ["-1", "10", "1.5", "true", "all"]) {
    expect(faults({ TRUSTED_PROXY_HOPS: wrong })).toEqual([expect.stringMatching(/^TRUSTED_PROXY_HOPS: /)]);
  }
});

test("blank variables count as unset", () => {
  expect(read({ PORT: " ", KUBECONFIG: "" })).toEqual(read({}));
});

test("session key files keep their order", () => {
  expect(read({ SESSION_KEY_FILES: "/k/new, /k/old," }).sessionKeyFiles).toEqual(["/k/new", "/k/old"]);
});

test("an origin loses its trailing slash", () => {
  expect(read({ PUBLIC_ORIGIN: "https://a.example/" }).publicOrigin).toBe("https://a.example");
});

test.skipIf(!existsSync("README.md"))("README lists every variable with its default", () => {
  const readme = readFileSync("README.md", "utf8");
  const rows = configVariables.map(
    ({ name, default: fallback, meaning }) =>
      `| \`${name}\` | ${fallback === "" ? "" : `\`${fallback}\``} | ${meaning} |`,
  );
  const squeeze = (text: string) => text.replace(/ +/g, " ");
  expect(rows.filter((row) => !squeeze(readme).includes(squeeze(row)))).toEqual([]);
});
