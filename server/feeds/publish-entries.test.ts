import { describe, expect, test } from "vitest";
import { dayMs } from "#lib/kube/time-units.ts";
import type { FeedEntry } from "./feed-entry.ts";
import type { PublishedEvents } from "./feed-record.ts";
import { publishEntries } from "./publish-entries.ts";

const now = Date.parse("2026-11-21T12:00:00Z");

function entry(more: Partial<FeedEntry> = {}): FeedEntry {
  return {
    id: "k8s-expiry.gcp.1.33.4",
    startAt: now + dayMs,
    summary: "B/prod: x",
    description: "B/prod",
    path: "/",
    ...more,
  };
}

function publish(
  entries: readonly FeedEntry[],
  before: PublishedEvents,
  more: { at?: number; unshown?: readonly string[]; holdBack?: boolean } = {},
) {
  return publishEntries(entries, {
    before,
    unshown: more.unshown ?? [],
    holdBack: more.holdBack ?? false,
    now: more.at ?? now,
  });
}

describe("what a feed publishes", () => {
  test("is cancelled without a word of what it was, for 60 days, then dropped", () => {
    const first = publish([entry()], {});
    const second = publish([], first.published, { at: now + 1000 });
    expect(second.entries).toMatchObject([{ cancelled: true, sequence: 1, summary: "Cancelled" }]);
    expect(JSON.stringify(second)).not.toContain("B/prod");
    expect(publish([], second.published, { at: now + 59 * dayMs }).entries).toEqual(second.entries);
    expect(publish([], second.published, { at: now + 61 * dayMs })).toEqual({
      entries: [],
      published: {},
      heldBack: 0,
    });
  });

  test("comes back with a higher SEQUENCE", () => {
    const gone = publish([], publish([entry()], {}).published);
    expect(publish([entry()], gone.published).entries).toMatchObject([{ cancelled: false, sequence: 2 }]);
  });

  test("is dropped and not cancelled when it is over, but a daily window is never over", () => {
    const past = entry({ startAt: now - 3 * dayMs });
    expect(publish([], publish([past], {}).published).entries).toEqual([]);
    const running = entry({ startAt: now - dayMs, endAt: now + dayMs });
    expect(publish([], publish([running], {}).published).entries).toMatchObject([{ cancelled: true }]);
    const window = entry({ startAt: now - 400 * dayMs, endAt: now - 400 * dayMs + 1, repeatsDaily: true });
    expect(publish([], publish([window], {}).published).entries).toMatchObject([{ cancelled: true }]);
  });

  test("is not cancelled when it is foreseen and only had no room", () => {
    const before = publish([entry()], {}).published;
    const after = publish([], before, { unshown: [entry().id] });
    expect(after.entries).toEqual([]);
    expect(after.published).toEqual(before);
  });

  test("is neither cancelled nor noted as such while something it rests on is not live", () => {
    const before = publish([entry()], {}).published;
    expect(publish([], before, { holdBack: true, at: now + 1000 })).toEqual({
      entries: [],
      published: before,
      heldBack: 1,
    });
    const gone = publish([], before, { at: now + 1000 });
    expect(publish([], gone.published, { holdBack: true })).toEqual(gone);
    expect(publish([], before, { holdBack: true, at: now + 3 * dayMs }).published).toEqual({});
  });

  test("has an identity without names or words", () => {
    const [own, day] = publish(
      [entry({ id: "k8s-expiry.secret/own.1.33.4" }), entry({ id: "day.2026-11-21.Forced to x" })],
      {},
    ).entries;
    expect(own?.id).toMatch(/^h\.[0-9a-f]{32}$/);
    expect(day?.id).toMatch(/^h\.[0-9a-f]{32}$/);
    expect(own?.id).not.toBe(day?.id);
  });

  test("keeps the identity under which a calendar has it, and one that is new gets the one that no words change", () => {
    const [former, id] = ["day.2026-11-22.forced.Forced to 1.34.1 (minor)", "day.2026-11-22.forced.minor.1.34.1"];
    const before = publish([entry({ id: former })], {}).published;
    const told = entry({ id, formerId: former });
    const known = publish([told], before);
    expect(known).toEqual(publish([entry({ id: former })], before));
    expect(known.entries).toMatchObject([{ cancelled: false, sequence: 0 }]);
    expect(publish([told], {}).entries).toMatchObject([{ id }]);
    const reworded = entry({ id, formerId: "day.2026-11-22.forced.Muss auf 1.34.1" });
    const first = publish([told], {}).published;
    expect(publish([reworded], first).entries).toMatchObject([{ id, cancelled: false, sequence: 0 }]);
    const twice = publish([told, entry({ id: `${id}.other`, formerId: former })], before).entries;
    expect(new Set(twice.map((each) => each.id)).size).toBe(2);
  });

  test("takes back at most 300 at once", () => {
    const many = Array.from({ length: 400 }, (_, index) => entry({ id: `e${index}` }));
    expect(publish([], publish(many, {}).published).entries).toHaveLength(300);
  });
});
