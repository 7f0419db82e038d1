import { expect, test } from "vitest";
import type { Announcement } from "#lib/contract/announcements/announcements.ts";
import { sampleFleetRow } from "#lib/fleet/sample-fleet-row.fixture.ts";
import { type AnnouncedTo, announcedOccurrence, withAnnouncedCluster } from "./announcement-occurrences.ts";
import { describeNoticeFact } from "./fact-descriptions.ts";

const announcement: Announcement = {
  ...{ id: "a", name: "Maintenance", importance: "info", place: { kind: "landscape" }, by: "o" },
  ...{ at: "2026-12-01T00:00:00Z", from: "2026-12-24T00:00:00Z", until: "2026-12-25T00:00:00Z" },
};

function announcedTo(...names: readonly string[]): AnnouncedTo {
  const rows = names.map((name) => sampleFleetRow({ project: "pay", name, uid: name }));
  const all = rows.reduce<AnnouncedTo | undefined>(withAnnouncedCluster, undefined);
  if (all === undefined) throw new Error("it is announced to nobody");
  return all;
}

test("an announcement is one event of all its clusters, of which the first by name is named, in whatever order", () => {
  const [one, other] = [announcedTo("a", "b", "c"), announcedTo("c", "a", "b")].map((to) =>
    announcedOccurrence(announcement, to),
  );
  expect(one).toEqual(other);
  expect(one?.cluster).toMatchObject({ project: "pay", name: "a" });
  expect(one?.occurrence).toMatchObject({
    from: Date.parse("2026-12-24T00:00:00Z"),
    until: Date.parse("2026-12-25T00:00:00Z"),
    fact: { kind: "announced", title: "Maintenance", clusters: 3 },
  });
});

test("it is the same event whichever clusters it has, and another one once it was changed", () => {
  const keyOf = (of: Announcement, ...names: readonly string[]) =>
    announcedOccurrence(of, announcedTo(...names)).occurrence.key;
  expect(keyOf(announcement, "a")).toBe(keyOf(announcement, "b", "c"));
  expect(keyOf({ ...announcement, at: "2026-12-02T00:00:00Z" }, "a")).not.toBe(keyOf(announcement, "a"));
});

test("the notice says of how many clusters the announcement is", () => {
  const said = (...names: readonly string[]) =>
    describeNoticeFact(announcedOccurrence(announcement, announcedTo(...names)).occurrence.fact);
  expect(said("a")).toBe("The operators announce: Maintenance");
  expect(said("a", "b")).toBe("The operators announce, about 2 clusters: Maintenance");
});
