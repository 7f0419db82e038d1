import type { ShootSpec, ShootStatus } from "#lib/garden/shoot.ts";
import { validSpec } from "../changes/valid-spec.ts";
import { validateSettings } from "./validate-settings.ts";

/** A Shoot as the API server stores it. */
export const stored: ShootSpec = {
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

/** A Shoot without workers as the API server stores it. */
export const workerless: ShootSpec = {
  region: "eu",
  cloudProfile: { kind: "CloudProfile", name: "aws" },
  kubernetes: { version: "1.34.1" },
  provider: { type: "aws" },
  networking: { services: "100.64.0.0/13", ipFamilies: ["IPv4"] },
};

/** Errors of a change as `path CODE`, in order. */
export function errorsOfChange(old: object, next: object, status?: ShootStatus): readonly string[] {
  const sides = { old: validSpec({ ...stored, ...old }), new: validSpec({ ...stored, ...next }) };
  return validateSettings({ ...sides, status }).map(({ path, code }) => `${path} ${code}`);
}

/** The same for a change of the workerless Shoot. */
export function errorsOfWorkerlessChange(next: object): readonly string[] {
  const sides = { old: validSpec(workerless), new: validSpec({ ...workerless, ...next }) };
  return validateSettings(sides).map(({ path, code }) => `${path} ${code}`);
}
