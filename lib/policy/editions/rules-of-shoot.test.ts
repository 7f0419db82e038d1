import { expect, test } from "vitest";
import type { Shoot, Worker } from "#lib/garden/shoot.ts";
import { rulesOfShoot } from "./rules-of-shoot.ts";

function shootWith(updateStrategy: string | undefined, version?: string): Pick<Shoot, "spec" | "status"> {
  const pool: Worker = { name: "one", machine: { type: "type" }, ...(updateStrategy && { updateStrategy }) };
  return {
    spec: { kubernetes: { version: "1.35.1" }, provider: { type: "local", workers: [pool] } },
    status: { ...(version && { gardener: { version } }) },
  };
}

test("a pool that is updated in place proves the gate", () => {
  expect(rulesOfShoot(shootWith("ManualInPlaceUpdate"), undefined)("inplace.strategy")).toBe("present");
  expect(rulesOfShoot(shootWith("AutoInPlaceUpdate", "v1.130.0"), undefined)("inplace.strategy")).toBe("present");
  expect(rulesOfShoot(shootWith("AutoRollingUpdate"), undefined)("inplace.strategy")).toBe("refusedForNew");
  expect(rulesOfShoot(shootWith(undefined), undefined)("inplace.strategy")).toBe("refusedForNew");
});

test("the release is that of the gardenlet", () => {
  expect(rulesOfShoot(shootWith(undefined, "v1.110.1"), undefined)("profile.maxNodes")).not.toBe(
    rulesOfShoot(shootWith(undefined), undefined)("profile.maxNodes"),
  );
});

test("what the API server decides follows its own release where that is known, and what gardenlet decides does not", () => {
  const shoot = shootWith(undefined, "v1.127.4");
  expect(rulesOfShoot(shoot, undefined)("image.inPlaceDowngrade")).toBe("allowed");
  expect(rulesOfShoot(shoot, "v1.136.0")("image.inPlaceDowngrade")).toBe("refused");
  expect(rulesOfShoot(shoot, "v1.136.0")("rotation.etcd")).toBe("waitsForUser");
  expect(rulesOfShoot(shoot, "no release")("image.inPlaceDowngrade")).toBe("allowed");
});
