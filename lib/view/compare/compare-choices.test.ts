import { expect, test } from "vitest";
import { createFleetContext } from "#lib/fleet/fields/create-fleet-context.ts";
import { sampleFleetRow } from "#lib/fleet/sample-fleet-row.fixture.ts";
import { utcClock } from "#lib/words/clock.ts";
import { compareChoices } from "./compare-choices.ts";

const rows = ["a", "b", "c"]
  .map((name) => sampleFleetRow({ name }))
  .concat(sampleFleetRow({ name: "d", project: "shop" }));
const state = (spec: string) => ({ project: "pay", name: "a", spec, words: "as read" });
const atHand = {
  rows,
  context: createFleetContext(0, utcClock),
  states: [state("2-0000000a"), state("1-00000001"), state("2-0000000b"), state("2-0000000c")],
};
const told = (asked: Parameters<typeof compareChoices>[0]) =>
  compareChoices(asked, atHand).map(({ title, choices }) => [title, choices.map(({ key }) => key).join()]);

test("earlier states of what is compared come first, then what is at hand, each once", () => {
  expect(
    told({ typed: "", refs: [{ project: "pay", name: "a" }], pinned: ["uid-b"], recent: ["uid-b", "uid-d"] }),
  ).toEqual([
    ["Earlier states that this tab has seen", "pay/a@2-0000000b,pay/a@1-00000001,pay/a@2-0000000a"],
    ["Pinned", "pay/b"],
    ["Recent", "shop/d"],
    ["Same project", "pay/c"],
  ]);
});

test("what is typed finds clusters in the grammar of the list, without those compared already", () => {
  expect(told({ typed: "project:pay", refs: [{ project: "pay", name: "a" }], pinned: [], recent: [] })).toEqual([
    ["Clusters", "pay/b,pay/c"],
  ]);
  expect(told({ typed: "nowhere", refs: [], pinned: [], recent: [] })).toEqual([]);
});
