import { expect, test } from "vitest";
import type { RuleSubject } from "#lib/contract/notices.ts";
import { dayMs } from "#lib/kube/time-units.ts";
import { createProjectOccurrenceReader } from "./project-occurrences.ts";
import { allClustersSubject } from "./rule-templates.ts";

const staleSince = Date.parse("2026-11-01T10:00:00Z");
const deletedAt = Date.parse("2027-01-30T10:00:00Z");
const pilots = { uid: "1", name: "pilots", namespace: "garden-pilots", stale: { staleSince, deletedAt } };
const found = (subject: RuleSubject) =>
  createProjectOccurrenceReader({ subject, events: { unusedProject: 30 } })?.(pilots).map(
    ({ occurrence: { fact, from, at } }) => [fact, from, at],
  ) ?? [];

test("an unused project is told as soon as it is unused, and again some days before its deletion", () => {
  expect(found(allClustersSubject)).toEqual([
    [{ kind: "project", date: "unused" }, staleSince, "2026-11-01T10:00:00Z"],
    [{ kind: "project", date: "deleted" }, deletedAt - 30 * dayMs, "2027-01-30T10:00:00Z"],
  ]);
});

test("a rule for a cluster, or for clusters of another kind, tells nothing of projects", () => {
  expect(found({ kind: "cluster", project: "pilots", name: "one" })).toEqual([]);
  expect(found({ kind: "view", address: "/clusters?purpose=production" })).toEqual([]);
  expect(createProjectOccurrenceReader({ subject: allClustersSubject, events: { ends: 14 } })).toBeUndefined();
});
