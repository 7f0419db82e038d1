import { expect, test } from "vitest";
import { maxRecentProjects, projectChoices, withRecentProject } from "./project-choices.ts";

const projects = [
  { name: "search" },
  { name: "payments", description: "Money in" },
  { name: "billing", description: "Invoices and payments" },
];
const titles = (typed: string, recent: readonly string[] = []) =>
  projectChoices(projects, { typed, recent }).map(({ title, choices }) => [title, choices.map(({ name }) => name)]);

test("nothing typed: those chosen last, then all by name", () => {
  expect(titles("", ["search", "gone"])).toEqual([
    ["Recent", ["search"]],
    ["Projects", ["billing", "payments"]],
  ]);
  expect(titles("")).toEqual([["Projects", ["billing", "payments", "search"]]]);
});

test("what was typed is looked up in names, then in what they are for", () => {
  expect(titles("PAY", ["search"])).toEqual([["Projects", ["payments", "billing"]]]);
  expect(titles("nothing")).toEqual([]);
});

test("a project that is chosen again comes first, and the eldest leaves", () => {
  expect(withRecentProject(["a", "b", "c"], "c")).toEqual(["c", "a", "b"]);
  const many = ["a", "b", "c", "d", "e"];
  expect(withRecentProject(many, "f")).toEqual(["f", ...many].slice(0, maxRecentProjects));
});
