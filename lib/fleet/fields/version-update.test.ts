import { expect, test } from "vitest";
import { sampleFleetRow } from "../sample-fleet-row.fixture.ts";
import {
  countUpdatingClusters,
  imageVersionLabel,
  kubernetesUpdateLabel,
  kubernetesVersionLabel,
  pinnedPoolLabels,
} from "./version-update.ts";

const kubernetes = { version: "1.33.13", classification: "supported" };
const versionsBefore = { kubernetes: "1.32.14", pinnedPools: [], images: [] };
const settled = sampleFleetRow({ kubernetes });
const updating = sampleFleetRow({
  ...{ kubernetes, versionsBefore },
  lastOperation: { type: "Reconcile", state: "Processing" },
});
const waiting = sampleFleetRow({
  ...{ kubernetes, versionsBefore },
  lastOperation: { type: "Reconcile", state: "Succeeded" },
});

test("during an update the version before and the wanted one are told apart, with what becomes of it", () => {
  expect([settled, updating, waiting].map(kubernetesVersionLabel)).toEqual([
    "1.33.13",
    "1.32.14 → 1.33.13",
    "1.32.14 → 1.33.13",
  ]);
  expect([settled, updating, waiting].map(kubernetesUpdateLabel)).toEqual([
    undefined,
    "updating",
    "not rolled out yet",
  ]);
  expect(countUpdatingClusters([settled, updating, waiting])).toBe(2);
});

test("a pool with its own version comes from that version, or from the control plane's if it had none", () => {
  const pinnedPools = [
    { pool: "data", version: "1.33.13" },
    { pool: "web", version: "1.33.13" },
    { pool: "old", version: "1.31.1" },
  ];
  const before = {
    ...versionsBefore,
    pinnedPools: [
      { pool: "data", version: "1.31.2" },
      { pool: "old", version: "1.31.1" },
    ],
  };
  expect(pinnedPoolLabels({ pinnedPools, versionsBefore: before })).toEqual([
    "data 1.31.2 → 1.33.13",
    "web 1.32.14 → 1.33.13",
    "old 1.31.1",
  ]);
  expect(pinnedPoolLabels({ pinnedPools })).toEqual(["data 1.33.13", "web 1.33.13", "old 1.31.1"]);
});

test("an image comes from the versions of the same pools, and an update of it leaves Kubernetes alone", () => {
  const image = (version: string, ...pools: string[]) => ({ name: "gardenlinux", version, pools });
  const before = { kubernetes: "1.33.13", pinnedPools: [], images: [image("1592.3.0", "a"), image("1443.0.0", "b")] };
  const [a, b] = [image("1877.6.0", "a"), image("1443.0.0", "b")].map((each) => ({
    ...each,
    classification: "supported",
  }));
  if (a === undefined || b === undefined) throw new Error("two images");
  const row = sampleFleetRow({ kubernetes, images: [a, b], versionsBefore: before });
  expect(row.images.map((each) => imageVersionLabel(each, row))).toEqual(["1592.3.0 → 1877.6.0", "1443.0.0"]);
  expect(kubernetesUpdateLabel(row)).toBeUndefined();
  expect(["gardenlinux", "other"].map((name) => countUpdatingClusters([row, settled], name))).toEqual([1, 0]);
  expect(countUpdatingClusters([row])).toBe(0);
});
