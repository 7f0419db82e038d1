import { expect, test } from "vitest";
import { sampleFleetRow } from "#lib/fleet/sample-fleet-row.fixture.ts";
import { addSpecSnapshot, type SpecSnapshot, snapshotBeforeVersion } from "./spec-snapshots.ts";

interface Read {
  readonly version: string;
  readonly generation?: number;
  readonly purpose?: string;
}

const uid = "uid-prod-eu1";

function seen(...reads: readonly Read[]): readonly SpecSnapshot[] {
  return reads.reduce<readonly SpecSnapshot[]>((held, { version, generation = 3, purpose = "testing" }) => {
    const row = sampleFleetRow({ resourceVersion: version });
    const shoot = { metadata: { generation, resourceVersion: version }, spec: { purpose } };
    const permissions = { patchShoot: true, uncertain: false };
    return addSpecSnapshot(held, { row, shoot, permissions, view: {}, warnings: [], readAt: "2026-11-24T12:00:00Z" });
  }, []);
}

const versionOf = (state: SpecSnapshot | undefined) => state?.detail.row.resourceVersion;

test("a change that is confined leaves the generation as it is, and what was before it is kept", () => {
  const held = seen({ version: "100" }, { version: "120" }, { version: "130", purpose: "production" });
  expect(held.map(versionOf)).toEqual(["120", "130"]);
  expect(versionOf(snapshotBeforeVersion(held, { uid, version: "125" }))).toBe("120");
});

test("a new generation of an equal spec is another state", () => {
  const held = seen({ version: "100" }, { version: "120", generation: 4 });
  expect(versionOf(snapshotBeforeVersion(held, { uid, version: "110" }))).toBe("100");
});

test("after a change is taken back, what was before that is the change", () => {
  const held = seen({ version: "100" }, { version: "120", purpose: "production" }, { version: "140" });
  expect(held.map(versionOf)).toEqual(["120", "140"]);
  expect(versionOf(snapshotBeforeVersion(held, { uid, version: "130" }))).toBe("120");
});

test("what was read only after a change is not what was before it", () => {
  expect(snapshotBeforeVersion(seen({ version: "120" }), { uid, version: "110" })).toBeUndefined();
  expect(snapshotBeforeVersion(seen({ version: "100" }), { uid: "another", version: "110" })).toBeUndefined();
});

test("a cluster without a generation is not kept", () => {
  const row = sampleFleetRow();
  const permissions = { patchShoot: true, uncertain: false };
  expect(
    addSpecSnapshot([], { row, shoot: {}, permissions, view: {}, warnings: [], readAt: "2026-11-24T12:00:00Z" }),
  ).toEqual([]);
});
