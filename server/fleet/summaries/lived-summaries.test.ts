import { expect, test } from "vitest";
import { controllersForTest } from "#garden/testing/controllers.fixture.ts";
import {
  cloudProfileWith,
  createSmallGarden,
  reconciledShoot,
  type SmallGarden,
} from "#garden/testing/small-garden.fixture.ts";
import type { CloudProfile, CloudProfileSpec } from "#lib/garden/cloud-profile.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { cloudProfiles, shoots } from "#lib/kube/resource.ts";
import { dayMs, hourMs } from "#lib/kube/time-units.ts";
import { createWatchedFleet } from "../create-watched-fleet.fixture.ts";

const now = new Date("2026-03-01T10:00:00Z");
const version = (name: string, expirationDate?: string) => ({
  version: name,
  ...{ classification: "supported", ...(expirationDate && { expirationDate }) },
});
const imageVersion = (name: string, expirationDate?: string) => ({
  ...version(name, expirationDate),
  ...{ cri: [{ name: "containerd" }], architectures: ["amd64"] },
});
const profile: CloudProfileSpec = {
  kubernetes: { versions: [version("1.33.2", "2026-03-10T00:00:00Z"), version("1.34.1")] },
  machineImages: [
    {
      name: "gardenlinux",
      ...{ updateStrategy: "major", versions: [imageVersion("1.0.0", "2026-03-20T00:00:00Z"), imageVersion("2.0.0")] },
    },
  ],
  machineTypes: [{ name: "m" }],
};
const image = { name: "gardenlinux", version: "1.0.0" };
const spec: Shoot["spec"] = {
  credentialsBindingName: "account",
  kubernetes: { version: "1.33.2" },
  provider: {
    type: "local",
    workers: [{ name: "pool", minimum: 2, maximum: 2, machine: { type: "m", architecture: "amd64", image } }],
  },
  maintenance: {
    autoUpdate: { kubernetesVersion: false, machineImageVersion: false },
    timeWindow: { begin: "020000+0000", end: "030000+0000" },
  },
};

const setToWork = controllersForTest();

/** Lets the embedded garden live, and gives every state of the Shoot that its watch reports to an Almanac. */
async function live(
  more: Partial<Shoot>,
  act: (garden: SmallGarden) => Promise<void>,
): Promise<readonly { readonly key: string; readonly summary: object }[]> {
  const cloudProfile = cloudProfileWith(profile);
  const garden = createSmallGarden(now, [
    cloudProfile,
    reconciledShoot({ name: "oak", spec: { ...spec, ...more.spec }, ...(more.status && { status: more.status }) }),
  ]);
  const states: Shoot[] = [structuredClone(garden.shoot("oak"))];
  garden.api.watch<Shoot>({ resource: shoots }, ({ object }) => states.push(structuredClone(object)));
  setToWork(garden, { pace: 10 });
  await act(garden);
  const [first, ...later] = states;
  if (first === undefined) throw new Error("the Shoot is planted");
  const read = garden.api.get<CloudProfile>({ resource: cloudProfiles, name: cloudProfile.metadata.name });
  const world = await createWatchedFleet({ shoots: [first], cloudProfiles: read === undefined ? [] : [read] }, now);
  for (const state of later) await world.putShoot(state);
  world.fleet.close();
  return world.fleet.summaries.recordsOf(first.metadata.uid ?? "");
}

test("a night of maintenance that changes something is one summary, and the nights that change nothing are none", async () => {
  const told = await live({}, ({ clock }) => clock.advance(14 * dayMs));
  expect(told.map(({ summary }) => summary)).toMatchObject([
    {
      cause: { kind: "maintenance" },
      changes: [{ kind: "version", from: "1.33.2", to: "1.34.1", forced: true }],
      pools: [
        { impact: "rollingUpdate", triggers: expect.arrayContaining(["kubernetesMinor"]), pools: ["pool"], nodes: 2 },
      ],
      outcome: { kind: "done" },
      begunAt: expect.stringMatching(/^2026-03-10T02:/),
      endedAt: expect.stringMatching(/^2026-03-10T0[2-9]:/),
      tasks: [],
    },
  ]);
});

test("a maintenance that somebody asked for has nobody beside it, since only maintenance changed the specification", async () => {
  const told = await live(
    {
      spec: {
        ...spec,
        maintenance: { ...spec.maintenance, autoUpdate: { kubernetesVersion: true, machineImageVersion: true } },
      },
    },
    async (garden) => {
      garden.patch("oak", { metadata: { annotations: { "gardener.cloud/operation": "maintain" } } });
      await garden.clock.advance(6 * hourMs);
    },
  );
  expect(told).toMatchObject([{ summary: { cause: { kind: "maintenance" }, outcome: { kind: "done" } } }]);
  expect(told[0]?.summary).not.toHaveProperty("alsoBy");
});

test("a maintenance that the API server refuses is one summary that says so", async () => {
  const waking: Partial<Shoot> = {
    spec: {
      ...spec,
      hibernation: { enabled: false },
      maintenance: {
        ...spec.maintenance,
        autoRotation: { credentials: { etcdEncryptionKey: { rotationPeriod: "24h" } } },
      },
    },
    status: { hibernated: true },
  };
  const told = await live(waking, async (garden) => {
    garden.patch("oak", { metadata: { annotations: { "gardener.cloud/operation": "maintain" } } });
    await garden.clock.advance(0);
  });
  expect(told.map(({ summary }) => summary)).toMatchObject([
    { cause: { kind: "maintenance" }, outcome: { kind: "refused" }, changes: [], pools: [] },
  ]);
});

test("each step of a rotation is one summary, with what people do next", async () => {
  const told = await live({}, async (garden) => {
    for (const operation of ["rotate-serviceaccount-key-start", "rotate-serviceaccount-key-complete"]) {
      garden.patch("oak", { metadata: { annotations: { "gardener.cloud/operation": operation } } });
      await garden.clock.advance(6 * hourMs);
    }
  });
  expect(told.map(({ summary }) => summary)).toMatchObject([
    {
      cause: { kind: "rotation" },
      changes: [{ kind: "rotation", family: "serviceAccountKey", step: "ready-to-complete" }],
      pools: [{ impact: "rollingUpdate", triggers: ["saRotation"], nodes: 2 }],
      outcome: { kind: "done" },
      tasks: [{ kind: "rotation", family: "serviceAccountKey", wait: "update-clients-and-complete" }],
    },
    {
      cause: { kind: "rotation" },
      changes: [{ kind: "rotation", family: "serviceAccountKey", step: "done" }],
      outcome: { kind: "done" },
      tasks: [],
    },
  ]);
});
