import { expect, test } from "vitest";
import { GET, POST } from "#app/api/seeds/[seed]/scheduling/route.ts";
import { seedSchedulingSchema } from "#lib/contract/seed/scheduling.ts";
import type { Seed } from "#lib/garden/seed.ts";
import { seeds as seedResource } from "#lib/kube/resource.ts";
import { startDemoTestBed } from "#server/testing/demo-test-bed.ts";
import { problemIn } from "#server/testing/route-test-bed.ts";

/** Method whose requests for one Seed get no answer. */
let unanswered = "";
const demo = startDemoTestBed({
  wrap: (transport) => ({
    close: () => transport.close(),
    send: async (request) => {
      if (request.method === unanswered && request.url.pathname.endsWith("/seeds/gcp-eu1"))
        throw Object.assign(new Error("socket hang up"), { code: "ECONNRESET" });
      return transport.send(request);
    },
  }),
});

async function read(identity: string, seed: string) {
  const response = await demo.call(GET, identity, { params: { seed } });
  expect(response.status).toBe(200);
  return seedSchedulingSchema.parse(await response.json());
}

const visibilityOf = (name: string) =>
  demo.embedded.api.get<Seed>({ resource: seedResource, name })?.spec.settings?.scheduling?.visible;

test("whoever may patch Seeds learns of the regions that hiding one leaves without a Seed, and does it", async () => {
  const before = await read("operator", "aws-eu1");
  expect(before).toMatchObject({ visible: true, profilesRead: true });
  expect(before.clusters).toBeGreaterThan(0);
  expect(before.changes.some(({ after }) => after !== "in-region")).toBe(true);
  const body = { visible: false, generation: before.generation };
  // The gardenlet writes the status all the time, which changes nothing of what the dialog has said.
  const status = { resource: seedResource, name: "aws-eu1", subresource: "status" } as const;
  demo.embedded.api.patch(status, { status: { kubernetesVersion: "v1.34.10" } });
  const response = await demo.call(POST, "operator", { params: { seed: "aws-eu1" }, body });
  expect([response.status, await response.json()]).toEqual([200, { visible: false }]);
  expect(visibilityOf("aws-eu1")).toBe(false);
  const after = await read("operator", "aws-eu1");
  expect(after).toMatchObject({ visible: false, clusters: before.clusters });
  expect(after.changes.map(({ after: reach }) => reach)).toContain("in-region");

  const stale = await demo.call(POST, "operator", { params: { seed: "aws-eu1" }, body: { ...body, visible: true } });
  expect(await problemIn(stale)).toMatchObject({
    status: 409,
    reason: "conflict",
    detail:
      "Nothing was written: somebody has changed the Seed's specification meanwhile. The scheduler does not see the Seed.",
  });
  expect(visibilityOf("aws-eu1")).toBe(false);

  const back = { visible: true, generation: after.generation };
  expect((await demo.call(POST, "operator", { params: { seed: "aws-eu1" }, body: back })).status).toBe(200);
  expect(visibilityOf("aws-eu1")).toBe(true);
});

test("a member learns what follows, but not the number of clusters, and the garden refuses the change", async () => {
  const told = await read("owner-commerce", "gcp-eu1");
  expect(told).toMatchObject({ visible: true });
  expect(told.clusters).toBeUndefined();
  const body = { visible: false, generation: told.generation };
  const response = await demo.call(POST, "owner-commerce", { params: { seed: "gcp-eu1" }, body });
  expect([response.status, (await problemIn(response)).reason]).toEqual([403, "forbidden"]);
  expect(visibilityOf("gcp-eu1")).toBe(true);
});

test("a Seed that does not exist is not found", async () => {
  expect((await demo.call(GET, "operator", { params: { seed: "none" } })).status).toBe(404);
});

test("a Seed whose specification changed otherwise is not written either, and it is said how it stands", async () => {
  const { generation } = await read("operator", "gcp-eu1");
  const target = { resource: seedResource, name: "gcp-eu1" };
  demo.embedded.api.patch(target, { spec: { settings: { excessCapacityReservation: { enabled: false } } } });
  const response = await demo.call(POST, "operator", {
    params: { seed: "gcp-eu1" },
    body: { visible: false, generation },
  });
  expect((await problemIn(response)).detail).toMatch(/The scheduler sees the Seed\.$/);
  expect(visibilityOf("gcp-eu1")).not.toBe(false);
});

test.each([
  ["GET", "Nothing was written: the Seed could not be read."],
  ["PATCH", "Whether the change took effect is not certain: look at the Seed again."],
])("whether something was written is uncertain only if the write has no answer: %s", async (method, detail) => {
  const { generation } = await read("operator", "gcp-eu1");
  unanswered = method;
  try {
    const body = { visible: false, generation };
    const response = await demo.call(POST, "operator", { params: { seed: "gcp-eu1" }, body });
    expect(await problemIn(response)).toMatchObject({ reason: "garden-unreachable", detail });
  } finally {
    unanswered = "";
  }
});
