import { expect, test } from "vitest";
import type { Shoot, Worker } from "#lib/garden/shoot.ts";
import { rulesOfGarden, rulesOfShoot } from "./rules-of-shoot.ts";

function shootWith(updateStrategy: string | undefined, version?: string): Pick<Shoot, "spec" | "status"> {
  const pool: Worker = { name: "one", machine: { type: "type" }, ...(updateStrategy && { updateStrategy }) };
  return {
    spec: { kubernetes: { version: "1.35.1" }, provider: { type: "local", workers: [pool] } },
    status: { ...(version && { gardener: { version } }) },
  };
}

test("a pool that is updated in place proves the gate", () => {
  expect(rulesOfShoot(shootWith("ManualInPlaceUpdate"), {})("inplace.strategy")).toBe("present");
  expect(rulesOfShoot(shootWith("AutoInPlaceUpdate", "v1.130.0"), {})("inplace.strategy")).toBe("present");
  expect(rulesOfShoot(shootWith("AutoRollingUpdate"), {})("inplace.strategy")).toBe("refusedForNew");
  expect(rulesOfShoot(shootWith(undefined), {})("inplace.strategy")).toBe("refusedForNew");
});

test("the release is that of the gardenlet", () => {
  expect(rulesOfShoot(shootWith(undefined, "v1.110.1"), {})("profile.maxNodes")).not.toBe(
    rulesOfShoot(shootWith(undefined), {})("profile.maxNodes"),
  );
});

test("what the API server decides follows its own release where that is known, and what gardenlet decides does not", () => {
  const shoot = shootWith(undefined, "v1.127.4");
  expect(rulesOfShoot(shoot, {})("image.inPlaceDowngrade")).toBe("allowed");
  expect(rulesOfShoot(shoot, { release: "v1.136.0" })("image.inPlaceDowngrade")).toBe("refused");
  expect(rulesOfShoot(shoot, { release: "v1.136.0" })("rotation.etcd")).toBe("waitsForUser");
  expect(rulesOfShoot(shoot, { release: "no release" })("image.inPlaceDowngrade")).toBe("allowed");
});

test("gates that the operator has set replace the default of the release, and what a pool proves goes before both", () => {
  const gates = { CloudProfileCapabilities: false, InPlaceNodeUpdates: false } as const;
  const shoot = shootWith(undefined, "v1.149.0");
  const release = "v1.149.0";
  expect(rulesOfShoot(shoot, { release })("image.capabilities")).toBe("filtered");
  expect(rulesOfShoot(shoot, { release, gates })("image.capabilities")).toBe("none");
  expect(rulesOfShoot(shootWith("AutoInPlaceUpdate"), { gates })("inplace.strategy")).toBe("present");
  const lifecycles = { VersionClassificationLifecycle: true } as const;
  expect(rulesOfGarden({ release, gates: lifecycles })("class.lifecycle")).toBe("accepted");
  expect(rulesOfGarden({ release })("class.lifecycle")).toBe("forbidden");
});

test("a gate that the release does not have yet, or has for good, keeps what the release decides", () => {
  const gates = { VersionClassificationLifecycle: true, ShootForceDeletion: false } as const;
  expect(rulesOfGarden({ release: "v1.130.0", gates })("class.lifecycle")).toBe("unknownField");
  expect(rulesOfGarden({ release: "v1.130.0", gates })("forceDelete")).toBe("present");
});
