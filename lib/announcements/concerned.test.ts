import { expect, test } from "vitest";
import type { Announcement, AnnouncementPlace } from "#lib/contract/announcements/announcements.ts";
import { remarksOn } from "./concerned.ts";

function remark(place: AnnouncementPlace, times: Pick<Announcement, "from" | "until"> = {}): Announcement {
  return { id: "a", name: "Not with GPU pools", importance: "warning", place, ...times, by: "o", at: "" };
}
const kubernetes = { kind: "version", version: "1.34" } as const;
const at = Date.parse("2026-12-01T00:00:00Z");

test.each([
  ["1.34", true],
  ["1.34.2", true],
  ["1.340.0", false],
  ["1.35.0", false],
])("a remark on Kubernetes 1.34 stands at %s: %s", (version, stands) => {
  expect(remarksOn([remark(kubernetes)], { version }, at)).toHaveLength(stands ? 1 : 0);
});

test("a remark on a machine image stands at no other image and not at Kubernetes of the same version", () => {
  const place = { kind: "version", image: "gardenlinux", version: "1877.3" } as const;
  const count = (image?: string) => remarksOn([remark(place)], { image, version: "1877.3.0" }, at).length;
  expect([count("gardenlinux"), count("suse"), count()]).toEqual([1, 0, 0]);
});

test("a remark for one profile stands at its versions only, and where the profile is not known", () => {
  const announcements = [remark({ ...kubernetes, profile: "gcp" })];
  const count = (profiles?: readonly string[]) => remarksOn(announcements, { version: "1.34.1", profiles }, at).length;
  expect([count(["gcp"]), count(["ml-gpu", "gcp"]), count(["aws"]), count()]).toEqual([1, 1, 0, 1]);
});

test("a remark stands from its beginning to its end", () => {
  const counts = (times: Pick<Announcement, "from" | "until">) =>
    remarksOn([remark(kubernetes, times)], { version: "1.34.1" }, at).length;
  expect(counts({ from: "2026-12-01T00:00:00Z" })).toBe(1);
  expect(counts({ until: "2026-12-01T00:00:00Z" })).toBe(0);
  expect(counts({ from: "2026-12-01T00:00:01Z" })).toBe(0);
});
