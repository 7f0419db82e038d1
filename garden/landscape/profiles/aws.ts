import { depletedTypesAnnotation } from "#garden/gardener/controllers/client/cloud-answers.ts";
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

/** CloudProfile of most demo Shoots: all Kubernetes minors, one expiring today, and a patch expiring in two days. */
export function awsProfile(time: DemoTime): CloudProfile {
  const kubernetes = buildExpirableVersions(time, [
    ["1.36.1", "preview", null],
    ["1.35.6", "supported", 455],
    ["1.35.4", "deprecated", 61],
    ["1.35.1", "deprecated", 12],
    ["1.34.9", "supported", 271],
    ["1.34.8", "deprecated", 33],
    ["1.34.5", "deprecated", 2],
    ["1.33.13", "supported", 120],
    ["1.33.12", "deprecated", 40],
    ["1.33.9", "deprecated", 5],
    ["1.32.14", "deprecated", 0],
    ["1.32.12", "deprecated", -17],
  ]);
  const profile = buildCloudProfile("aws", time.daysAgo(1460), {
    type: "aws",
    kubernetes: { versions: kubernetes },
    machineImages: [
      { name: "gardenlinux", updateStrategy: "minor", versions: gardenLinux(time) },
      { name: "suse-chost", updateStrategy: "major", versions: chost(time) },
      { name: "ubuntu", updateStrategy: "patch", versions: ubuntu(time) },
    ],
    machineTypes: buildMachineTypes([
      ["m5.large", 2, 8],
      ["m5.xlarge", 4, 16],
      ["m6i.2xlarge", 8, 32],
      ["c6i.4xlarge", 16, 32],
      ["r6i.4xlarge", 16, 128],
      ["m7g.xlarge", 4, 16, { architecture: "arm64" }],
      ["m7g.2xlarge", 8, 32, { architecture: "arm64" }],
      ["g5.2xlarge", 8, 32, { gpu: "1" }],
      ["m4.large", 2, 8, { usable: false }],
    ]),
    volumeTypes: [
      { name: "gp3", class: "standard", usable: true },
      { name: "io2", class: "premium", usable: true },
      { name: "gp2", class: "standard", usable: false },
    ],
    regions: buildRegions(zonesByRegion.aws),
    limits: { maxNodesTotal: 500 },
  });
  const annotations = { [depletedTypesAnnotation]: "g5.2xlarge@eu-central-1" };
  return { ...profile, metadata: { ...profile.metadata, annotations } };
}

function gardenLinux(time: DemoTime) {
  return buildExpirableVersions(time, [
    ["2061.0.0", "preview", null],
    ["1877.6.0", "supported", null],
    ["1877.3.0", "deprecated", 45],
    ["1592.14.0", "deprecated", 21],
    ["1592.9.0", "deprecated", 1],
    ["1443.20.0", "deprecated", -31],
  ]).map((version) => buildImageVersion(version, { architectures: ["amd64", "arm64"], containerRuntimes: ["gvisor"] }));
}

function chost(time: DemoTime) {
  const versions = buildExpirableVersions(time, [
    ["15.7.20260901", "supported", null],
    ["15.6.20260218", "deprecated", 60],
    ["15.5.20250730", "deprecated", 14],
  ]);
  return versions.map((version) =>
    version.version.startsWith("15.5.")
      ? buildImageVersion(version, { kubeletVersionConstraint: "< 1.35" })
      : buildImageVersion(version),
  );
}

function ubuntu(time: DemoTime) {
  const versions = buildExpirableVersions(time, [
    ["24.4.20261015", "supported", 200],
    ["24.4.20260722", "deprecated", 17],
    ["22.4.20260918", "deprecated", 90],
  ]);
  return versions.map((version) => buildImageVersion(version, { architectures: ["amd64", "arm64"] }));
}
