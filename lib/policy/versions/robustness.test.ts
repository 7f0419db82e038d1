import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { CloudProfileSpec, ExpirableVersion } from "#lib/garden/cloud-profile.ts";
import type { ShootSpec } from "#lib/garden/shoot.ts";
import { caseCount } from "#lib/testing/case-count.fixture.ts";
import { expectSameJson } from "#lib/testing/test-random-cases.ts";
import { newestRules } from "../editions/gardener-rules.ts";
import { classificationContextAt } from "./classification-context.ts";
import { classifyVersion } from "./classify.ts";
import { parseConstraint, satisfies } from "./constraint.ts";
import type { MaintenanceOutcome } from "./decide.ts";
import { filterFittingImageVersions } from "./filter-image.ts";
import { listVersions } from "./listed-version.ts";
import { findPoolImageFacts, maintainFittingImage } from "./maintain-images.ts";
import { maintainKubernetes } from "./maintain-kubernetes.ts";
import { parseVersion } from "./parse.ts";
import { prepareProfile } from "./prepared-profile.ts";
import { profileTransitions } from "./transitions.ts";
import { currentVersion } from "./version-exclusion.ts";

const reading = classificationContextAt(Date.parse("2026-08-01T12:00:00Z"));
const runs = { seed: 7, numRuns: caseCount(500, 10_000) };

/** Random values that JSON can contain although the TypeScript types exclude them. */
function fromWire<Shape>(value: unknown): Shape {
  return JSON.parse(JSON.stringify(value));
}

const oddText = fc.oneof(
  fc.string({ maxLength: 12 }),
  fc.constantFrom(
    "",
    "v",
    "1",
    "1.2",
    "1.2.3",
    "v1.2.3-rc.1",
    "1.2.3+x",
    "01.02.03",
    "99999999999999999999",
    "1.2.3.4",
    "x",
  ),
);
const oddDate = fc.oneof(
  fc.string({ maxLength: 10 }),
  fc.constantFrom("2026-13-01T00:00:00Z", "2026-07-01T00:00:00Z", null),
);
const oddEntry = fc.option(
  fc.record(
    {
      version: fc.option(oddText),
      classification: fc.option(oddText),
      expirationDate: oddDate,
      lifecycle: fc.option(
        fc.array(fc.option(fc.record({ classification: oddText, startTime: oddDate })), { maxLength: 3 }),
      ),
      architectures: fc.option(fc.array(oddText, { maxLength: 2 })),
      kubeletVersionConstraint: fc.option(oddText),
      cri: fc.option(fc.constantFrom([{ name: "containerd" }], [])),
      inPlaceUpdates: fc.option(fc.record({ supported: fc.boolean(), minVersionForUpdate: fc.option(oddText) })),
    },
    { requiredKeys: [] },
  ),
);

describe("versions and ranges of any text", () => {
  it("are read or refused with the text, without an exception", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), oddText), (text) => {
        const parsed = parseVersion(text);
        if (!parsed.ok) return expectSameJson(parsed.error, { code: "INVALID_VERSION", text });
        const { major, minor, patch } = parsed.value;
        expectSameJson([major, minor, patch].every(Number.isSafeInteger), true);
        expectSameJson(parseVersion(parsed.value.text), parsed);
      }),
      runs,
    );
  });

  it("are compared or refused, without an exception", () => {
    const operator = fc.constantFrom("", "=", "==", "!=", ">", "<=", "~", "^", "-", "||", ",", " ");
    const range = fc.array(fc.tuple(operator, oddText), { maxLength: 4 }).map((parts) => parts.flat().join(""));
    const version = parseVersion("1.2.3");
    fc.assert(
      fc.property(range, (text) => {
        const constraint = parseConstraint(text);
        if (constraint.ok && version.ok) expectSameJson(typeof satisfies(version.value, constraint.value), "boolean");
      }),
      runs,
    );
  });

  it.each([undefined, null, 7, {}, "1".repeat(300)])("%s is refused", (text) => {
    expect(parseVersion(text).ok).toBe(false);
    expect(parseConstraint(text).ok).toBe(false);
  });
});

describe("profiles of any content", () => {
  it("give an outcome for every pool and no exception", () => {
    const image = fc.record({
      name: fc.option(oddText),
      updateStrategy: fc.option(oddText),
      versions: fc.option(fc.array(oddEntry, { maxLength: 5 })),
    });
    const worker = fc.record({
      name: oddText,
      machine: fc.record({
        type: fc.constantFrom("type", "gone"),
        image: fc.option(fc.record({ name: fc.option(oddText), version: fc.option(oddText) })),
      }),
      updateStrategy: fc.constantFrom(null, "AutoInPlaceUpdate"),
    });
    fc.assert(
      fc.property(
        fc.array(fc.option(image), { maxLength: 3 }),
        fc.array(oddEntry, { maxLength: 5 }),
        fc.array(worker, { maxLength: 3 }),
        oddText,
        (machineImages, versions, workers, current) => {
          const spec = fromWire<CloudProfileSpec>({
            kubernetes: { versions },
            machineImages,
            machineTypes: [{ name: "type" }, null],
          });
          const shoot = fromWire<ShootSpec>({ kubernetes: { version: current }, provider: { type: "local", workers } });
          const profile = prepareProfile(spec);
          const selection = { versions: profile.kubernetes, current: currentVersion(current), reading };
          const isOutcome = ({ outcome }: MaintenanceOutcome) =>
            ["none", "updated", "failed", "error"].includes(outcome);
          expectSameJson(isOutcome(maintainKubernetes(selection, true)), true);
          for (const worker of shoot.provider.workers ?? []) {
            const facts = findPoolImageFacts(worker, current, profile);
            if (!facts.ok) continue;
            const { image: listed, ...fit } = facts.value;
            const { capabilities } = profile;
            const fitting = filterFittingImageVersions(listed, { worker, ...fit, capabilities }, newestRules);
            const view = { reading, autoUpdate: true };
            expectSameJson(isOutcome(maintainFittingImage(fitting, worker.machine.image, view)), true);
          }
          expectSameJson(profileTransitions(profile, reading).every(Number.isFinite), true);
        },
      ),
      runs,
    );
  });

  it.each<[string, CloudProfileSpec]>([
    ["an empty profile", {}],
    ["a profile of nulls", { kubernetes: null, machineImages: null, machineTypes: null, machineCapabilities: null }],
    [
      "a profile without versions",
      { kubernetes: { versions: null }, machineImages: [{ name: "image", versions: null }] },
    ],
  ])("%s has no transition and no way out", (_name, spec) => {
    const profile = prepareProfile(spec);
    const selection = { versions: profile.kubernetes, current: currentVersion("1.30.1"), reading };
    expect(profileTransitions(profile, reading)).toEqual([]);
    expect(maintainKubernetes(selection, true)).toEqual({
      outcome: "failed",
      trigger: "NOT_IN_PROFILE",
      error: "NO_SUITABLE_VERSION",
    });
  });
});

describe("a date that cannot be read", () => {
  it.each(["soon", "2026-07-01", "2026-99-01T00:00:00Z"])("never makes a version expire: %s", (expirationDate) => {
    const entry: ExpirableVersion = { version: "1.30.1", classification: "deprecated", expirationDate };
    const [listed] = listVersions([entry]);
    expect(listed && classifyVersion(listed, reading)).toBe("deprecated");
  });
});

describe("duplicates", () => {
  it("leave the first entry to be chosen", () => {
    const versions = listVersions([{ version: "1.30.1" }, { version: "1.30.2+first" }, { version: "1.30.2+second" }]);
    const selection = { versions, current: currentVersion("1.30.1"), reading };
    expect(maintainKubernetes(selection, true)).toMatchObject({ to: "1.30.2+first" });
  });
});
