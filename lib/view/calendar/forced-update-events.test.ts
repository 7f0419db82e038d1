import { afterEach, expect, test } from "vitest";
import type { FleetRow } from "#lib/contract/fleet.ts";
import { sampleFleetRow } from "#lib/fleet/sample-fleet-row.fixture.ts";
import { dayMs } from "#lib/kube/time-units.ts";
import { compileLanguageBundle } from "#lib/language/catalogue.ts";
import { setLanguageProvider } from "#lib/language/language-bundle.ts";
import { forcedUpdateEventsOf } from "./forced-update-events.ts";

const german = compileLanguageBundle("de", {
  "Forced to {target} ({hop})": "Erzwungen auf {target} ({hop})",
  "{to} {hop}": "{to} {hop, select, minor {Minor} other {{hop}}}",
});
const before = globalThis.almanacSpeech;
afterEach(() => {
  globalThis.almanacSpeech = before;
});

const now = Date.parse("2026-11-24T10:00:00Z");
const step = { lane: "controlPlane", hop: "minor", kind: "forced", from: "1.33.4", to: "1.34.1" } as const;

test("what is forced upon a cluster is told in the language of the moment, and once in each", () => {
  const row = sampleFleetRow({
    forecast: {
      computedAt: now,
      forced: [{ ...step, earliestAt: now + 20 * dayMs, cause: "expired", confidence: "dated" }],
      deadEnds: [],
      finalVersions: ["1.34.1"],
    },
  });
  setLanguageProvider(() => undefined);
  const english = forcedUpdateEventsOf(row);
  expect(english).toMatchObject([{ title: "Forced to 1.34.1 (minor)", short: "1.34.1 minor" }]);
  setLanguageProvider(() => german);
  expect(forcedUpdateEventsOf(row)).toMatchObject([{ title: "Erzwungen auf 1.34.1 (minor)", short: "1.34.1 Minor" }]);
  setLanguageProvider(() => undefined);
  expect(forcedUpdateEventsOf(row)).toBe(english);
});

test("an overdue step says that the last maintenance failed and why", () => {
  const factsWith = (overdue: boolean) =>
    forcedUpdateEventsOf(
      sampleFleetRow({
        lastMaintenance: { state: "Failed", failureReason: "refused" },
        forecast: {
          computedAt: now,
          forced: [{ ...step, earliestAt: now, cause: "expired", confidence: "dated", ...(overdue && { overdue }) }],
          deadEnds: [],
          finalVersions: ["1.34.1"],
        },
      }),
    ).flatMap(({ facts }) => facts);
  const failure = "The last maintenance failed: “refused”. The next run tries again.";
  expect(factsWith(true)).toContain(failure);
  expect(factsWith(false)).not.toContain(failure);
});

test("only the minor update for which a cluster is not ready is told so, and no cluster is told to be ready", () => {
  const at = now + 20 * dayMs;
  const eventsWith = (readiness: Partial<NonNullable<FleetRow["readiness"]>>) =>
    forcedUpdateEventsOf(
      sampleFleetRow({
        readiness: { result: "not-ready", ...readiness },
        forecast: {
          computedAt: now,
          forced: [{ ...step, earliestAt: at, cause: "expired", confidence: "dated" }],
          deadEnds: [],
          finalVersions: ["1.34.1"],
        },
      }),
    );
  const [said] = eventsWith({});
  expect(said?.facts).toContain("The cluster is not ready.");
  expect(said?.clusters).toMatchObject([{ isNotReady: true }]);
  expect(eventsWith({ step: { to: "1.34.1", at } })).toEqual([said]);
  const otherSteps = [{ step: { to: "1.35.0", at } }, { step: { to: "1.34.1", at: at + 1 } }];
  for (const other of [{ result: "ready-as-known" }, { result: "not-looked" }, ...otherSteps]) {
    const [event] = eventsWith(other);
    expect(event?.facts.join(" ")).not.toMatch(/ready/);
    expect(event?.clusters.map(({ isNotReady }) => isNotReady)).toEqual([undefined]);
  }
});
