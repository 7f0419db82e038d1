import { expect, test } from "vitest";
import { newestReadingAt } from "./newest-reading.ts";
import { readingAt } from "./reading.ts";

test("what a page takes for the newest release is what the rules say of it", () => {
  expect(newestReadingAt(7)).toEqual(readingAt(7));
});
