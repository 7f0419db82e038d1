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

/** CloudProfile for clusters whose nodes are Pods of the Seed: no zones, no volumes, one machine type. */
export function localProfile(time: DemoTime): CloudProfile {
  const kubernetes = buildExpirableVersions(time, [
    ["1.36.1", "supported", null],
    ["1.35.6", "supported", 410],
    ["1.34.9", "supported", 230],
  ]);
  return buildCloudProfile("local", time.daysAgo(48), {
    type: "local",
    kubernetes: { versions: kubernetes },
    machineImages: [
      {
        name: "local",
        updateStrategy: "major",
        versions: [
          buildImageVersion({ version: "1.0.0", classification: "supported" }, { architectures: ["amd64", "arm64"] }),
        ],
      },
    ],
    machineTypes: buildMachineTypes([["local", 2, 4]]),
    regions: buildRegions(zonesByRegion.local),
  });
}
