import fc from "fast-check";
import semver from "semver";
import { expect, test } from "vitest";
import { compareVersions } from "./compare.ts";
import type { Version } from "./parse.ts";

const number = fc.nat({ max: 30 });
const identifier = fc.oneof(number.map(String), fc.stringMatching(/^[a-z][a-z0-9-]{0,3}$/));
const version = fc.record({
  major: number,
  minor: number,
  patch: number,
  prerelease: fc.array(identifier, { maxLength: 4 }).map((parts) => parts.join(".")),
});

type Drawn = Pick<Version, "major" | "minor" | "patch" | "prerelease">;
const textOf = ({ major, minor, patch, prerelease }: Drawn) =>
  `${major}.${minor}.${patch}${prerelease === "" ? "" : `-${prerelease}`}`;
const read = (drawn: Drawn): Version => ({ ...drawn, metadata: "", text: textOf(drawn) });

test("canonical versions are ordered as the semver library orders them", () => {
  fc.assert(
    fc.property(version, version, (a, b) => {
      expect(Math.sign(compareVersions(read(a), read(b)))).toBe(semver.compare(textOf(a), textOf(b)));
    }),
    { seed: 20_260_810, numRuns: 2_000 },
  );
});

test.each([
  ["10", "9"],
  ["010", "9"],
  ["alpha", "99999999999999999999"],
  ["alpha.1", "alpha"],
])("the pre-release %s is above %s", (above, below) => {
  const of = (prerelease: string) => read({ major: 1, minor: 2, patch: 3, prerelease });
  expect(compareVersions(of(above), of(below))).toBeGreaterThan(0);
  expect(compareVersions(of(below), of(above))).toBeLessThan(0);
});
