import type { ShootSpec, ShootStatus } from "#lib/garden/shoot.ts";
import { toWellTypedSpec } from "../changes/to-well-typed-spec.ts";
import { validateSettings } from "./validate-settings.ts";

/** The spec of a Shoot as the API server stores it, with defaults. */
export const storedShootSpec: ShootSpec = {
  region: "eu",
  cloudProfile: { kind: "CloudProfile", name: "aws" },
  credentialsBindingName: "account",
  seedName: "seed-a",
  kubernetes: { version: "1.34.1", kubeControllerManager: { nodeCIDRMaskSize: 24 }, kubeProxy: { mode: "IPTables" } },
  provider: {
    type: "aws",
    workers: [
      {
        name: "a",
        machine: { type: "m", architecture: "amd64", image: { name: "gl", version: "1.0.0" } },
        minimum: 1,
        maximum: 3,
        zones: ["z1"],
      },
    ],
  },
  networking: {
    type: "calico",
    pods: "100.96.0.0/11",
    nodes: "10.250.0.0/16",
    services: "100.64.0.0/13",
    ipFamilies: ["IPv4"],
  },
};

/** The spec of a workerless Shoot as the API server stores it. */
export const workerlessShootSpec: ShootSpec = {
  region: "eu",
  cloudProfile: { kind: "CloudProfile", name: "aws" },
  kubernetes: { version: "1.34.1" },
  provider: { type: "aws" },
  networking: { services: "100.64.0.0/13", ipFamilies: ["IPv4"] },
};

/** Validation errors of a spec change, each as `path CODE`. */
export function specChangeErrors(old: object, next: object, status?: ShootStatus): readonly string[] {
  const sides = {
    old: toWellTypedSpec({ ...storedShootSpec, ...old }),
    new: toWellTypedSpec({ ...storedShootSpec, ...next }),
  };
  return validateSettings({ ...sides, status }).map(({ path, code }) => `${path} ${code}`);
}

/** Validation errors of a change of the workerless Shoot, each as `path CODE`. */
export function workerlessSpecChangeErrors(next: object): readonly string[] {
  const sides = {
    old: toWellTypedSpec(workerlessShootSpec),
    new: toWellTypedSpec({ ...workerlessShootSpec, ...next }),
  };
  return validateSettings(sides).map(({ path, code }) => `${path} ${code}`);
}
