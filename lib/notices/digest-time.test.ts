import { expect, test } from "vitest";
import { nextDigestAt } from "./deliveries.ts";

test.each([
  ["later on the same day", "2026-11-24T05:00:00Z", 8, "Europe/Berlin", "2026-11-24T07:00:00Z"],
  ["on the next day", "2026-11-24T07:00:00Z", 8, "Europe/Berlin", "2026-11-25T07:00:00Z"],
  ["by UTC", "2026-11-24T07:59:59Z", 8, "UTC", "2026-11-24T08:00:00Z"],
  ["where it is tomorrow already", "2026-11-24T20:00:00Z", 8, "Asia/Tokyo", "2026-11-24T23:00:00Z"],
  ["where it is still yesterday", "2026-11-24T02:00:00Z", 20, "America/New_York", "2026-11-25T01:00:00Z"],
  ["over the end of summer time", "2026-10-24T20:00:00Z", 8, "Europe/Berlin", "2026-10-25T07:00:00Z"],
  ["over the beginning of summer time", "2026-03-28T20:00:00Z", 8, "Europe/Berlin", "2026-03-29T06:00:00Z"],
  ["at an hour that the clock leaves out", "2026-03-28T20:00:00Z", 2, "Europe/Berlin", "2026-03-29T01:00:00Z"],
  ["by a zone that nobody knows", "2026-11-24T07:00:00Z", 8, "Mars/Base", "2026-11-24T08:00:00Z"],
])("a digest goes %s", (_what, told, hour, zone, expected) => {
  const at = nextDigestAt({ hour, zone }, Date.parse(told));
  expect(new Date(at).toISOString()).toBe(new Date(expected).toISOString());
});
