import { expect, test } from "vitest";
import { classificationContextAt } from "./classification-context.ts";
import { newestClassificationContextAt } from "./newest-classification-context.ts";

test("what a page takes for the newest release is what the rules say of it", () => {
  expect(newestClassificationContextAt(7)).toEqual(classificationContextAt(7));
});
