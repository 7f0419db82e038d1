import { expect, it } from "vitest";
import { describePlanProgress } from "./bulk-labels.ts";

const asking = "Asking the garden what would happen:";
it.each([
  {
    name: "says no time before it has seen a pace",
    done: 3,
    total: 4_000,
    sinceMs: 800,
    words: `${asking} 3 of 4,000`,
  },
  { name: "says no time while nothing was answered", done: 0, total: 20, sinceMs: 60_000, words: `${asking} 0 of 20` },
  { name: "says no time for less than a minute", done: 40, total: 60, sinceMs: 10_000, words: `${asking} 40 of 60` },
  {
    name: "says how long thousands take at the pace that was seen",
    done: 240,
    total: 4_320,
    sinceMs: 60_000,
    words: `${asking} 240 of 4,320, about 17 min left`,
  },
])("$name", ({ words, ...progress }) => {
  expect(describePlanProgress(progress)).toBe(words);
});
