import { describe, expect, test } from "vitest";
import type { FleetRow } from "#lib/contract/fleet.ts";
import { sampleFleetRow } from "#lib/fleet/sample-fleet-row.fixture.ts";
import { fixtureNow, sampleDeadEnd, sampleForcedStep, sampleRowForecast } from "#lib/forecast/row-forecast.fixture.ts";
import { parseShoot } from "#lib/garden/parse-shoot.ts";
import { utcClock } from "#lib/words/clock.ts";
import { compareClusters, countComparedRows, sectionsWithDifferences } from "./compare-clusters.ts";
import type { ComparedCluster } from "./compared-row.ts";

const speech = { now: fixtureNow, clockFor: () => utcClock };

const pool = { name: "data", machine: { type: "n1", image: { name: "gardenlinux", version: "1592.3.0" } }, minimum: 1 };
const wholeSpec = {
  kubernetes: { version: "1.33.4" },
  provider: { type: "gcp", workers: [{ ...pool, maximum: 3, volume: { type: "ssd", size: "50Gi" } }] },
  networking: { type: "calico", nodes: "10.0.0.0/16" },
  maintenance: { timeWindow: { begin: "220000+0100", end: "230000+0100" } },
  dns: { domain: "prod.example.org" },
};

function cluster(differs: Partial<FleetRow> = {}, object: object = {}): ComparedCluster {
  const row = sampleFleetRow(differs);
  const shoot = parseShoot({ metadata: { name: row.name }, spec: wholeSpec, ...object });
  if (shoot === undefined) throw new Error("no Shoot");
  return { row, shoot };
}

const differing = (clusters: readonly (ComparedCluster | undefined)[]) =>
  sectionsWithDifferences(compareClusters(clusters, speech)).flatMap(({ id, rows }) =>
    rows.map(({ label, cells }) => `${id}: ${label}: ${cells.map(({ text }) => text).join(" | ")}`),
  );

test("two clusters of one make differ in nothing: what must differ is not compared", () => {
  const other = cluster({ name: "other" }, { spec: { ...wholeSpec, dns: { domain: "other.example.org" } } });
  expect(differing([cluster(), other])).toEqual([]);
});

test("amounts, windows and versions are compared by what they mean", () => {
  const other = cluster(
    { name: "other", window: { begin: "210000+0000", end: "220000+0000" } },
    {
      spec: {
        ...wholeSpec,
        kubernetes: { version: "v1.33.4" },
        provider: { type: "gcp", workers: [{ ...pool, maximum: 3, volume: { type: "ssd", size: "51200Mi" } }] },
        maintenance: { timeWindow: { begin: "210000+0000", end: "220000+0000" } },
      },
    },
  );
  expect(differing([cluster({ window: { begin: "220000+0100", end: "230000+0100" } }), other])).toEqual([]);
});

test("every section tells what differs, with what each has", () => {
  const step = sampleForcedStep(30);
  const one = cluster({ forecast: sampleRowForecast({ forced: [step] }), labels: { team: "blue" } });
  const other = cluster(
    {
      name: "other",
      health: "unhealthy",
      kubernetes: { version: "1.34.1", classification: "supported" },
      forecast: sampleRowForecast({ deadEnds: [sampleDeadEnd(200)] }),
      autoUpdate: { kubernetes: false, images: true },
      hibernated: true,
      region: "us-east1",
      rotatedAt: { certificateAuthorities: "2026-11-01T00:00:00Z" },
    },
    {
      spec: {
        ...wholeSpec,
        networking: { type: "cilium" },
        addons: { nginxIngress: { enabled: true } },
        provider: { type: "gcp", workers: [{ ...pool, name: "main", maximum: 5 }] },
      },
    },
  );
  const lines = differing([one, other]);
  expect(lines).toEqual(
    expect.arrayContaining([
      "health: Health: Healthy | Unhealthy",
      "versions: Kubernetes, control plane: 1.33.4 | 1.34.1",
      "forecast: Next forced change: 24 Dec | 12 Jun 2027 · 1.34 missing",
      "forecast: Dead end: none in sight | Stuck from 12 Jun 2027: 1.34 missing in gcp",
      "maintenance: Automatic Kubernetes updates: on | off",
      "hibernation: Hibernated: no | yes",
      "place: Region: europe-west1 | us-east1",
      "networking: Type: calico | cilium",
      "networking: Nodes: 10.0.0.0/16 | not set",
      "add-ons: nginxIngress: not set | on",
      "pools: data / main: nodes: 1 to 3 | 1 to 5",
      "labels: team: blue | not set",
      "spec: spec.provider.workers[data / main].maximum: 3 | 5",
    ]),
  );
  expect(lines.some((line) => line.startsWith("rotations: Certificate authorities: never rotated"))).toBe(true);
  expect(lines.some((line) => line.includes(".name:"))).toBe(false);
});

test("ranges are compared as they are in force, access restrictions with their options, in any order", () => {
  const accessRestrictions = [{ name: "eu-access-only", options: { b: "true", a: "false" } }, { name: "other" }];
  const restricted = { spec: { ...wholeSpec, accessRestrictions } };
  const same = { spec: { ...wholeSpec, accessRestrictions: accessRestrictions.toReversed() } };
  const rows = (one: ComparedCluster, two: ComparedCluster) =>
    differing([one, two]).filter((line) => !line.startsWith("spec:"));
  expect(rows(cluster({}, restricted), cluster({}, same))).toEqual([]);
  const networking = { nodes: ["10.0.0.0/16", "2001:db8::/56"], egressCIDRs: ["192.0.2.4/32"] };
  expect(rows(cluster(), cluster({}, { ...restricted, status: { networking } }))).toEqual([
    "place: Access restrictions: not set | eu-access-only (a: false, b: true), other",
    "networking: Nodes: 10.0.0.0/16 | 10.0.0.0/16, 2001:db8::/56",
  ]);
});

test("a cluster without workers has no automatic updates of images, whatever is written", () => {
  const lines = differing([cluster(), cluster({ name: "other", pools: 0 })]);
  expect(lines).toContain("maintenance: Automatic image updates: on | no workers");
});

test("one that cannot be read keeps its column, hides no other and is no difference", () => {
  expect(differing([cluster(), undefined, cluster({ name: "b" })])).toEqual([]);
  const lines = differing([undefined, cluster(), cluster({ name: "b", region: "x" })]);
  expect(lines).toEqual(["place: Region: not read | europe-west1 | x"]);
  expect(countComparedRows(compareClusters([undefined, undefined], speech))).toEqual({ all: 0, differ: 0 });
});

test("a cluster and its earlier state are compared in everything, also the domain", () => {
  const before = cluster({}, { spec: { ...wholeSpec, dns: { domain: "was.example.org" } } });
  expect(differing([before, cluster()])).toEqual(["spec: spec.dns.domain: was.example.org | prod.example.org"]);
});

describe("odd clusters are compared as far as they can be read", () => {
  const odd: Readonly<Record<string, ComparedCluster>> = {
    "missing fields": cluster({ name: "odd" }, { spec: {} }),
    "nulls where lists are": cluster({ name: "odd" }, { spec: { provider: { workers: null }, hibernation: null } }),
    "another provider": cluster(
      { name: "odd", provider: "aws" },
      { spec: { ...wholeSpec, provider: { type: "aws" } } },
    ),
    workerless: cluster({ name: "odd", pools: 0, images: [] }, { spec: { kubernetes: { version: "1.33.4" } } }),
    "being deleted": cluster({
      name: "odd",
      deletionRequestedAt: "2026-11-24T00:00:00Z",
      forecast: sampleRowForecast({ without: "deleting" }),
    }),
    "newer than this build": cluster(
      { name: "odd", kubernetes: { version: "2.0-later+x", classification: "golden" } },
      {
        spec: { ...wholeSpec, quantum: { entangled: [["a"], [{ b: 1 }]] } },
        status: { conditions: [null, { type: "Teleported", status: "Perhaps" }], constraints: [null] },
      },
    ),
    "not readable": cluster({ name: "odd", health: "unknown", unreadable: ["no-version"] }),
  };

  test.each(Object.keys(odd))("%s", (name) => {
    const sections = compareClusters([cluster(), odd[name], cluster({ name: "c" })], speech);
    for (const { rows } of sections) {
      for (const { cells, label } of rows) {
        expect(label).not.toBe("");
        for (const { text } of cells) expect(text).toMatch(/\S/);
      }
    }
  });

  test("what is newer than this build is shown as it is", () => {
    const lines = differing([cluster(), odd["newer than this build"]]);
    expect(lines).toContain("health: Teleported: not reported | Perhaps");
    expect(lines).toContain('spec: spec.quantum.entangled: not set | [["a"],[{"b":1}]]');
  });

  test("a workerless cluster says that it has no workers", () => {
    const lines = differing([cluster(), odd.workerless]);
    expect(lines).toContain("pools: Pools: 1 | none: no workers");
    expect(lines).toContain("pools: data: n1, 1 to 3 nodes | no such pool");
    expect(lines.filter((line) => line.startsWith("pools: "))).toHaveLength(2);
  });
});
