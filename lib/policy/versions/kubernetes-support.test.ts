import { describe, expect, it } from "vitest";
import { dayMs } from "#lib/kube/time-units.ts";
import { supportedKubernetes } from "../editions/supported-kubernetes.ts";
import { kubernetesSupportOf, kubernetesSupportTable } from "./kubernetes-support.ts";

const dayPattern = /^20\d\d-\d\d-\d\d$/;

describe("the table of the ends of Kubernetes support", () => {
  it("lists consecutive minors in order, each ending after the one before", () => {
    const minors = kubernetesSupportTable.map(({ minor }) => Number(minor.slice(2)));
    const first = minors[0] ?? 0;
    expect(minors).toEqual(minors.map((_, place) => first + place));
    const ends = kubernetesSupportTable.map(({ endsOn }) => endsOn);
    expect(ends).toEqual([...new Set(ends)].sort());
  });

  it.each(kubernetesSupportTable)("has a source and the day of its reading for $minor", ({ source, readOn }) => {
    expect(source).toMatch(/^https:\/\/(kubernetes\.io|github\.com)\//);
    expect(readOn).toMatch(dayPattern);
    expect(new Date(readOn).toISOString().slice(0, 10)).toBe(readOn);
  });

  it.each(kubernetesSupportTable)("has a real day for $minor", ({ endsOn }) => {
    expect(endsOn).toMatch(dayPattern);
    expect(new Date(endsOn).toISOString().slice(0, 10)).toBe(endsOn);
  });

  it("has steps of two to seven months between the ends, as the project makes three releases a year", () => {
    const ends = kubernetesSupportTable.map(({ endsOn }) => Date.parse(endsOn));
    for (const [place, end] of ends.slice(1).entries()) {
      const days = (end - (ends[place] ?? 0)) / dayMs;
      expect(days).toBeGreaterThan(60);
      expect(days).toBeLessThan(215);
    }
  });

  it("calls no day planned that lies before an end that has been confirmed", () => {
    const firstPlanned = kubernetesSupportTable.findIndex(({ planned }) => planned);
    expect(kubernetesSupportTable.slice(firstPlanned).every(({ planned }) => planned)).toBe(true);
  });

  it("calls no day ended that lies after the day of reading", () => {
    for (const { planned, endsOn, readOn } of kubernetesSupportTable) if (!planned) expect(endsOn < readOn).toBe(true);
  });

  it("has a day for every minor that the newest known release of Gardener runs", () => {
    const { minMinor, maxMinor } = supportedKubernetes({ minor: 150, patch: 0, dev: false });
    for (let minor = minMinor; minor <= maxMinor; minor++) expect(kubernetesSupportOf(`1.${minor}`)).toBeDefined();
  });
});

it("gives no day for a minor that no source dates", () => {
  expect(kubernetesSupportOf("1.99")).toBeUndefined();
  expect(kubernetesSupportOf("unreadable")).toBeUndefined();
});
