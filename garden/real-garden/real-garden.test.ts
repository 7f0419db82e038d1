import { afterAll, beforeAll, expect, test } from "vitest";
import type { EmbeddedGarden } from "#garden/start-embedded-garden.ts";
import { createRawClient, type RawClient } from "#garden/testing/raw-client.ts";
import { explanations } from "./explained.fixture.ts";
import { startRecordedGarden } from "./garden.fixture.ts";
import { differencesOf, recordedCases, replay } from "./replay.fixture.ts";

let garden: EmbeddedGarden | undefined;
let client: RawClient | undefined;

beforeAll(async () => {
  garden = await startRecordedGarden();
  client = createRawClient(garden);
});
afterAll(async () => {
  client?.close();
  await garden?.stop();
});

const explained = new Map(explanations.flatMap(({ why, cases }) => cases.map((name) => [name, why] as const)));

test("every explanation is of a recorded case, and no case has two", () => {
  const names = recordedCases().map((recorded) => recorded.case);
  expect(explanations.flatMap(({ cases }) => cases).filter((name) => !names.includes(name))).toEqual([]);
  expect(explained.size).toBe(explanations.flatMap(({ cases }) => cases).length);
  expect(new Set(names).size).toBe(names.length);
});

test("the embedded garden answers as Gardener's API server did, or differs for a reason", async () => {
  if (!client) throw new Error("the garden has not started");
  const unexplained: string[] = [];
  const needless: string[] = [];
  for (const recorded of recordedCases()) {
    const here = await replay(client, recorded);
    const differences = differencesOf(recorded.answer, here);
    const isExplained = explained.has(recorded.case);
    if (differences.length === 0 && isExplained) needless.push(recorded.case);
    if (differences.length === 0 || isExplained) continue;
    const both = differences.map(
      (kind) => `${kind} ${JSON.stringify(recorded.answer[kind])}, here ${JSON.stringify(here[kind])}`,
    );
    unexplained.push(`${recorded.case}: ${both.join("; ")}`);
  }
  // Explanations that are no longer needed go, so that the list says what differs today.
  expect({ unexplained, needless }).toEqual({ unexplained: [], needless: [] });
});
