import { expect, test } from "vitest";
import { newerGardenletsOf } from "./newer-gardenlets.ts";

const rows = (...versions: readonly (string | undefined)[]) =>
  versions.map((gardenerVersion) => (gardenerVersion === undefined ? {} : { gardenerVersion }));

test("clusters of gardenlets beyond the known rules are counted, with the newest release", () => {
  expect(newerGardenletsOf(rows("v1.152.3", "v1.153.0", "v1.150.9", "v1.152.3", undefined, "odd"))).toEqual({
    newest: "v1.153.0",
    clusters: 3,
  });
});

test("a later patch of a known release is not newer", () => {
  expect(newerGardenletsOf(rows("v1.150.9", undefined))).toBeUndefined();
});
