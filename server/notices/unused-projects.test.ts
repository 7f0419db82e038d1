import { expect, test, vi } from "vitest";
import type { Project } from "#lib/garden/project.ts";
import { allClustersSubject } from "#lib/notices/rule-templates.ts";
import { UnusedProjects } from "./unused-projects.ts";
import { WatchedRule } from "./watched-rule.ts";

const staleSinceTimestamp = "2026-11-01T10:00:00Z";
const statusOf = vi.fn(() => ({ staleSinceTimestamp, staleAutoDeleteTimestamp: "2027-01-30T10:00:00Z" }));

/** A project that counts how often its status is looked at. */
function project(index: number, more: object = {}): Project {
  const made = { metadata: { name: `p${index}`, uid: `${index}` }, spec: { namespace: `garden-p${index}` }, ...more };
  return "status" in more ? made : Object.defineProperty(made, "status", { get: statusOf });
}

function countedReads() {
  const { length } = statusOf.mock.calls;
  statusOf.mockClear();
  return length;
}

test("unused projects are parsed once, and stay the same list until one of them changes", async () => {
  const projects = Array.from({ length: 100 }, (_, index) => project(index));
  let all: readonly Project[] = projects;
  const directory = { all: () => all };
  const first = await UnusedProjects.none.refreshed(directory);
  expect(first.visibleTo({ all: true, namespaces: new Set() })).toHaveLength(100);
  expect(countedReads()).toBeGreaterThan(0);

  expect(await first.refreshed(directory), "nothing has changed").toBe(first);
  all = [project(100, { status: {} }), ...projects];
  expect(await first.refreshed(directory), "another project is in use").toBe(first);
  expect(countedReads()).toBe(0);
  all = [project(0), ...projects.slice(1)];
  expect(await first.refreshed(directory), "a project was written without another date").toBe(first);

  all = projects.slice(1);
  const second = await first.refreshed(directory);
  expect(second).not.toBe(first);
  all = [project(0, { status: { staleSinceTimestamp: "2026-11-02T10:00:00Z" } }), ...projects.slice(1)];
  expect(await first.refreshed(directory), "a date has changed").not.toBe(first);
});

test("a person's rules are asked only about the unused projects that the person sees", async () => {
  const all = Array.from({ length: 100 }, (_, index) => project(index));
  const unused = await UnusedProjects.none.refreshed({ all: () => all });
  const visible = unused.visibleTo({ all: false, namespaces: new Set(["garden-p7", "garden-other"]) });
  expect(visible.map(({ name }) => name)).toEqual(["p7"]);
});

test("a rule over thousands of unused projects lets others be served in between", async () => {
  const all = Array.from({ length: 20_000 }, (_, index) => project(index));
  const at = "2026-01-01T00:00:00Z";
  const rule = { id: "r", name: "r", subject: allClustersSubject, events: { unusedProject: 30 }, off: false, at };
  const watched = new WatchedRule(rule);
  const turns = vi.fn();
  const timer = setInterval(turns, 0);
  const unused = await UnusedProjects.none.refreshed({ all: () => all });
  const whileListed = turns.mock.calls.length;
  const visible = unused.visibleTo({ all: true, namespaces: new Set() });
  const now = Date.parse("2026-12-01T00:00:00Z");
  expect(await watched.readProjects(visible, now), "everything is new").toBe(true);
  clearInterval(timer);
  expect(whileListed).toBeGreaterThan(0);
  expect(turns.mock.calls.length - whileListed).toBeGreaterThan(1);
  expect(await watched.readProjects(visible, now), "nothing is").toBe(false);
  expect(watched.findingAt(now, () => true).holds).toHaveLength(1_000);
  expect(watched.found, "what is not remembered is counted").toBe(20_000);
  const inJanuary = Date.parse("2027-01-15T00:00:00Z");
  expect(await watched.readProjects(visible, inJanuary), "deletions come near").toBe(true);
  expect(watched.found).toBe(40_000);
});
