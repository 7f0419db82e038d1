import { expect, test } from "vitest";
import { dayMs } from "#lib/kube/time-units.ts";
import type { ShootWithProfile } from "#lib/policy/forecast/what-if-change.ts";
import { compareForecastRows, type ForecastRow, forecastRows } from "./forecast-rows.ts";
import { readShootWithProfile } from "./read-shoot-with-profile.ts";
import { whatIfChoices } from "./what-if-choices.ts";
import { parseWhatIf } from "./what-if-grammar.ts";
import { whatIfOutcomeOf } from "./what-if-outcome-of.ts";

const now = Date.parse("2026-11-21T14:00:00Z");
const span = { now, horizon: now + 400 * dayMs, garden: {} };

const onAmd64 = { cri: [{ name: "containerd" }], architectures: ["amd64"] };
const sent = {
  shoot: {
    metadata: { name: "any", namespace: "garden-any" },
    spec: {
      kubernetes: { version: "1.33.4" },
      maintenance: {
        autoUpdate: { kubernetesVersion: false, machineImageVersion: false },
        timeWindow: { begin: "220000+0100", end: "230000+0100" },
      },
      provider: {
        type: "gcp",
        workers: [
          {
            name: "data",
            minimum: 1,
            maximum: 6,
            kubernetes: { version: "1.33.4" },
            cri: { name: "containerd" },
            machine: { type: "large", architecture: "amd64", image: { name: "gardenlinux", version: "1592.3.0" } },
          },
        ],
      },
    },
    status: { gardener: { version: "v1.149.0" } },
  },
  profile: {
    kubernetes: {
      versions: [
        { version: "1.34.3", classification: "supported" },
        { version: "1.33.5", classification: "supported", expirationDate: "2026-12-24T00:00:00Z" },
        { version: "1.33.4", classification: "deprecated", expirationDate: "2026-12-24T00:00:00Z" },
      ],
    },
    machineImages: [
      {
        name: "gardenlinux",
        versions: [
          { version: "1592.9.0", ...onAmd64 },
          { version: "1592.3.0", expirationDate: "2026-11-30T00:00:00Z", ...onAmd64 },
        ],
      },
    ],
    machineTypes: [{ name: "large", architecture: "amd64" }],
  },
};

function world(): ShootWithProfile {
  const read = readShootWithProfile(sent);
  if (read === undefined) throw new Error("the world cannot be read");
  return read;
}

function rowsWith(text: string): readonly ForecastRow[] {
  const outcome = whatIfOutcomeOf(world(), parseWhatIf(text).changes, span);
  if (outcome?.before.outcome !== "foreseen" || outcome.after.outcome !== "foreseen") throw new Error("not foreseen");
  return compareForecastRows(forecastRows(outcome.before), forecastRows(outcome.after));
}

const changed = (text: string) =>
  rowsWith(text)
    .filter(({ change }) => change !== "same")
    .map((row) => `${row.change} ${row.key}`);

test("switching automatic updates on brings a patch at once, and then the minor from there", () => {
  const rows = changed("k8s:on");
  expect(rows).toContain("new control-plane 1.33.4 1.33.5 both");
  expect(rows).toContain("new control-plane 1.33.5 1.34.3 both");
  expect(rows).toContain("gone control-plane 1.33.4 1.34.3 both");
});

test("moving the window moves every step to it", () => {
  const rows = rowsWith("window:030000+0100~040000+0100");
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.every(({ change }) => change === "moved")).toBe(true);
});

test("extending an expiry moves what it would have forced", () => {
  expect(changed("expiry:gardenlinux/1592.3.0:2027-02-01")).toEqual(["moved pool/data/image 1592.3.0 1592.9.0 both"]);
  expect(changed("expiry:gardenlinux/1592.3.0:none")).toEqual(["gone pool/data/image 1592.3.0 1592.9.0 both"]);
});

test("updating today takes the step out of the forecast", () => {
  expect(changed("update:pool/data/image:1592.9.0")).toEqual(["gone pool/data/image 1592.3.0 1592.9.0 both"]);
});

test("an unpinned pool has no steps of its own any more", () => {
  expect(changed("unpin:data")).toEqual(["gone pool/data/kubernetes 1.33.4 1.34.3 both"]);
});

test("what is not there is left out and named, and the rest is tried", () => {
  const { changes } = parseWhatIf("unpin:nowhere,expiry:9.9.9:none,update:pool/data/image:1592.9.0");
  const outcome = whatIfOutcomeOf(world(), changes, span);
  expect(outcome?.refused.map(({ fault }) => fault)).toEqual([
    { code: "POOL_NOT_FOUND", name: "nowhere" },
    { code: "VERSION_NOT_FOUND", name: "9.9.9" },
  ]);
  expect(outcome?.world.shoot.spec.provider.workers?.[0]?.machine.image?.version).toBe("1592.9.0");
});

test("choices are what can be read of the profile, newest first, and updates only go up", () => {
  const choices = whatIfChoices(world());
  expect(choices.kubernetes).toEqual(["1.34.3", "1.33.5", "1.33.4"]);
  expect(choices.updates).toEqual([
    { lane: { kind: "control-plane" }, versions: ["1.34.3", "1.33.5"], suggested: "1.34.3" },
    { lane: { kind: "pool-image", pool: "data" }, versions: ["1592.9.0"], suggested: "1592.9.0" },
  ]);
  expect(choices.places[0]).toEqual({ version: "1.33.4" });
  const withNonsense = { kubernetes: { versions: [{ version: "nonsense" }, { version: "1.34.3" }] } };
  const odd = readShootWithProfile({ shoot: sent.shoot, profile: withNonsense });
  expect(odd && whatIfChoices(odd).kubernetes).toEqual(["1.34.3"]);
});

test.each([
  ["the newest of the next minor", ["1.37.0", "1.34.9", "1.34.3", "1.33.5"], "1.34.9"],
  ["without a next minor the newest patch", ["1.37.0", "1.35.1", "1.33.9", "1.33.5"], "1.33.9"],
  ["with neither the newest of all", ["1.37.0", "1.35.1"], "1.37.0"],
])("an update that is suggested skips no minor: %s", (_name, listed, suggested) => {
  const versions = listed.map((version) => ({ version, classification: "supported" }));
  const odd = readShootWithProfile({ shoot: sent.shoot, profile: { kubernetes: { versions } } });
  expect(odd && whatIfChoices(odd).updates[0]?.suggested).toBe(suggested);
});

test("a world without a profile, or with an empty one, breaks nothing", () => {
  expect(readShootWithProfile({ shoot: sent.shoot })).toBeUndefined();
  const empty = readShootWithProfile({ shoot: { metadata: { name: "x" } }, profile: {} });
  if (empty === undefined) throw new Error("the world cannot be read");
  expect(whatIfChoices(empty)).toEqual({ pools: [], kubernetes: [], updates: [], places: [] });
  expect(whatIfOutcomeOf(empty, parseWhatIf("k8s:on").changes, span)).toBeDefined();
});
