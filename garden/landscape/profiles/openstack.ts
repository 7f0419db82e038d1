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

/**
 * CloudProfile of the company's own data centers: one Kubernetes version has no classification, one flatcar version
 * expires without a successor, and one gardenlinux version supports in-place updates.
 */
export function openstackProfile(time: DemoTime): CloudProfile {
  const kubernetes = buildExpirableVersions(time, [
    ["1.35.5", null, null],
    ["1.34.8", "supported", 190],
    ["1.34.4", "deprecated", 45],
    ["1.33.11", "supported", 28],
    ["1.33.7", "deprecated", -3],
    ["1.32.13", "deprecated", -40],
  ]);
  const flatcar = buildExpirableVersions(time, [
    ["3975.2.2", "deprecated", 16],
    ["3815.2.5", "deprecated", -58],
  ]);
  return buildCloudProfile("openstack", time.daysAgo(1250), {
    type: "openstack",
    kubernetes: { versions: kubernetes },
    machineImages: [
      { name: "gardenlinux", updateStrategy: "minor", versions: gardenLinux(time) },
      { name: "flatcar", updateStrategy: "major", versions: flatcar.map((version) => buildImageVersion(version)) },
      { name: "suse-chost", updateStrategy: "major", versions: chost(time) },
    ],
    machineTypes: buildMachineTypes([
      ["g_c2_m8", 2, 8],
      ["g_c4_m16", 4, 16],
      ["g_c8_m32", 8, 32],
      ["m_c16_m128", 16, 128],
      ["bm_c64_m512", 64, 512],
    ]),
    volumeTypes: [{ name: "standard_hdd", class: "standard", usable: true }],
    regions: buildRegions(zonesByRegion.openstack),
    limits: { maxNodesTotal: 120 },
    providerConfig: {
      apiVersion: "openstack.provider.extensions.gardener.cloud/v1alpha1",
      kind: "CloudProfileConfig",
      keystoneURL: "https://keystone.dc.harborline.example/v3",
      serverGroupPolicies: ["affinity", "anti-affinity", "soft-anti-affinity"],
      constraints: {
        floatingPools: [
          { name: "FloatingIP-external-*" },
          { name: "FloatingIP-harbour", region: "de-north-2", nonConstraining: true },
        ],
        loadBalancerProviders: [
          { name: "f5" },
          { name: "f5", region: "de-north-2" },
          { name: "amphora", region: "de-north-2" },
        ],
      },
    },
  });
}

function gardenLinux(time: DemoTime) {
  return buildExpirableVersions(time, [
    ["1877.6.0", "supported", null],
    ["1877.3.0", "deprecated", 45],
    ["1592.14.0", "deprecated", 21],
  ]).map((version) => buildImageVersion(version, { inPlaceFrom: "1592.9.0" }));
}

function chost(time: DemoTime) {
  return buildExpirableVersions(time, [
    ["15.7.20260901", "supported", null],
    ["15.6.20260218", "deprecated", 60],
  ]).map((version) => buildImageVersion(version));
}
