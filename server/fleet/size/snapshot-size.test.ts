import { brotliCompressSync, constants } from "node:zlib";
import { afterEach, describe, expect, test } from "vitest";
import type { FleetRow, FleetSnapshot } from "#lib/contract/fleet.ts";
import { fleetRowSchema } from "#lib/contract/fleet.ts";
import { FleetReader } from "#lib/contract/read-fleet.ts";
import { generateFleetLines } from "#lib/contract/write-fleet.ts";
import { demoObjects } from "#server/testing/demo-objects.ts";
import { fullScope } from "#server/testing/full-scope.ts";
import { createWatchedFleet } from "../create-watched-fleet.fixture.ts";

const now = new Date("2026-11-24T12:00:00Z");
const fleets: { close(): void }[] = [];
afterEach(() => {
  for (const fleet of fleets.splice(0)) fleet.close();
});

/** The demo clusters and the given number of generated ones, as sent to a user who sees all. */
async function snapshotOf(shoots: number): Promise<FleetSnapshot> {
  const world = await createWatchedFleet(demoObjects(now, shoots), now);
  fleets.push(world.fleet);
  const { fleet } = world;
  return {
    cursor: fleet.cursors.now(fullScope),
    freshness: fleet.freshness(),
    scope: fullScope.shown,
    rows: world.rows(),
  };
}

function sizesOf(snapshot: FleetSnapshot) {
  const body = [...generateFleetLines(snapshot)].join("\n");
  const packed = brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } });
  const { length } = snapshot.rows;
  return { plain: body.length / length, packed: packed.byteLength / length };
}

/** The value without undefined fields, as in JSON. */
const plain = (rows: readonly FleetRow[]): unknown => JSON.parse(JSON.stringify(rows));

describe("what a browser gets of a fleet", () => {
  test("is what the server holds, row by row and of the schema; what several rows say, they share", async () => {
    const snapshot = await snapshotOf(1_000);
    const reader = new FleetReader();
    for (const line of generateFleetLines(snapshot)) reader.take(line);
    const rows = reader.whole()?.rows ?? [];
    expect(rows).toStrictEqual(plain(snapshot.rows));
    for (const row of rows) expect(fleetRowSchema.safeParse(row).data).toEqual(row);
    const differing = new Set(rows.map(({ conditions }) => JSON.stringify(conditions))).size;
    expect(new Set(rows.map(({ conditions }) => conditions)).size).toBe(differing);
  });

  test("is at most 300 bytes a Shoot, 67 packed, and no more in a larger fleet", async () => {
    const [small, large] = [sizesOf(await snapshotOf(1_000)), sizesOf(await snapshotOf(4_000))];
    expect(large.plain).toBeLessThanOrEqual(300);
    expect(large.packed).toBeLessThanOrEqual(67);
    expect(large.plain / small.plain).toBeLessThanOrEqual(1.2);
    expect(large.packed / small.packed).toBeLessThanOrEqual(1.2);
  });
});
