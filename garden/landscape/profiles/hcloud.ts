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

/** CloudProfile of Hetzner Cloud: machine types contain their disk, and regions have one zone each. */
export function hcloudProfile(time: DemoTime): CloudProfile {
  const kubernetes = buildExpirableVersions(time, [
    ["1.35.6", "supported", null],
    ["1.34.9", "supported", 180],
  ]);
  const ubuntu = buildExpirableVersions(time, [
    ["24.4.20261015", "supported", null],
    ["24.4.20260722", "deprecated", 33],
  ]);
  const disk = { class: "standard", type: "default" };
  return buildCloudProfile("hcloud", time.daysAgo(33), {
    type: "hcloud",
    kubernetes: { versions: kubernetes },
    machineImages: [
      {
        name: "ubuntu",
        updateStrategy: "major",
        versions: ubuntu.map((version) => buildImageVersion(version, { architectures: ["amd64", "arm64"] })),
      },
    ],
    machineTypes: buildMachineTypes([
      ["cx32", 4, 8, { storage: { ...disk, size: "80Gi" } }],
      ["cx52", 16, 32, { storage: { ...disk, size: "320Gi" } }],
      ["ccx33", 8, 32, { storage: { ...disk, size: "240Gi" } }],
      ["cax31", 8, 16, { architecture: "arm64", storage: { ...disk, size: "160Gi" } }],
    ]),
    regions: buildRegions(zonesByRegion.hcloud),
  });
}
