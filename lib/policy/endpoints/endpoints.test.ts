import { describe, expect, test } from "vitest";
import { newestGardenerRelease } from "../editions/gardener-release.ts";
import { gardenerRulesOfRelease } from "../editions/gardener-rules.ts";
import { type AdvertisedAddressSources, advertisedAddresses } from "./advertised-addresses.ts";
import { controlPlanePorts } from "./control-plane-ports.ts";

const advertise = { "endpoint.shoot.gardener.cloud/advertise": "true" };

describe("advertised addresses", () => {
  test.each<[string, AdvertisedAddressSources, readonly string[]]>([
    [
      "hosts with a wildcard keep their index",
      { ingresses: [{ name: "web", labels: advertise, tls: [{ hosts: ["*.a", "b.a"] }] }] },
      ["ingress/web/0/1"],
    ],
    ["only labelled Ingresses", { ingresses: [{ name: "web", tls: [{ hosts: ["b.a"] }] }] }, []],
  ])("%s", (_name, sources, names) => {
    expect(advertisedAddresses(sources).map(({ name }) => name)).toEqual(names);
  });
});

test.each<[string, number, readonly number[]]>([
  ["up to 1.112 apiserver-proxy and VPN have a port each", 110, [443, 8443, 8132]],
  ["from 1.113 they share 8132", 120, [443, 8132]],
  ["from 1.144 they share 8443, and 8132 stays open for old clusters", 149, [443, 8443, 8132]],
])("%s", (_name, minor, ports) => {
  expect(
    controlPlanePorts(gardenerRulesOfRelease({ ...newestGardenerRelease, minor })).map(({ port }) => port),
  ).toEqual(ports);
});
