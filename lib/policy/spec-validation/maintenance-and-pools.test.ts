import { describe, expect, test } from "vitest";
import { specChangeErrors, storedShootSpec, workerlessSpecChangeErrors } from "./settings.fixture.ts";

const { provider } = storedShootSpec;
const [pool] = provider.workers ?? [];

describe("maintenance", () => {
  const window = (begin: string, end: string) => ({ timeWindow: { begin, end } });
  const period = (family: string, rotationPeriod: string) => ({
    autoRotation: { credentials: { [family]: { rotationPeriod } } },
  });

  test.each<[string, object, readonly string[]]>([
    ["has a window that can be read", window("1 am", "030000+0000"), ["timeWindow.begin/end WINDOW_MALFORMED"]],
    ["of half an hour", window("010000+0000", "012900+0000"), ["timeWindow WINDOW_TOO_SHORT"]],
    ["of six hours at most", window("010000+0000", "070100+0000"), ["timeWindow WINDOW_TOO_LONG"]],
    [
      "rotates every half hour at most",
      period("sshKeypair", "29m"),
      ["autoRotation.credentials.sshKeypair.rotationPeriod ROTATION_PERIOD"],
    ],
    [
      "rotates every 90 days at least",
      period("observability", "2161h"),
      ["autoRotation.credentials.observability.rotationPeriod ROTATION_PERIOD"],
    ],
    ["or never", period("etcdEncryptionKey", "0s"), []],
  ])("%s", (_rule, maintenance, expected) => {
    expect(specChangeErrors({}, { maintenance })).toEqual(expected.map((text) => `spec.maintenance.${text}`));
  });

  test("of a Shoot without workers has neither images nor keys for SSH", () => {
    const autoUpdate = { kubernetesVersion: true, machineImageVersion: true };
    expect(workerlessSpecChangeErrors({ maintenance: { autoUpdate, ...period("sshKeypair", "720h") } })).toEqual([
      "spec.maintenance.autoUpdate.machineImageVersion WORKERLESS_FIELD",
      "spec.maintenance.autoRotation.credentials.sshKeypair WORKERLESS_FIELD",
    ]);
  });
});

describe("hibernation", () => {
  const schedules = (...schedules: readonly object[]) => ({ hibernation: { schedules } });
  const carrier = { ...pool, minimum: 1, maximum: 1, controlPlane: {} };
  const selfHosted = { seedName: null, provider: { ...provider, workers: [carrier] } };

  test.each<[string, object, readonly string[]]>([
    ["begins or ends", schedules({}), ["schedules[0].start/end VALUE_REQUIRED"]],
    ["is written for cron", schedules({ start: "at night" }), ["schedules[0].start CRON_MALFORMED"]],
    ["may be written as only Gardener reads it", schedules({ start: "*-5 007,, * * *", end: "+5 5 * * 1," }), []],
    ["may never come", schedules({ start: "0 0 30 2 *" }), []],
    [
      "says each time once",
      schedules({ start: "0 18 * * *" }, { end: "0 18 * * *" }),
      ["schedules[1].end VALUE_DUPLICATE"],
    ],
    [
      "lies in a zone",
      schedules({ start: "0 18 * * *", location: "Mars/Base" }),
      ["schedules[0].location TIME_ZONE_UNKNOWN"],
    ],
  ])("%s", (_rule, change, expected) => {
    expect(specChangeErrors({}, change)).toEqual(expected.map((text) => `spec.hibernation.${text}`));
  });

  test("of a self-hosted Shoot is refused as a block, even when it is off", () => {
    expect(specChangeErrors(selfHosted, { ...selfHosted, hibernation: { enabled: false } })).toEqual([
      "spec.hibernation HIBERNATION_SELF_HOSTED",
    ]);
  });

  test.each<[string, object, string]>([
    ["an encryption key", { rotation: { etcdEncryptionKey: { phase: "Preparing" } } }, "HIBERNATION_ENCRYPTION_KEY"],
    [
      "a service account key",
      { rotation: { serviceAccountKey: { phase: "Completing" } } },
      "HIBERNATION_SERVICE_ACCOUNT_KEY",
    ],
    ["encryption", { encryptionAtRest: { resources: ["leases"] } }, "HIBERNATION_ENCRYPTION"],
  ])("waits for %s", (_what, credentials, code) => {
    const asleep = { hibernation: { enabled: true } };
    expect(specChangeErrors({}, asleep, { credentials })).toEqual([`spec.hibernation.enabled ${code}`]);
    expect(specChangeErrors(asleep, asleep, { credentials })).toEqual([]);
  });
});

describe("pools", () => {
  test.each<[string, object, readonly string[]]>([
    ["have a name", { name: "" }, ["name NAME_INVALID"]],
    ["have a short one", { name: "a-very-long-pool" }, ["name TOO_LONG"]],
    ["have one of its form", { name: "A" }, ["name NAME_INVALID"]],
    ["have no negative numbers", { minimum: -1 }, ["minimum NEGATIVE"]],
    ["have room", { minimum: 4 }, ["maximum MAXIMUM_BELOW_MINIMUM"]],
    ["have a node in each zone", { zones: ["a", "b", "c", "d"] }, ["maximum MAXIMUM_BELOW_ZONES"]],
    [
      "have an architecture",
      { machine: { ...pool?.machine, architecture: "riscv" } },
      ["machine.architecture ARCHITECTURE_UNKNOWN"],
    ],
    ["have labels of their form", { labels: { "a b": "c", d: "e f" } }, ["labels NAME_INVALID", "labels NAME_INVALID"]],
    [
      "have taints of theirs",
      { taints: [{ key: "node.gardener.cloud/critical-components-not-ready", effect: "Never" }] },
      ["taints[0].key TAINT_RESERVED", "taints[0].effect VALUE_UNKNOWN"],
    ],
    [
      "have each taint once",
      {
        taints: [
          { key: "a", effect: "NoSchedule" },
          { key: "a", value: "b", effect: "NoSchedule" },
        ],
      },
      ["taints[1] VALUE_DUPLICATE"],
    ],
    ["have volumes in Gi", { volume: { size: "50GB" } }, ["volume.size VOLUME_SIZE_MALFORMED"]],
    [
      "have data beside a volume",
      { dataVolumes: [{ name: "data", size: "10Gi" }], kubeletDataVolumeName: "other" },
      ["volume VALUE_REQUIRED", "kubeletDataVolumeName DATA_VOLUME_UNKNOWN"],
    ],
    [
      "scale within bounds",
      { clusterAutoscaler: { scaleDownUtilizationThreshold: -1 } },
      ["autoscaler.scaleDownUtilizationThreshold NEGATIVE"],
    ],
    ["run containerd", { cri: { name: "docker" } }, ["cri.name VALUE_UNKNOWN"]],
    ["have a priority from -1", { priority: -2 }, ["priority BELOW_MINIMUM"]],
    [
      "set what the kernel knows",
      { sysctls: { "a b": "" } },
      ["sysctls.a b NAME_INVALID", "sysctls.a b VALUE_REQUIRED"],
    ],
    ["trust certificates", { caBundle: "me" }, ["caBundle CERTIFICATE_MALFORMED"]],
  ])("%s", (_rule, change, expected) => {
    const next = { provider: { ...provider, workers: [{ ...pool, ...change }] } };
    expect(specChangeErrors({}, next)).toEqual(expected.map((text) => `spec.provider.workers[0].${text}`));
  });

  test("one at least takes system components and can have nodes", () => {
    const closed = { ...pool, systemComponents: { allow: false } };
    const empty = { ...pool, name: "b", minimum: 0, maximum: 0 };
    expect(specChangeErrors({}, { provider: { ...provider, workers: [closed, empty] } })).toEqual([
      "spec.provider.workers NO_POOL_FOR_SYSTEM_COMPONENTS",
    ]);
    expect(specChangeErrors({}, { provider: { ...provider, workers: [closed, pool] } })).toEqual([]);
  });

  test("a Shoot without any has no settings of the provider for them", () => {
    const blocks = { infrastructureConfig: {}, controlPlaneConfig: {}, workersSettings: {} };
    expect(workerlessSpecChangeErrors({ provider: { type: "aws", ...blocks } })).toEqual([
      "spec.provider.infrastructureConfig WORKERLESS_FIELD",
      "spec.provider.controlPlaneConfig WORKERLESS_FIELD",
      "spec.provider.workersSettings WORKERLESS_FIELD",
    ]);
  });

  test("another pool of the same zones may have the room", () => {
    const zones = ["a", "b"];
    const narrow = { ...pool, zones, maximum: 1 };
    const wide = { ...pool, name: "b", zones: ["b", "a"], maximum: 2 };
    expect(specChangeErrors({}, { provider: { ...provider, workers: [narrow, wide] } })).toEqual([]);
  });

  test("the one that carries the control plane stays the same, and alone", () => {
    const carrier = { ...pool, minimum: 1, maximum: 1, controlPlane: {} };
    const other = { ...carrier, name: "b", controlPlane: null };
    const hosting = (...workers: readonly object[]) => ({ seedName: null, provider: { ...provider, workers } });
    const path = "spec.provider.workers";
    expect(specChangeErrors({}, hosting(carrier))).toEqual([`${path} SELF_HOSTED_SWITCH`]);
    expect(specChangeErrors(hosting(carrier, other), hosting(pool ?? {}, { ...other, controlPlane: {} }))).toEqual([
      `${path} CONTROL_PLANE_POOL_CHANGED`,
    ]);
    expect(specChangeErrors(hosting(carrier), hosting(carrier, { ...other, controlPlane: {} }))).toEqual([
      `${path}[1].controlPlane SECOND_CONTROL_PLANE_POOL`,
    ]);
  });
});

test.each<[string, readonly object[], readonly string[]]>([
  ["a toleration without a key", [{ value: "a" }], ["spec.tolerations[0].key VALUE_REQUIRED"]],
  ["a toleration twice", [{ key: "a" }, { key: "a", value: "b" }], ["spec.tolerations[1] VALUE_DUPLICATE"]],
])("%s is refused", (_rule, tolerations, expected) => {
  expect(specChangeErrors({}, { tolerations })).toEqual(expected);
});
