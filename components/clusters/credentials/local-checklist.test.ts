import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { emptyChecklist } from "#lib/view/checklist/apply-checklist-change.ts";
import { changeLocalChecklist, mergeChecklists, readLocalChecklist } from "./local-checklist.ts";

const rotation = "2026-08-01T10:00:00Z";
const tick = (item: string) => ({ kind: "tick", item, rotation }) as const;
const ada = { by: "ada", at: "2026-08-10T10:00:00Z" };
let kept: Map<string, string>;
let location: { pathname: string };

beforeEach(() => {
  kept = new Map();
  location = { pathname: "/clusters/shop/checkout" };
  const localStorage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  };
  vi.stubGlobal("window", { localStorage, location });
});
afterEach(() => vi.unstubAllGlobals());

test("ticks of somebody who may not keep them in the garden outlive the tab, each cluster's for itself", () => {
  changeLocalChecklist("u1", tick("ca-gitops"), ada);
  changeLocalChecklist("u1", tick("ca-pipelines"), ada);
  expect(readLocalChecklist("u1").ticks.map(({ item }) => item)).toEqual(["ca-gitops", "ca-pipelines"]);
  expect(readLocalChecklist("u2")).toEqual(emptyChecklist);
});

test("ticks of one of several gardens are none in another", () => {
  location.pathname = "/g/live/clusters/shop/checkout";
  changeLocalChecklist("u1", tick("ca-gitops"), ada);
  expect(readLocalChecklist("u1").ticks).toHaveLength(1);
  location.pathname = "/g/canary/clusters/shop/checkout";
  expect(readLocalChecklist("u1")).toEqual(emptyChecklist);
});

test("they come on top of what others have ticked in the garden meanwhile", () => {
  changeLocalChecklist("u1", tick("ca-gitops"), ada);
  const theirs = { item: "ca-pipelines", rotation, by: "bob", at: "2026-08-09T10:00:00Z" };
  const shown = mergeChecklists({ rows: [], ticks: [theirs] }, readLocalChecklist("u1"));
  expect(shown.ticks.map(({ item, by }) => [item, by])).toEqual([
    ["ca-pipelines", "bob"],
    ["ca-gitops", "ada"],
  ]);
});

test.each([
  ["nothing that could be read", "{"],
  ["another form", '{"version":9}'],
])("%s is as nothing", (_, text) => {
  kept.set("almanac.checklist.u1", text);
  expect(readLocalChecklist("u1")).toEqual(emptyChecklist);
});

test("a browser that keeps nothing is said to keep nothing", () => {
  const refuse = () => {
    throw new Error("QuotaExceededError");
  };
  vi.stubGlobal("window", { location, localStorage: { getItem: () => null, setItem: refuse } });
  expect(changeLocalChecklist("u1", tick("ca-gitops"), ada)).toEqual({ ok: false, error: "not-kept" });
});
