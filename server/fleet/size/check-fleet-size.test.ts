import { pino } from "pino";
import { describe, expect, test } from "vitest";
import type { GardenClient } from "#server/garden/garden-client.ts";
import { GardenError } from "#server/garden/garden-error.ts";
import { startTestGarden } from "#server/testing/embedded-garden.ts";
import { checkFleetSize } from "./check-fleet-size.ts";

const log = pino({ level: "silent" });

/** A fake garden whose first page of Shoots contains the remaining item count. */
function garden(metadata: {
  readonly continue?: string;
  readonly remainingItemCount?: number;
}): Pick<GardenClient, "list"> {
  const shoot = {
    metadata: { name: "a", uid: "a", resourceVersion: "1", managedFields: [{}] },
    spec: { region: "x".repeat(10_000) },
  };
  const body = JSON.parse(JSON.stringify({ metadata, items: [shoot, shoot] }));
  return { list: async () => ({ body, warnings: [] }) };
}

describe("F18: before the fleet is read", () => {
  test("one that fits is read", async () => {
    await checkFleetSize([garden({ continue: "next", remainingItemCount: 100 })], log);
    await checkFleetSize([garden({})], log);
  });

  test("one that does not fit stops the start with what it needs", async () => {
    const huge = garden({ continue: "next", remainingItemCount: 10_000_000 });
    await expect(checkFleetSize([huge], log)).rejects.toThrow(
      /has 10000002 Shoots of about [1-9]\d* bytes each.*--max-old-space-size=/,
    );
  });

  test("a garden that sends its Shoots in pages is asked how many they are", async () => {
    const { found } = await startTestGarden({ shoots: 100 });
    try {
      const { own } = found.garden;
      if (own === undefined) throw new Error("nobody watches this garden");
      const said = checkFleetSize([own], log, { limitBytes: 1, usedBytes: 0 });
      await expect(said).rejects.toThrow(/has 184 Shoots of about \d{4} bytes/);
    } finally {
      await found.stop();
    }
  });

  test("where nobody can tell it is read", async () => {
    await checkFleetSize([garden({ continue: "next" })], log);
    const away = { list: () => Promise.reject(new GardenError({ reason: "unreachable", message: "away" })) };
    await checkFleetSize([away], log);
  });
});
