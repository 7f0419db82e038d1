import { describe, expect, it } from "vitest";
import type { CloudProfileSpec, ExpirableVersion } from "#lib/garden/cloud-profile.ts";
import { classificationContextAt } from "../versions/classification-context.ts";
import { prepareProfile } from "../versions/prepared-profile.ts";
import { profileFindings } from "./profile-findings.ts";
import { versionUsage } from "./version-usage.fixture.ts";

const reading = classificationContextAt(Date.parse("2026-08-01T12:00:00Z"));
const past = "2026-07-01T00:00:00Z";
const soon = "2026-08-20T00:00:00Z";
const later = "2027-08-20T00:00:00Z";

function cluster(version: string, image?: string) {
  const worker = { name: "pool", machine: { type: "type", image: image ? { name: "linux", version: image } : null } };
  return { kubernetes: { version }, provider: { type: "local", workers: [worker] } };
}

function findingsOf(spec: CloudProfileSpec, clusters: readonly ReturnType<typeof cluster>[] = []) {
  return profileFindings(prepareProfile(spec), versionUsage(clusters), reading);
}

function ofKubernetes(versions: readonly ExpirableVersion[], clusters: readonly ReturnType<typeof cluster>[] = []) {
  return findingsOf({ kubernetes: { versions } }, clusters);
}

describe("what an operator should look at", () => {
  it("is two supported versions in one minor, though not unclassified ones", () => {
    const supported = { classification: "supported" };
    const versions = [
      { version: "1.33.1", ...supported },
      { version: "1.33.2", ...supported },
      { version: "1.34.1", ...supported },
      { version: "1.34.2" },
    ];
    expect(ofKubernetes(versions)).toEqual([
      { id: "supported-twice", image: undefined, versions: ["1.33.1", "1.33.2"] },
    ]);
  });

  it("is a deprecated version without an end", () => {
    const versions = [
      { version: "1.33.1", classification: "deprecated" },
      { version: "1.33.2", classification: "deprecated", expirationDate: later },
    ];
    expect(ofKubernetes(versions)).toEqual([{ id: "deprecated-without-end", image: undefined, version: "1.33.1" }]);
  });

  it("is an expired version that is still used, by control planes and pools", () => {
    const versions = [{ version: "1.33.1", expirationDate: past }, { version: "1.33.2" }];
    expect(ofKubernetes(versions, [cluster("1.33.1"), cluster("1.33.1"), cluster("1.33.2")])).toEqual([
      { id: "expired-in-use", image: undefined, version: "1.33.1", clusters: 2, pools: 2 },
    ]);
  });

  it("is a version in use that the profile does not list, a suffix aside", () => {
    const findings = ofKubernetes([{ version: "1.33.1" }], [cluster("v1.33.1-foo"), cluster("1.33.0")]);
    expect(findings).toEqual([{ id: "unlisted-in-use", image: undefined, version: "1.33.0", clusters: 1, pools: 1 }]);
  });

  it("is a supported version that ends within 30 days", () => {
    const versions = [
      { version: "1.33.1", classification: "supported", expirationDate: soon },
      { version: "1.34.1", classification: "supported", expirationDate: later },
    ];
    expect(ofKubernetes(versions)).toEqual([
      { id: "supported-ends-soon", image: undefined, version: "1.33.1", endsAt: Date.parse(soon) },
    ]);
  });

  it("is a newest image that expired under strategy major, and no other strategy", () => {
    const versions = [{ version: "2.0.0", expirationDate: past }, { version: "1.0.0" }];
    const images = ["major", "minor", "patch"].map((updateStrategy) => ({
      name: updateStrategy,
      updateStrategy,
      versions,
    }));
    expect(findingsOf({ machineImages: images })).toEqual([
      { id: "image-end-of-life", image: "major", version: "2.0.0" },
    ]);
  });

  it("is an image that Shoots use and the profile does not have", () => {
    expect(findingsOf({ kubernetes: { versions: [{ version: "1.33.1" }] } }, [cluster("1.33.1", "1.0.0")])).toEqual([
      { id: "unlisted-in-use", image: "linux", version: "1.0.0", clusters: 1, pools: 1 },
    ]);
  });

  it("is a text or date that cannot be read, and a version listed twice", () => {
    const versions = [{ version: "latest" }, { version: "1.33.1", expirationDate: "soon" }, { version: "1.33.1" }];
    expect(ofKubernetes(versions).map(({ id }) => id)).toEqual([
      "duplicate-version",
      "unreadable-version",
      "unreadable-date",
    ]);
  });

  it("is nothing in a tidy profile", () => {
    const versions = [
      { version: "1.34.2", classification: "supported" },
      { version: "1.34.1", classification: "deprecated", expirationDate: later },
      { version: "1.33.4", classification: "supported", expirationDate: later },
    ];
    expect(ofKubernetes(versions, [cluster("1.33.4")])).toEqual([]);
  });
});

describe("a missing minor", () => {
  it("counts the clusters right below it", () => {
    const versions = [{ version: "1.33.4" }, { version: "1.35.1" }];
    const clusters = [cluster("1.33.4"), cluster("1.33.4"), cluster("1.35.1")];
    expect(ofKubernetes(versions, clusters)).toEqual([
      { id: "missing-minor", major: 1, minor: 34, reason: "absent", blockedClusters: 2 },
    ]);
  });

  it("is one of previews when something usable follows", () => {
    const versions = [
      { version: "1.33.4" },
      { version: "1.34.0", classification: "preview" },
      { version: "1.35.1" },
      { version: "1.36.0", classification: "preview" },
    ];
    expect(ofKubernetes(versions)).toEqual([
      { id: "missing-minor", major: 1, minor: 34, reason: "previewOnly", blockedClusters: 0 },
    ]);
  });

  it("of previews ends with the first date at which one of them becomes usable", () => {
    const lifecycle = (supportedFrom: string) => [
      { classification: "preview" },
      { classification: "supported", startTime: supportedFrom },
    ];
    const versions = [
      { version: "1.33.4" },
      { version: "1.34.0", lifecycle: lifecycle("2027-06-01T00:00:00Z") },
      { version: "1.34.1", lifecycle: lifecycle("2027-03-01T00:00:00Z") },
      { version: "1.35.1" },
    ];
    expect(ofKubernetes(versions)).toEqual([
      {
        id: "missing-minor",
        major: 1,
        minor: 34,
        reason: "previewOnly",
        endsAt: Date.parse("2027-03-01T00:00:00Z"),
        blockedClusters: 0,
      },
    ]);
  });

  it("is not one that has an expired version, which a forced update may take", () => {
    const versions = [{ version: "1.33.4" }, { version: "1.34.0", expirationDate: past }, { version: "1.35.1" }];
    expect(ofKubernetes(versions)).toEqual([]);
  });
});
