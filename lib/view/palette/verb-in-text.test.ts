import { expect, test } from "vitest";
import { textAfterVerb } from "./verb-in-text.ts";

test.each([
  { typed: "rotate ledger us", verb: "Rotate", after: "ledger us" },
  { typed: "ROT ledger", verb: "Rotate", after: "ledger" },
  { typed: "rotate", verb: "Rotate", after: "" },
  { typed: "ro ledger", verb: "Rotate", after: undefined },
  { typed: "rotations", verb: "Rotate", after: undefined },
  { typed: "wake up ledger", verb: "Wake up", after: "ledger" },
  { typed: "wake ledger", verb: "Wake up", after: "ledger" },
  { typed: "ledger rotate", verb: "Rotate", after: undefined },
  { typed: "", verb: "Rotate", after: undefined },
])("after $verb in '$typed' comes $after", ({ typed, verb, after }) => {
  expect(textAfterVerb(typed, verb)).toBe(after);
});
