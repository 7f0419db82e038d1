import { afterAll, beforeAll, expect, test } from "vitest";
import type { EmbeddedGarden } from "#garden/start-embedded-garden.ts";
import { createRawClient, type RawClient } from "#garden/testing/raw-client.ts";
import { differenceExplanations } from "./explained.fixture.ts";
import { startRecordedGarden } from "./garden.fixture.ts";
import { recordedCases, replayRequest, responseDifferencesOf } from "./replay.fixture.ts";

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

const explained = new Map(
  differenceExplanations.flatMap(({ why, cases }) => cases.map((name) => [name, why] as const)),
);

test("every explanation is of a recorded case, and no case has two", () => {
  const names = recordedCases().map((recorded) => recorded.case);
  expect(differenceExplanations.flatMap(({ cases }) => cases).filter((name) => !names.includes(name))).toEqual([]);
  expect(explained.size).toBe(differenceExplanations.flatMap(({ cases }) => cases).length);
  expect(new Set(names).size).toBe(names.length);
});

test("the embedded garden answers as Gardener's API server did, or differs for a reason", async () => {
  if (!client) throw new Error("the garden has not started");
  const unexplained: string[] = [];
  const needless: string[] = [];
  for (const recorded of recordedCases()) {
    const here = await replayRequest(client, recorded);
    const differences = responseDifferencesOf(recorded.answer, here);
    const isExplained = explained.has(recorded.case);
    if (differences.length === 0 && isExplained) needless.push(recorded.case);
    if (differences.length === 0 || isExplained) continue;
    const both = differences.map(
      (kind) => `${kind} ${JSON.stringify(recorded.answer[kind])}, here ${JSON.stringify(here[kind])}`,
    );
    unexplained.push(`${recorded.case}: ${both.join("; ")}`);
  }
  // Explanations that no case needs must be removed, so that the list shows the current differences.
  expect({ unexplained, needless }).toEqual({ unexplained: [], needless: [] });
});
