import type { CloudProfile, ExpirableVersion } from "#lib/garden/cloud-profile.ts";
import type { DemoTime } from "../plan/demo-time.ts";
import { zonesByRegion } from "../plan/shoot-locations.ts";
import {
  buildCloudProfile,
  buildImageVersion,
  buildLifecycleStages,
  buildMachineTypes,
  buildRegions,
  type LifecycleStageStarts,
} from "./profile-data.ts";

/** CloudProfile with a `lifecycle` list for all versions; one is not available yet, one becomes supported soon. */
export function azureProfile(time: DemoTime): CloudProfile {
  const dated = (version: string, starts: LifecycleStageStarts): ExpirableVersion => ({
    version,
    lifecycle: buildLifecycleStages(time, starts),
  });
  const kubernetes: readonly ExpirableVersion[] = [
    dated("1.37.0", { preview: 38 }),
    dated("1.36.1", { preview: -24, supported: 18 }),
    dated("1.35.6", { preview: -88, supported: -60, deprecated: 140, expired: 410 }),
    dated("1.35.2", { supported: -230, deprecated: -60, expired: 24 }),
    dated("1.34.9", { supported: -75, deprecated: 82, expired: 200 }),
    dated("1.34.6", { supported: -180, deprecated: -75, expired: 9 }),
    dated("1.33.13", { supported: -96, deprecated: -14, expired: 68 }),
    dated("1.33.8", { supported: -300, deprecated: -96, expired: 1 }),
    dated("1.32.14", { supported: null, deprecated: -120, expired: 1 }),
    dated("1.32.9", { supported: null, deprecated: -200, expired: -45 }),
  ];
  return buildCloudProfile("azure", time.daysAgo(1320), {
    type: "azure",
    kubernetes: { versions: kubernetes },
    machineImages: [
      {
        name: "gardenlinux",
        updateStrategy: "minor",
        versions: [
          dated("2061.0.0", { preview: -6, supported: 49 }),
          dated("1877.6.0", { supported: -33, deprecated: 150, expired: 300 }),
          dated("1877.3.0", { supported: -101, deprecated: -33, expired: 30 }),
          dated("1592.14.0", { supported: -240, deprecated: -101, expired: 12 }),
        ].map((version) => buildImageVersion(version, { architectures: ["amd64", "arm64"] })),
      },
      {
        name: "ubuntu",
        updateStrategy: "minor",
        versions: [
          dated("24.4.20261015", { supported: -30, expired: 240 }),
          dated("22.4.20260918", { supported: -60, deprecated: -20, expired: 55 }),
        ].map((version) => buildImageVersion(version)),
      },
    ],
    machineTypes: buildMachineTypes([
      ["Standard_D2s_v5", 2, 8],
      ["Standard_D4s_v5", 4, 16],
      ["Standard_D8s_v5", 8, 32],
      ["Standard_E16s_v5", 16, 128],
      ["Standard_D4ps_v5", 4, 16, { architecture: "arm64" }],
      ["Standard_NC6s_v3", 6, 112, { gpu: "1" }],
    ]),
    volumeTypes: [
      { name: "StandardSSD_LRS", class: "standard", usable: true },
      { name: "Premium_LRS", class: "premium", usable: true },
    ],
    regions: buildRegions(zonesByRegion.azure),
  });
}
