import { describe, expect, it } from "vitest";
import type { Shoot } from "#lib/garden/shoot.ts";
import { dayMs } from "#lib/kube/time-units.ts";
import { forecastShoot } from "#lib/policy/forecast/forecaster.ts";

const now = Date.parse("2026-11-21T12:00:00Z");
const options = { now, horizon: now + 365 * dayMs };
const profile = {
  kubernetes: {
    versions: [
      { version: "1.34.1", expirationDate: "2027-01-10T00:00:00Z" },
      { version: "1.35.5", classification: "supported" },
    ],
  },
};

/** The forecast for the control plane, with its notes. */
function foreseen(end: string) {
  const shoot: Shoot = {
    metadata: { name: "s", annotations: { "shoot.gardener.cloud/expiration-timestamp": end } },
    spec: {
      credentialsBindingName: "trial",
      kubernetes: { version: "1.34.1" },
      provider: { type: "local" },
      maintenance: {
        autoUpdate: { kubernetesVersion: false },
        timeWindow: { begin: "220000+0100", end: "230000+0100" },
      },
    },
    status: { gardener: { version: "v1.149.3" } },
  };
  const told = forecastShoot(shoot, profile, options);
  return told.outcome === "foreseen" ? { lane: told.lanes[0], caveats: told.caveats } : undefined;
}

describe("a Shoot whose lifetime ends", () => {
  it("is not forced to a version after Gardener has deleted it", () => {
    expect(foreseen("2026-12-01T00:00:00Z")).toMatchObject({
      lane: { hops: [], deadEnds: [], finalVersions: ["1.34.1"] },
      caveats: ["lifetime-ends"],
    });
  });
  it("is forced before it", () => {
    expect(foreseen("2027-02-01T00:00:00Z")).toMatchObject({
      lane: { hops: [{ to: "1.35.5" }], finalVersions: ["1.35.5"] },
    });
  });
});
