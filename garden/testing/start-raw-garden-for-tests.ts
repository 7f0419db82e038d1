import { afterAll, beforeAll } from "vitest";
import { type EmbeddedGarden, type EmbeddedGardenOptions, startEmbeddedGarden } from "#garden/start-embedded-garden.ts";
import { createRawClient, type RawClient } from "./raw-client.ts";

/** Starts a garden and a raw client before the first test of a file, and stops both after the last. */
export function startRawGardenForTests(options: EmbeddedGardenOptions = {}): {
  readonly garden: EmbeddedGarden;
  readonly client: RawClient;
} {
  let garden: EmbeddedGarden | undefined;
  let client: RawClient | undefined;
  beforeAll(async () => {
    garden = await startEmbeddedGarden({ life: false, ...options });
    client = createRawClient(garden);
  });
  afterAll(async () => {
    client?.close();
    await garden?.stop();
  });
  return {
    get garden() {
      if (garden === undefined) throw new Error("the garden has not started: look at it within a test or a hook");
      return garden;
    },
    get client() {
      if (client === undefined) throw new Error("the garden has not started: look at it within a test or a hook");
      return client;
    },
  };
}
