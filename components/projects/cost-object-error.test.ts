import { expect, test } from "vitest";
import { costObjectError } from "./cost-object-error.ts";

const kinds = [{ type: "CO", regex: "^[0-9]{9}$", errorMessage: "Nine digits" }, { type: "PSP" }, { regex: "^x$" }];

test("a cost object is refused in the operator's words where the pattern of its type does not admit it", () => {
  expect(costObjectError(kinds, "CO", "12")).toBe("Nine digits");
  expect(costObjectError(kinds, "CO", "123456789")).toBeUndefined();
  expect(costObjectError(kinds, "PSP", "anything")).toBeUndefined();
  expect(costObjectError(kinds, "unknown", "anything")).toBeUndefined();
  expect(costObjectError(kinds, "", "y")).toBe("The operator admits no such cost object.");
});
