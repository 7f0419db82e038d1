import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { EmbeddedGarden } from "#garden/start-embedded-garden.ts";
import { leases } from "#lib/kube/resource.ts";
import type { GardenClient } from "#server/garden/garden-client.ts";
import { connectEmbeddedGarden, startTestGarden } from "#server/testing/embedded-garden.ts";
import { createSkewedClock, type SkewedClock } from "#server/testing/skewed-clock.ts";
import { Lease, maxLeaseWorkMs } from "./lease.ts";

const place = { resource: leases, namespace: "almanac" };

let embedded: EmbeddedGarden;
let client: GardenClient;
let close: () => Promise<void>;

beforeAll(async () => {
  ({ embedded } = await startTestGarden({ speed: 0 }));
  const { garden } = connectEmbeddedGarden(embedded);
  if (garden.own === undefined) throw new Error("Almanac has no credential there");
  client = garden.own;
  close = () => garden.close();
});
beforeEach(() => {
  for (const { metadata } of embedded.api.list(place)) embedded.api.delete({ ...place, name: metadata.name });
});
afterAll(async () => {
  await close();
  await embedded.stop();
});

/** A replica with its own clock, which competes for the Lease. */
function replica(): { readonly lease: Lease; readonly clock: SkewedClock } {
  const clock = createSkewedClock();
  return { lease: new Lease({ client, namespace: "almanac", name: "work", clock }), clock };
}

test("of several that want it at once one holds it, and keeps it", async () => {
  const all = [replica(), replica(), replica()];
  const renewAll = () => Promise.all(all.map(({ lease }) => lease.renew()));
  await renewAll();
  const first = all.map(({ lease }) => lease.isHeld);
  expect(first.filter(Boolean)).toHaveLength(1);
  await renewAll();
  expect(all.map(({ lease }) => lease.isHeld)).toEqual(first);
});

test("a holder that does not renew it knows so before another one takes it", async () => {
  const [gone, next] = [replica(), replica()];
  await gone.lease.renew();
  await next.lease.renew();
  gone.clock.skip(maxLeaseWorkMs);
  next.clock.skip(maxLeaseWorkMs);
  expect(gone.lease.isHeld).toBe(false);
  await next.lease.renew();
  expect(next.lease.isHeld).toBe(false);
  next.clock.skip(30_000 - maxLeaseWorkMs + 1);
  await next.lease.renew();
  expect(next.lease.isHeld).toBe(true);
  await gone.lease.renew();
  expect(gone.lease.isHeld).toBe(false);
  expect(embedded.api.get({ ...place, name: "work" })).toMatchObject({ spec: { leaseTransitions: 1 } });
});

test("a clock that is wrong by hours takes it from nobody who renews it", async () => {
  const [holder, other] = [replica(), replica()];
  await holder.lease.renew();
  await other.lease.renew();
  other.clock.skip(3 * 3_600_000);
  await holder.lease.renew();
  await other.lease.renew();
  expect([holder.lease.isHeld, other.lease.isHeld]).toEqual([true, false]);
});

test("what is given back is another's at once", async () => {
  const [leaving, next] = [replica(), replica()];
  await leaving.lease.renew();
  await leaving.lease.release();
  await next.lease.renew();
  expect([leaving.lease.isHeld, next.lease.isHeld]).toEqual([false, true]);
  await leaving.lease.release();
  expect(next.lease.isHeld).toBe(true);
});
