import { expect, test } from "vitest";
import { operationShootWith } from "../operations/operation-shoot.fixture.ts";
import { predictMigrationCheck } from "./migration.ts";

const spec = { provider: { type: "local", region: "here" } };
const source = { metadata: { name: "own-seed" }, spec, status: { gardener: { version: "v1.150.0" } } };
const destination = {
  ...source,
  metadata: { name: "new-seed" },
  status: {
    ...source.status,
    conditions: ["GardenletReady", "SeedSystemComponentsHealthy"].map((type) => ({ type, status: "True" })),
  },
};

test("a destination that is ready is told once, and asked about every 5 seconds until the Shoot moves", () => {
  const moving = { spec: { seedName: "new-seed" }, status: { seedName: "own-seed" } };
  const told = predictMigrationCheck(operationShootWith(moving), source, destination);
  expect(told).toEqual({
    readyForMigration: { status: "True", reason: "DestinationSeedReady" },
    checksAgainAfterMs: undefined,
  });
  const ready = { type: "ReadyForMigration", status: "True", reason: "DestinationSeedReady" };
  const waiting = operationShootWith({ ...moving, status: { ...moving.status, constraints: [ready] } });
  expect(predictMigrationCheck(waiting, source, destination)).toEqual({
    readyForMigration: ready,
    checksAgainAfterMs: 5_000,
  });
});

test("no destination is ready while one of the Seeds does not say its release", () => {
  const moving = operationShootWith({ spec: { seedName: "new-seed" }, status: { seedName: "own-seed" } });
  const unknown = { gardener: null };
  const asked = [
    { ...source, status: unknown },
    { ...destination, status: { ...destination.status, ...unknown } },
  ] as const;
  expect(predictMigrationCheck(moving, ...asked).readyForMigration?.reason).toBe("DestinationSeedUnready");
});
