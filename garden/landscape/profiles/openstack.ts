import type { CloudProfile } from "#lib/garden/cloud-profile.ts";
import type { DemoTime } from "../plan/demo-time.ts";
import { zonesByRegion } from "../plan/shoot-locations.ts";
import { classicVersions, cloudProfile, imageVersion, machineTypes, regions } from "./profile-data.ts";

/**
 * The company's own data centers, which get new versions late: one version has no classification, one image expires
 * without a successor (flatcar) and one supports in-place updates (gardenlinux).
 */
export function openstackProfile(time: DemoTime): CloudProfile {
  const kubernetes = classicVersions(time, [
    ["1.35.5", null, null],
    ["1.34.8", "supported", 190],
    ["1.34.4", "deprecated", 45],
    ["1.33.11", "supported", 28],
    ["1.33.7", "deprecated", -3],
    ["1.32.13", "deprecated", -40],
  ]);
  const flatcar = classicVersions(time, [
    ["3975.2.2", "deprecated", 16],
    ["3815.2.5", "deprecated", -58],
  ]);
  return cloudProfile("openstack", time.daysAgo(1250), {
    type: "openstack",
    kubernetes: { versions: kubernetes },
    machineImages: [
      { name: "gardenlinux", updateStrategy: "minor", versions: gardenLinux(time) },
      { name: "flatcar", updateStrategy: "major", versions: flatcar.map((version) => imageVersion(version)) },
      { name: "suse-chost", updateStrategy: "major", versions: chost(time) },
    ],
    machineTypes: machineTypes([
      ["g_c2_m8", 2, 8],
      ["g_c4_m16", 4, 16],
      ["g_c8_m32", 8, 32],
      ["m_c16_m128", 16, 128],
      ["bm_c64_m512", 64, 512],
    ]),
    volumeTypes: [{ name: "standard_hdd", class: "standard", usable: true }],
    regions: regions(zonesByRegion.openstack),
    limits: { maxNodesTotal: 120 },
  });
}

function gardenLinux(time: DemoTime) {
  return classicVersions(time, [
    ["1877.6.0", "supported", null],
    ["1877.3.0", "deprecated", 45],
    ["1592.14.0", "deprecated", 21],
  ]).map((version) => imageVersion(version, { inPlaceFrom: "1592.9.0" }));
}

function chost(time: DemoTime) {
  return classicVersions(time, [
    ["15.7.20260901", "supported", null],
    ["15.6.20260218", "deprecated", 60],
  ]).map((version) => imageVersion(version));
}
