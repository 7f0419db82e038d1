import { describe, expect, test } from "vitest";
import { parseCustomFields } from "#lib/custom-fields/parse-custom-fields.ts";
import { sampleFleetRow } from "#lib/fleet/sample-fleet-row.fixture.ts";
import { GardenError, type GardenErrorReason } from "#server/garden/garden-error.ts";
import { recordingTransport } from "#server/testing/recording-transport.ts";
import { createTransportGarden } from "#server/testing/route-test-bed.ts";
import { readCluster } from "./read-cluster.ts";

const shoot = { metadata: { name: "n", namespace: "garden-p", uid: "u", resourceVersion: "1" }, spec: {} };
const { garden } = createTransportGarden(recordingTransport(() => ({ status: 200, body: shoot })));

/** Fields that the project of the Shoot defines. */
const customFields = parseCustomFields(
  JSON.stringify({
    finalizer: {
      name: "Finalizer: first",
      path: "metadata.finalizers[0]",
      tooltip: "Who is last",
      defaultValue: "none",
    },
    seed: { name: "Seed", path: "spec.seedName", weight: -1 },
    listed: { name: "Only listed", path: "metadata.name", showDetails: false },
  }),
).fields;

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
    fleet: {
      rowOf: () => sampleFleetRow(),
      viewOf: () => ({ release: "v1.149.3" }),
      customFieldsOf: () => customFields,
    },
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

test("fields that the project defines for the page have their values from the whole Shoot", async () => {
  const whole = { ...shoot, metadata: { ...shoot.metadata, finalizers: ["gardener"] } };
  const read = async (body: object) => {
    const told = createTransportGarden(recordingTransport(() => ({ status: 200, body })));
    return (
      await readCluster(
        reading(async () => true, told.garden.withToken),
        request,
      )
    ).customFields;
  };
  const seed = { name: "Seed", value: undefined, tooltip: undefined };
  expect(await read(whole)).toEqual([seed, { name: "Finalizer: first", value: "gardener", tooltip: "Who is last" }]);
  expect(await read(shoot)).toEqual([seed, { name: "Finalizer: first", value: "none", tooltip: "Who is last" }]);
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
