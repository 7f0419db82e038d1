import { expect, test } from "vitest";
import type { Shoot } from "#lib/garden/shoot.ts";
import { createWatchedFleet } from "../create-watched-fleet.fixture.ts";

const now = new Date("2026-11-25T12:00:00Z");

/** The Gardener release of a garden, which the test changes. */
function releaseThatChanges(first: string | undefined) {
  let current = first;
  let tell = () => {};
  const release = {
    get facts() {
      return { release: current };
    },
    onChange(changed: () => void) {
      tell = changed;
      return () => {};
    },
  };
  return {
    release,
    becomes(next: string) {
      current = next;
      tell();
    },
  };
}

const failed: Shoot = {
  metadata: { name: "a", namespace: "garden-p", uid: "a", generation: 1 },
  spec: {
    cloudProfileName: "p",
    kubernetes: { version: "1.33.4" },
    provider: { type: "local" },
    hibernation: { schedules: [{ start: "0 20 * * *" }] },
  },
  status: {
    gardener: { version: "v1.149.3" },
    observedGeneration: 1,
    lastOperation: { type: "Reconcile", state: "Failed", lastUpdateTime: "2026-11-25T09:00:00Z" },
  },
};

test("schedules of a Failed cluster are skipped by the release of the garden, and not by the generation alone", async () => {
  const { release, becomes } = releaseThatChanges("v1.149.3");
  const { rows, clock } = await createWatchedFleet({ shoots: [failed], cloudProfiles: [], release }, now);
  expect(rows()[0]?.next.notes).toContain("schedules-skipped");
  becomes("v1.150.0");
  await clock.settle();
  expect(rows()[0]?.next.notes ?? []).not.toContain("schedules-skipped");
});

test("a forecast follows the release of the garden, and is made anew when that is updated", async () => {
  const { release, becomes } = releaseThatChanges("v1.149.3");
  const spec = { kubernetes: { versions: [{ version: "1.33.4" }] } };
  const profile = { metadata: { name: "p", uid: "p", resourceVersion: "1" }, spec };
  const { fleet, clock } = await createWatchedFleet({ shoots: [failed], cloudProfiles: [profile], release }, now);
  const caveats = () => {
    const told = fleet.forecastOf("a")?.forecast;
    return told?.outcome === "foreseen" ? told.caveats : undefined;
  };
  const before = fleet.forecastStampOf("a");
  expect(caveats()).not.toContain("newer-than-known-rules");
  becomes("v1.153.1");
  await clock.settle();
  expect(caveats()).toContain("newer-than-known-rules");
  expect(fleet.forecastStampOf("a")).not.toBe(before);
});
