import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import type { CloudProfile } from "#lib/garden/cloud-profile.ts";
import { describeDifferences } from "./differences.ts";
import { asCreated, isShoot, landscapeToImport } from "./import-landscape.ts";
import { profileWithoutExpirations, qualifiedNameOf } from "./import-objects.ts";
import { generateMaintenanceCases, profileForRun } from "./maintenance-cases.ts";
import { generatePreviewCases } from "./preview-cases.ts";
import { gardenerBuilds, kubernetesRelease, newestGardenerBuild } from "./release.ts";
import { firstDifference } from "./requests/compare-requests.ts";
import { requestCasesOf } from "./requests/request-cases.ts";
import { filesNamed } from "./run-browser.ts";
import { unexpectedRefusals } from "./run-import.ts";

const now = Date.parse("2026-11-22T10:00:00Z");
const cases = generateMaintenanceCases(3, 20, now);

const moduleOf = (folder: string) => readFileSync(path.join(import.meta.dirname, folder, "go.mod"), "utf8");

test.each(Object.entries(gardenerBuilds))("the release %s is that of its module", (name, { version, module }) => {
  expect(version).toMatch(new RegExp(`^${name}\\.\\d+$`));
  expect(moduleOf(module)).toMatch(new RegExp(`^(\\t|require )github.com/gardener/gardener ${version}$`, "m"));
});

test("the newest release has its types and its Kubernetes beside it", () => {
  const module = moduleOf(newestGardenerBuild.module);
  expect(module).toMatch(new RegExp(`^\\tgithub.com/gardener/gardener/pkg/apis ${newestGardenerBuild.version}$`, "m"));
  expect(module).toMatch(new RegExp(`^\\tk8s.io/kubernetes ${kubernetesRelease}( // indirect)?$`, "m"));
});

test("differences name the field, and take missing, null and empty for the same", () => {
  expect(describeDifferences({ a: [1, { b: 2 }], c: null }, { a: [1, { b: 3 }], d: [] }, "spec")).toEqual([
    "spec.a[1].b: 2 → 3",
  ]);
  expect(describeDifferences({ a: [1] }, { a: [1, 2] }, "spec")).toEqual(["spec.a: [1] → [1,2]"]);
});

describe("two answers to one request", () => {
  const refused = { code: 422, reason: "Invalid", causes: ["FieldValueInvalid spec.region"] };

  test("are the same when nothing that is compared differs", () => {
    expect(firstDifference(refused, { ...refused })).toBeUndefined();
  });

  test.each([
    ["verdict", { code: 200 }],
    ["code", { ...refused, code: 403 }],
    ["reason", { ...refused, reason: "Forbidden" }],
    ["causes", { ...refused, causes: [] }],
  ] as const)("differ first in their %s", (part, other) => {
    expect(firstDifference(refused, other)).toBe(part);
  });

  test("differ in what an accepted write changed", () => {
    expect(firstDifference({ code: 200, changes: [] }, { code: 200, changes: [".spec.a: 1 → 2"] })).toBe("object");
  });
});

describe("the clusters for maintenance", () => {
  test("are the same for the same number", () => {
    expect(generateMaintenanceCases(3, 20, now)).toEqual(cases);
    expect(generateMaintenanceCases(4, 20, now).profile.spec.kubernetes).not.toEqual(cases.profile.spec.kubernetes);
  });

  test("have at most one supported version of a minor, as the API server wants", () => {
    const versions = cases.profile.spec.kubernetes?.versions ?? [];
    const supported = versions.filter(({ classification, lifecycle }) => {
      return classification === "supported" || lifecycle?.some((stage) => stage.classification === "supported");
    });
    const minors = supported.map(({ version }) => version.split(".")[1]);
    expect(minors.length).toBeGreaterThan(0);
    expect(new Set(minors).size).toBe(minors.length);
  });

  test("have the same versions at every run, with other lives", () => {
    const later = profileForRun(3, 2, now).spec.kubernetes?.versions ?? [];
    const versions = cases.profile.spec.kubernetes?.versions ?? [];
    expect(later.map(({ version }) => version)).toEqual(versions.map(({ version }) => version));
    expect(later).not.toEqual(versions);
  });

  test("run versions that their profile lists", () => {
    const listed = new Set(cases.profile.spec.kubernetes?.versions?.map(({ version }) => version));
    expect(cases.shoots.filter(({ spec }) => !listed.has(spec.kubernetes.version))).toEqual([]);
    expect(cases.shoots).toHaveLength(20);
  });
});

test("a young profile has the same versions, and none of them ends", () => {
  const { spec } = profileWithoutExpirations(cases.profile);
  const texts = (profile: CloudProfile["spec"]) => profile.kubernetes?.versions?.map(({ version }) => version);
  expect(texts(spec)).toEqual(texts(cases.profile.spec));
  const all = [
    ...(spec.kubernetes?.versions ?? []),
    ...(spec.machineImages ?? []).flatMap((one) => one.versions ?? []),
  ];
  expect(all.filter((version) => "expirationDate" in version || "lifecycle" in version)).toEqual([]);
});

test("each thing that is tried on a cluster has a name of its own, and each change becomes a dry run", () => {
  const shoot = cases.shoots.find(({ spec }) => (spec.provider.workers ?? []).length > 0);
  if (shoot === undefined) throw new Error("no cluster has a pool");
  const tried = generatePreviewCases(shoot, cases.profile.spec);
  const names = tried.map(({ area, name }) => `${area}: ${name}`);
  expect(new Set(names).size).toBe(names.length);
  const requests = requestCasesOf(shoot, cases.profile.spec).filter(
    ({ area }) => area !== "protocol" && area !== "rights",
  );
  expect(requests).toHaveLength(tried.filter(({ act }) => act.kind === "change").length);
  expect(requests.filter(({ request }) => !request.path.endsWith("?dryRun=All"))).toEqual([]);
});

describe("the import of the demo's landscape", () => {
  test("creates clusters that Gardener does not update at once, whatever their window", () => {
    const created = landscapeToImport(new Date(now)).map(asCreated).filter(isShoot);
    expect(created.length).toBeGreaterThan(0);
    for (const { spec } of created) {
      // The field for images is forbidden for clusters without workers.
      const isWorkerless = (spec.provider.workers ?? []).length === 0;
      const images = isWorkerless ? {} : { machineImageVersion: false };
      expect(spec.maintenance?.autoUpdate).toEqual({ kubernetesVersion: false, ...images });
    }
  });

  test("expects the refusals of clusters of the landscape alone", () => {
    const names = landscapeToImport(new Date(now)).map((object) => ({ object: qualifiedNameOf(object), answer: "no" }));
    expect(names.length - unexpectedRefusals(names).length).toBe(2);
    const other = { object: "Shoot/garden-shop/another", answer: "no" };
    expect(unexpectedRefusals([other])).toEqual([other]);
  });
});

test.each([
  ["accounts", "/w/accounts/tools/real-garden/browser/accounts.spec.ts", true],
  ["accounts", "/w/accounts/tools/real-garden/browser/tour.spec.ts", false],
  ["acts", "/w/tools/real-garden/browser/acts.spec.ts", true],
])("--journeys %s chosen for the file %s: %s", (part, file, isChosen) => {
  expect(filesNamed("")).toEqual([]);
  expect(filesNamed(part).some((pattern) => new RegExp(pattern, "gi").test(file))).toBe(isChosen);
});
