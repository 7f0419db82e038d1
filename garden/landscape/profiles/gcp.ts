import type { CloudProfile } from "#lib/garden/cloud-profile.ts";
import type { DemoTime } from "../plan/demo-time.ts";
import {
  buildCloudProfile,
  buildExpirableVersions,
  buildImageVersion,
  buildMachineTypes,
  buildRegions,
} from "./profile-data.ts";

/**
 * CloudProfile in which some versions have no update: 1.34 is missing, so 1.33 has no upgrade path when it expires, and
 * the only version above 1.35 is a preview, which maintenance never installs.
 */
export function gcpProfile(time: DemoTime): CloudProfile {
  const kubernetes = buildExpirableVersions(time, [
    ["1.36.1", "preview", null],
    ["1.35.6", "supported", 74],
    ["1.35.3", "deprecated", 19],
    ["1.33.12", "supported", 54],
    ["1.33.10", "deprecated", 3],
    ["1.32.14", "deprecated", 26],
    ["1.32.11", "deprecated", -8],
  ]);
  return buildCloudProfile("gcp", time.daysAgo(1395), {
    type: "gcp",
    kubernetes: { versions: kubernetes },
    machineImages: [
      { name: "gardenlinux", updateStrategy: "minor", versions: gardenLinux(time) },
      { name: "ubuntu", updateStrategy: "patch", versions: ubuntu(time) },
    ],
    machineTypes: buildMachineTypes([
      ["n2-standard-2", 2, 8],
      ["n2-standard-4", 4, 16],
      ["n2-standard-8", 8, 32],
      ["n2-highmem-16", 16, 128],
      ["c3-standard-22", 22, 88],
      ["t2a-standard-4", 4, 16, { architecture: "arm64" }],
      ["a2-highgpu-1g", 12, 85, { gpu: "1" }],
      ["a2-highgpu-4g", 48, 340, { gpu: "4" }],
    ]),
    volumeTypes: [
      { name: "pd-balanced", class: "standard", usable: true },
      { name: "pd-ssd", class: "premium", usable: true },
    ],
    regions: buildRegions({
      "europe-west3": ["europe-west3-a", "europe-west3-b", "europe-west3-c"],
      "europe-west1": ["europe-west1-b", "europe-west1-c", "europe-west1-d"],
      "us-central1": ["us-central1-a", "us-central1-b", "us-central1-f"],
    }),
  });
}

function gardenLinux(time: DemoTime) {
  return buildExpirableVersions(time, [
    ["1877.6.0", "supported", null],
    ["1877.3.0", "deprecated", 45],
    ["1592.14.0", "deprecated", 21],
    ["1443.20.0", "deprecated", -31],
  ]).map((version) => buildImageVersion(version, { architectures: ["amd64", "arm64"], containerRuntimes: ["gvisor"] }));
}

/** Image with update strategy `patch` and no update: 22.4 is deprecated or expired, and 24.4 is only a preview. */
function ubuntu(time: DemoTime) {
  return buildExpirableVersions(time, [
    ["24.4.20261015", "preview", null],
    ["22.4.20260918", "deprecated", 37],
    ["22.4.20260110", "deprecated", -5],
  ]).map((version) => buildImageVersion(version));
}
