import { expect, test } from "vitest";
import { parseYamlText } from "./yaml-document.ts";

test("in a map of 20,000 keys each is compared with those before it at once, and one that is twice is named", () => {
  const lines = Array.from({ length: 20_000 }, (_, index) => `k${index}: { a: 1 }`);
  const read = parseYamlText([...lines, "k7: {}"].join("\n"));
  expect(read.ok ? [] : read.error).toEqual([
    expect.objectContaining({ line: 20_001, message: "k7 is here twice: one of the two has to go." }),
  ]);
});

test("a text that is nested beyond what can be read is refused, and never throws", () => {
  for (const depth of [1_000, 10_000, 100_000]) {
    const read = parseYamlText(`a: ${"[".repeat(depth)}${"]".repeat(depth)}`);
    expect(read.ok ? "read" : read.error.length).toSatisfy((found) => found === "read" || found > 0);
  }
});
