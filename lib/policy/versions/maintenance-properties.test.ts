import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import type { ExpirableVersion } from "../../garden/cloud-profile.ts";
import { readingAt } from "./classify.ts";
import { compareVersions } from "./compare.ts";
import { currentVersion } from "./exclusion.ts";
import { listVersions } from "./listed-version.ts";
import { determineImage } from "./maintain-images.ts";
import { maintainKubernetes } from "./maintain-kubernetes.ts";
import { parseVersion, type Version } from "./parse.ts";

// Ten thousand cases take seconds, more on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

const now = Date.parse("2026-08-01T12:00:00Z");
const reading = readingAt(now);
const runs = { seed: 20_260_801, numRuns: 10_000 };

const date = fc.constantFrom("2026-07-01T00:00:00Z", "2026-08-01T12:00:00Z", "2026-12-01T00:00:00Z");

// A small space, so that neighbouring minors, gaps and dead ends are common.
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

describe("maintenance of Kubernetes", () => {
  it("never goes down, never skips a minor, never leaves the major", () => {
    fc.assert(
      fc.property(entries, text, fc.boolean(), (versions, current, autoUpdate) => {
        const outcome = kubernetesOutcome(versions, current, autoUpdate);
        if (outcome.outcome !== "updated") return;
        const [from, to] = [versionOf(current), versionOf(outcome.to)];
        expect(compareVersions(to, from)).toBeGreaterThan(0);
        expect(to.major).toBe(from.major);
        expect(to.minor - from.minor).toBeLessThanOrEqual(1);
      }),
      runs,
    );
  });

  it("leaves the minor only when the version must be left", () => {
    fc.assert(
      fc.property(entries, text, fc.boolean(), (versions, current, autoUpdate) => {
        const outcome = kubernetesOutcome(versions, current, autoUpdate);
        if (outcome.outcome !== "updated" || outcome.trigger !== "AUTO_UPDATE") return;
        expect(versionOf(outcome.to).minor).toBe(versionOf(current).minor);
      }),
      runs,
    );
  });

  it("does not depend on the order of the profile", () => {
    const shuffled = entries.chain((versions) =>
      fc.tuple(fc.constant(versions), fc.shuffledSubarray(versions, { minLength: versions.length })),
    );
    fc.assert(
      fc.property(shuffled, text, fc.boolean(), ([versions, other], current, autoUpdate) => {
        expect(kubernetesOutcome(other, current, autoUpdate)).toEqual(kubernetesOutcome(versions, current, autoUpdate));
      }),
      runs,
    );
  });

  it("does not change when a preview version is added", () => {
    fc.assert(
      fc.property(entries, text, text, fc.boolean(), (versions, preview, current, autoUpdate) => {
        fc.pre(preview !== current);
        const more = [...versions, { version: preview, classification: "preview" }];
        expect(kubernetesOutcome(more, current, autoUpdate)).toEqual(kubernetesOutcome(versions, current, autoUpdate));
      }),
      runs,
    );
  });
});

describe("maintenance of machine images", () => {
  it("never goes down, whatever the strategy", () => {
    fc.assert(
      fc.property(entries, text, fc.record({ strategy, mustLeave: fc.boolean() }), (versions, current, how) => {
        const target = imageTarget(versions, current, how);
        const parsed = parseVersion(target);
        if (parsed.ok) expect(compareVersions(parsed.value, versionOf(current))).toBeGreaterThan(0);
      }),
      runs,
    );
  });

  it("stays in the minor's major with strategy patch, and goes up one usable level at a time", () => {
    fc.assert(
      fc.property(entries, text, fc.boolean(), (versions, current, mustLeave) => {
        const target = parseVersion(imageTarget(versions, current, { strategy: "patch", mustLeave }));
        if (target.ok) expect(target.value.major).toBe(versionOf(current).major);
      }),
      runs,
    );
  });

  it("does not depend on the order of the profile", () => {
    const shuffled = entries.chain((versions) =>
      fc.tuple(fc.constant(versions), fc.shuffledSubarray(versions, { minLength: versions.length })),
    );
    fc.assert(
      fc.property(
        shuffled,
        text,
        fc.record({ strategy, mustLeave: fc.boolean() }),
        ([versions, other], current, how) => {
          expect(imageTarget(other, current, how)).toEqual(imageTarget(versions, current, how));
        },
      ),
      runs,
    );
  });

  it("does not change automatic updates, nor strategy major, when a preview version is added", () => {
    fc.assert(
      fc.property(
        entries,
        text,
        text,
        fc.record({ strategy, mustLeave: fc.boolean() }),
        (versions, preview, current, how) => {
          fc.pre(how.strategy === "major" || !how.mustLeave);
          const more = [...versions, { version: preview, classification: "preview" }];
          expect(imageTarget(more, current, how)).toEqual(imageTarget(versions, current, how));
        },
      ),
      runs,
    );
  });

  it("may take an expired version when a preview makes the next level look skipped, as Gardener does", () => {
    const versions = [{ version: "1.3.1" }, { version: "1.3.2", expirationDate: "2026-07-01T00:00:00Z" }];
    const how = { strategy: "patch", mustLeave: true };
    expect(imageTarget(versions, "1.1.0", how)).toBe("1.3.1");
    expect(imageTarget([...versions, { version: "1.2.0", classification: "preview" }], "1.1.0", how)).toBe("1.3.2");
  });
});
