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

/** CloudProfile of Alibaba Cloud, in which nobody has a cluster yet; volumes have at least 20Gi. */
export function alicloudProfile(time: DemoTime): CloudProfile {
  const kubernetes = buildExpirableVersions(time, [
    ["1.36.1", "preview", null],
    ["1.35.6", "supported", 410],
    ["1.34.9", "supported", 230],
    ["1.34.5", "deprecated", 20],
  ]);
  const gardenLinux = buildExpirableVersions(time, [
    ["1877.6.0", "supported", null],
    ["1877.3.0", "deprecated", 45],
  ]);
  return buildCloudProfile("alicloud", time.daysAgo(55), {
    type: "alicloud",
    kubernetes: { versions: kubernetes },
    machineImages: [
      {
        name: "gardenlinux",
        updateStrategy: "minor",
        versions: gardenLinux.map((version) => buildImageVersion(version, { containerRuntimes: ["gvisor"] })),
      },
    ],
    machineTypes: buildMachineTypes([
      ["ecs.g7.large", 2, 8],
      ["ecs.g7.xlarge", 4, 16],
      ["ecs.g7.4xlarge", 16, 64],
      ["ecs.gn7i-c8g1.2xlarge", 8, 30, { gpu: "1" }],
    ]),
    volumeTypes: [
      { name: "cloud_essd", class: "premium", usable: true, minSize: "20Gi" },
      { name: "cloud_efficiency", class: "standard", usable: true, minSize: "20Gi" },
    ],
    regions: buildRegions(zonesByRegion.alicloud),
  });
}
