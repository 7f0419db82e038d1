import { describe, expect, test } from "vitest";
import { sampleFleetRow } from "#lib/fleet/sample-fleet-row.fixture.ts";
import { GardenError, type GardenErrorReason } from "#server/garden/garden-error.ts";
import { recordingTransport } from "#server/testing/recording-transport.ts";
import { createTransportGarden } from "#server/testing/route-test-bed.ts";
import { readCluster } from "./read-cluster.ts";

const shoot = { metadata: { name: "n", namespace: "garden-p", uid: "u", resourceVersion: "1" }, spec: {} };
const { garden } = createTransportGarden(recordingTransport(() => ({ status: 200, body: shoot })));

/** A fake garden that answers reads, and access reviews as the test says. */
function reading(may: () => Promise<boolean>, withToken = garden.withToken) {
  return {
    withToken,
    scopes: {
      scopeOf: async () => ({
        all: false,
        namespaces: new Set<string>(),
        shown: { all: false, projects: [], unreadable: [] },
        rowsKey: "",
        shownKey: "",
        identity: { name: "ada", groups: [] },
        askedAt: 0,
      }),
    },
    reviews: { may, identityOf: async () => ({ name: "ada", groups: [] }), forget: () => undefined },
    fleet: { rowOf: () => sampleFleetRow(), viewOf: () => ({ release: "v1.149.3" }) },
    now: () => 0,
  };
}
const request = { token: "t", cluster: { project: "p", name: "n" }, signal: new AbortController().signal };

describe("S14: a review is a hint", () => {
  test.each([true, false])("when the garden says %s, that is what is shown", async (allowed) => {
    const { permissions } = await readCluster(
      reading(async () => allowed),
      request,
    );
    expect(permissions).toMatchObject({ patchShoot: allowed, uncertain: false });
  });

  test.each<GardenErrorReason>(["internal", "timeout", "forbidden", "unreachable"])(
    "when it cannot be had (%s), nothing is forbidden on the garden's behalf",
    async (reason) => {
      const failing = reading(() => Promise.reject(new GardenError({ reason, message: "no answer" })));
      const { permissions } = await readCluster(failing, request);
      expect(permissions).toMatchObject({ patchShoot: true, uncertain: true });
    },
  );

  test("a token that the garden refuses is a session that has ended, not a hint", async () => {
    const refused = reading(() => Promise.reject(new GardenError({ reason: "unauthorized", message: "no" })));
    await expect(readCluster(refused, request)).rejects.toMatchObject({ reason: "unauthorized" });
  });
});

test("what is known around the cluster comes along, above all the release of the garden", async () => {
  const { view } = await readCluster(
    reading(async () => true),
    request,
  );
  expect(view).toEqual({ release: "v1.149.3" });
});

test.each<[string, object, readonly string[]]>([
  ["that the garden warns of", { kubernetes: { version: "1.34.1" }, addons: {} }, ["spec.addons"]],
  ["that nobody warns of", { kubernetes: { version: "1.35.1" } }, []],
  ["that no garden should have", { provider: { workers: [null] }, addons: 3 }, ["spec.addons"]],
  ["of which there are none", {}, []],
])("settings %s", async (_what, spec, expected) => {
  const told = createTransportGarden(recordingTransport(() => ({ status: 200, body: { ...shoot, spec } })));
  const { warnings } = await readCluster(
    reading(async () => true, told.garden.withToken),
    request,
  );
  expect(warnings.map(({ field }) => field)).toEqual(expected);
});
