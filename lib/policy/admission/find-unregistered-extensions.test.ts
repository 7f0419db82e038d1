import { expect, test } from "vitest";
import type { ShootSpec } from "#lib/garden/shoot.ts";
import { findUnregisteredExtensions } from "./find-unregistered-extensions.ts";

const resources = [
  ...["ControlPlane", "Infrastructure", "Worker"].map((kind) => ({ kind, type: "aws" })),
  { kind: "Network", type: "calico" },
  { kind: "DNSRecord", type: "aws-route53" },
  { kind: "OperatingSystemConfig", type: "gardenlinux" },
  { kind: "ContainerRuntime", type: "gvisor" },
  { kind: "Extension", type: "shoot-dns-service", workerlessSupported: true },
  { kind: "Extension", type: "registry-cache" },
  { kind: "Extension", type: "second", primary: false },
  { kind: "Extension", type: "for-seeds", clusterCompatibility: ["seed"] },
];
const registrations = [{ metadata: { name: "all" }, spec: { resources } }];

const spec: ShootSpec = {
  kubernetes: { version: "1.35.0" },
  networking: { type: "calico" },
  provider: {
    type: "aws",
    workers: [
      {
        name: "one",
        machine: { type: "m", image: { name: "gardenlinux" } },
        cri: { name: "containerd", containerRuntimes: [{ type: "gvisor" }] },
      },
    ],
  },
};

const found = (more: object) =>
  findUnregisteredExtensions({ ...spec, ...more }, registrations).map(
    ({ path, code, facts }) => `${path} ${code} ${facts?.type}`,
  );

test("a Shoot uses types of extensions that the garden has", () => {
  const dns = { providers: [{ type: "aws-route53", primary: true }, { type: "unmanaged" }, { type: "other" }] };
  expect(found({ dns, extensions: [{ type: "shoot-dns-service" }] })).toEqual([]);
});

test.each([
  [
    "provider",
    { provider: { ...spec.provider, type: "stackit" } },
    Array.from({ length: 3 }, () => "spec.provider.type EXTENSION_NOT_REGISTERED stackit"),
  ],
  ["network", { networking: { type: "flannel" } }, ["spec.networking.type EXTENSION_NOT_REGISTERED flannel"]],
  [
    "primary DNS provider",
    { dns: { providers: [{ type: "netlify-dns", primary: true }] } },
    ["spec.dns.providers[0].type EXTENSION_NOT_REGISTERED netlify-dns"],
  ],
  ["extension", { extensions: [{ type: "nobody" }] }, ["spec.extensions[0].type EXTENSION_NOT_REGISTERED nobody"]],
  [
    "extension that is not primary",
    { extensions: [{ type: "second" }] },
    ["spec.extensions[0].type EXTENSION_NOT_REGISTERED second"],
  ],
  [
    "extension for other clusters",
    { extensions: [{ type: "for-seeds" }] },
    ["spec.extensions[0].type EXTENSION_NOT_REGISTERED for-seeds"],
  ],
  [
    "operating system and container runtime",
    {
      provider: {
        type: "aws",
        workers: [
          {
            name: "one",
            machine: { type: "m", image: { name: "flatcar" } },
            cri: { name: "containerd", containerRuntimes: [{ type: "kata" }] },
          },
        ],
      },
    },
    [
      "spec.provider.workers[0].cri.containerRuntimes[0].type EXTENSION_NOT_REGISTERED kata",
      "spec.provider.workers[0].machine.image.name EXTENSION_NOT_REGISTERED flatcar",
    ],
  ],
])("an unknown %s is named with its field", (_, more, expected) => {
  expect(found(more)).toEqual(expected);
});

test("a Shoot without workers needs no provider, and takes only extensions that support it", () => {
  const workerless = { provider: { type: "stackit" }, networking: null };
  expect(found({ ...workerless, extensions: [{ type: "shoot-dns-service" }] })).toEqual([]);
  expect(found({ ...workerless, extensions: [{ type: "registry-cache" }] })).toEqual([
    "spec.extensions[0].type EXTENSION_NEEDS_WORKERS registry-cache",
  ]);
});
