import type { CloudProfile } from "#lib/garden/cloud-profile.ts";
import type { DemoTime } from "../plan/demo-time.ts";
import { zonesByRegion } from "../plan/shoot-locations.ts";
import {
  buildCloudProfile,
  buildExpirableVersions,
  buildImageVersion,
  buildMachineTypes,
  buildRegions,
} from "./profile-data.ts";

const firewallTypes = ["n1-medium-x86", "c1-xlarge-x86"];

/** CloudProfile of metal-stack: machines are whole servers with disks of their own, and zones are partitions. */
export function metalProfile(time: DemoTime): CloudProfile {
  const kubernetes = buildExpirableVersions(time, [
    ["1.35.6", "supported", null],
    ["1.34.9", "supported", 200],
    ["1.34.5", "deprecated", 25],
  ]);
  const ubuntu = buildExpirableVersions(time, [
    ["24.4.20261015", "supported", null],
    ["24.4.20260722", "deprecated", 40],
  ]);
  const disk = { class: "standard", type: "default" };
  return buildCloudProfile("metal", time.daysAgo(40), {
    type: "metal",
    kubernetes: { versions: kubernetes },
    machineImages: [
      { name: "ubuntu", updateStrategy: "major", versions: ubuntu.map((version) => buildImageVersion(version)) },
    ],
    machineTypes: buildMachineTypes([
      ["n1-medium-x86", 4, 64, { storage: { ...disk, size: "240Gi" } }],
      ["c1-xlarge-x86", 24, 192, { storage: { ...disk, size: "960Gi" } }],
      ["g1-medium-x86", 32, 256, { gpu: "2", storage: { ...disk, size: "1920Gi" } }],
    ]),
    regions: buildRegions(zonesByRegion.metal),
    providerConfig: {
      apiVersion: "metal.provider.extensions.gardener.cloud/v1alpha1",
      kind: "CloudProfileConfig",
      metalControlPlanes: {
        harborline: {
          endpoint: "https://api.metal.harborline.example",
          partitions: Object.fromEntries(
            Object.values(zonesByRegion.metal).flatMap((names) => names.map((name) => [name, { firewallTypes }])),
          ),
          firewallImages: ["firewall-ubuntu-3.0.20260901", "firewall-ubuntu-3.0.20260714"],
          firewallControllerVersions: [
            {
              version: "v2.4.2",
              url: "https://images.metal-stack.io/firewall-controller",
              classification: "supported",
            },
            {
              version: "v2.3.9",
              url: "https://images.metal-stack.io/firewall-controller",
              classification: "deprecated",
            },
          ],
        },
      },
    },
  });
}
