import { expect, test } from "vitest";
import { collectScreenTexts } from "./calm/collect-screen-texts.fixture.ts";

test("of ten thousand generated clusters no screen says in any language what the policy core denies", async () => {
  const told = await collectScreenTexts(10_000, 1_036);
  expect(told).toHaveLength(10_000);
  expect(told.flatMap(({ falsehoods }) => falsehoods)).toEqual([]);
});
