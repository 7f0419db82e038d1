import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ExpirableVersion } from "#lib/garden/cloud-profile.ts";
import { caseCount } from "#lib/testing/case-count.fixture.ts";
import { expectSameJson, testRandomCases } from "#lib/testing/test-random-cases.ts";
import { classificationContextAt } from "./classification-context.ts";
import { compareVersions } from "./compare.ts";
import { listVersions } from "./listed-version.ts";
import { determineImage } from "./maintain-images.ts";
import { maintainKubernetes } from "./maintain-kubernetes.ts";
import { parseVersion, type Version } from "./parse.ts";
import { currentVersion } from "./version-exclusion.ts";

const now = Date.parse("2026-08-01T12:00:00Z");
const reading = classificationContextAt(now);
const runs = { seed: 20_260_801, numRuns: caseCount(2_000, 10_000) };

const date = fc.constantFrom("2026-07-01T00:00:00Z", "2026-08-01T12:00:00Z", "2026-12-01T00:00:00Z");

// Few versions, so that adjacent minors, missing minors and versions without updates are common.
const text = fc
  .tuple(fc.integer({ min: 1, max: 2 }), fc.integer({ min: 0, max: 4 }), fc.integer({ min: 0, max: 3 }))
  .map((parts) => parts.join("."));

const entry: fc.Arbitrary<ExpirableVersion> = fc.oneof(
  fc.record({
    version: text,
    classification: fc.constantFrom("preview", "supported", "deprecated", null),
    expirationDate: fc.option(date),
  }),
  fc.record({
    version: text,
    lifecycle: fc.array(
      fc.record({ classification: fc.constantFrom("preview", "supported", "deprecated", "expired"), startTime: date }),
      { maxLength: 3 },
    ),
  }),
);

const entries = fc.uniqueArray(entry, { selector: ({ version }) => version, maxLength: 12 });
const strategy = fc.constantFrom("patch", "minor", "major");

function versionOf(written: string): Version {
  const parsed = parseVersion(written);
  if (!parsed.ok) throw new Error(written);
  return parsed.value;
}

function kubernetesOutcome(versions: readonly ExpirableVersion[], current: string, autoUpdate: boolean) {
  return maintainKubernetes(
    { versions: listVersions(versions), current: currentVersion(current), reading },
    autoUpdate,
  );
}

function imageTarget(
  versions: readonly ExpirableVersion[],
  current: string,
  how: { strategy: string; mustLeave: boolean },
) {
  const image = { name: "image", strategy: how.strategy, versions: listVersions(versions) };
  const target = determineImage(image, { name: "image", version: current }, { reading, mustLeave: how.mustLeave });
  return target.ok ? (target.value?.text ?? "none") : target.error.code;
}

/** The versions of a profile, and the same versions in another order. */
const listedTwice = entries.chain((versions) =>
  fc.record({ versions: fc.constant(versions), other: fc.shuffledSubarray(versions, { minLength: versions.length }) }),
);
const currentAndPreview = fc
  .record({ current: text, preview: text })
  .filter(({ current, preview }) => current !== preview);

describe("maintenance of Kubernetes", () => {
  const worlds = fc.record({ listed: listedTwice, versionsNow: currentAndPreview, autoUpdate: fc.boolean() });
  testRandomCases(
    {
      worlds,
      tell: ({ listed, versionsNow, autoUpdate }) => {
        const outcome = kubernetesOutcome(listed.versions, versionsNow.current, autoUpdate);
        return { ...listed, ...versionsNow, autoUpdate, outcome };
      },
      runs,
    },
    {
      "never goes down, never skips a minor, never leaves the major": ({ outcome, current }) => {
        if (outcome.outcome !== "updated") return;
        const [from, to] = [versionOf(current), versionOf(outcome.to)];
        const climbs = compareVersions(to, from) > 0;
        const skips = to.minor - from.minor > 1;
        expectSameJson({ climbs, skips, major: to.major }, { climbs: true, skips: false, major: from.major });
      },

      "leaves the minor only when the version must be left": ({ outcome, current }) => {
        if (outcome.outcome !== "updated" || outcome.trigger !== "AUTO_UPDATE") return;
        expectSameJson(versionOf(outcome.to).minor, versionOf(current).minor);
      },

      "does not depend on the order of the profile": ({ outcome, other, current, autoUpdate }) =>
        expectSameJson(kubernetesOutcome(other, current, autoUpdate), outcome),

      "does not change when a preview version is added": ({ outcome, versions, preview, current, autoUpdate }) => {
        const more = [...versions, { version: preview, classification: "preview" }];
        expectSameJson(kubernetesOutcome(more, current, autoUpdate), outcome);
      },
    },
  );
});

describe("maintenance of machine images", () => {
  // Cases in which a preview can be chosen: the current version need not be left, and the strategy has no levels.
  const unmoved = fc.oneof(
    { weight: 3, arbitrary: fc.record({ strategy, mustLeave: fc.constant(false) }) },
    { weight: 1, arbitrary: fc.constant({ strategy: "major", mustLeave: true }) },
  );
  const worlds = fc.record({
    listed: listedTwice,
    versionsNow: currentAndPreview,
    how: fc.record({ strategy, mustLeave: fc.boolean() }),
    unmoved,
  });
  testRandomCases(
    {
      worlds,
      tell: ({ listed, versionsNow, how, ...more }) => {
        const target = imageTarget(listed.versions, versionsNow.current, how);
        return { ...listed, ...versionsNow, ...more, how, target };
      },
      runs,
    },
    {
      "never goes down, whatever the strategy": ({ target, current }) => {
        const parsed = parseVersion(target);
        if (parsed.ok) expectSameJson(compareVersions(parsed.value, versionOf(current)) > 0, true);
      },

      "stays in the minor's major with strategy patch, and goes up one usable level at a time": ({
        versions,
        current,
        how: { mustLeave },
      }) => {
        const target = parseVersion(imageTarget(versions, current, { strategy: "patch", mustLeave }));
        if (target.ok) expectSameJson(target.value.major, versionOf(current).major);
      },

      "does not depend on the order of the profile": ({ target, other, current, how }) =>
        expectSameJson(imageTarget(other, current, how), target),

      "does not change automatic updates, nor strategy major, when a preview version is added": ({
        versions,
        preview,
        current,
        unmoved: how,
      }) => {
        const more = [...versions, { version: preview, classification: "preview" }];
        expectSameJson(imageTarget(more, current, how), imageTarget(versions, current, how));
      },
    },
  );

  it("may take an expired version when a preview makes the next level look skipped, as Gardener does", () => {
    const versions = [{ version: "1.3.1" }, { version: "1.3.2", expirationDate: "2026-07-01T00:00:00Z" }];
    const how = { strategy: "patch", mustLeave: true };
    expect(imageTarget(versions, "1.1.0", how)).toBe("1.3.1");
    expect(imageTarget([...versions, { version: "1.2.0", classification: "preview" }], "1.1.0", how)).toBe("1.3.2");
  });
});
