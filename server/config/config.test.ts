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

describe("the garden's address for people, and how kubectl signs in there", () => {
  const oidc = {
    ...{ OIDC_ISSUER: "https://id.example", OIDC_CLIENT_ID: "almanac", PUBLIC_ORIGIN: "https://a.example" },
    OIDC_CLIENT_SECRET_FILE: "/secret",
  };

  test("are unset, or those of the only garden", () => {
    expect(read({}).gardenAccess).toEqual({ servers: new Map(), caFile: undefined, publicClient: undefined });
    const given = {
      ...{ GARDEN_EXTERNAL_URL: "https://api.garden.example/", GARDEN_EXTERNAL_CA_FILE: "/ca.crt" },
      ...{ KUBECONFIG_OIDC_CLIENT_ID: "kubectl", KUBECONFIG_OIDC_SCOPES: "openid  email" },
    };
    expect(read({ ...oidc, ...given }).gardenAccess).toEqual({
      servers: new Map([["", "https://api.garden.example"]]),
      caFile: "/ca.crt",
      publicClient: { id: "kubectl", scopes: ["email"] },
    });
  });

  test("are given by garden where there are several", () => {
    const GARDENS = "live=/live.yaml, canary=/canary.yaml";
    const GARDEN_EXTERNAL_URL = "live=https://api.live.example, canary=https://api.canary.example/x";
    expect(read({ GARDENS, GARDEN_EXTERNAL_URL }).gardenAccess.servers).toEqual(
      new Map([
        ["live", "https://api.live.example"],
        ["canary", "https://api.canary.example/x"],
      ]),
    );
    for (const wrong of ["https://api.live.example", "beta=https://api.beta.example"]) {
      expect(faults({ GARDENS, GARDEN_EXTERNAL_URL: wrong })).toEqual([
        expect.stringMatching(/^GARDEN_EXTERNAL_URL: GARDENS names no garden/),
      ]);
    }
    expect(faults({ GARDENS, GARDEN_EXTERNAL_URL: "live=https://a.example, live=https://b.example" })).toEqual([
      "GARDEN_EXTERNAL_URL: names a garden twice",
    ]);
  });

  test.each<[string, Environment, string]>([
    ["plain http", { GARDEN_EXTERNAL_URL: "http://api.garden.example" }, "GARDEN_EXTERNAL_URL"],
    ["a password in the address", { GARDEN_EXTERNAL_URL: "https://a:b@api.example" }, "GARDEN_EXTERNAL_URL"],
    ["a name without several gardens", { GARDEN_EXTERNAL_URL: "live=https://api.example" }, "GARDEN_EXTERNAL_URL"],
    ["authorities without an address", { GARDEN_EXTERNAL_CA_FILE: "/ca.crt" }, "GARDEN_EXTERNAL_URL"],
    ["a client without a provider", { KUBECONFIG_OIDC_CLIENT_ID: "kubectl" }, "OIDC_ISSUER"],
    [
      "Almanac's own client, whose secret nobody else has",
      { ...oidc, KUBECONFIG_OIDC_CLIENT_ID: "almanac" },
      "KUBECONFIG_OIDC_CLIENT_ID",
    ],
  ])("refuse %s", (_what, environment, variable) => {
    expect(faults(environment)).toEqual([expect.stringMatching(new RegExp(`^${variable}: `))]);
  });
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
