import type { ClusterProfile } from "#lib/contract/new-cluster.ts";
import type { CloudProfileSpec } from "#lib/garden/cloud-profile.ts";
import { newestRules } from "#lib/policy/editions/gardener-rules.ts";
import { profileAdmissionContextAt } from "#lib/policy/profiles/validate-profile.ts";
import { clusterProfileOf } from "./cluster-profile.ts";

export const profileNow = Date.parse("2026-03-01T10:00:00Z");

/** A profile's spec that also has fields which only the provider and the form know. */
export type ProfileSpecWithProvider = CloudProfileSpec & Readonly<Record<string, unknown>>;

export const meadow: ProfileSpecWithProvider = {
  type: "aws",
  kubernetes: {
    versions: [
      { version: "1.33.4", classification: "supported", expirationDate: "2026-08-01T23:59:59Z" },
      { version: "1.34.2", classification: "supported", expirationDate: "2026-12-01T23:59:59Z" },
      { version: "1.35.0", classification: "preview" },
      { version: "1.32.9", classification: "deprecated", expirationDate: "2026-01-01T23:59:59Z" },
      { version: "1.33.1", classification: "deprecated", expirationDate: "2026-05-01T23:59:59Z" },
    ],
  },
  machineImages: [
    {
      name: "narrow",
      versions: [
        {
          version: "9.0.0",
          classification: "supported",
          cri: [{ name: "containerd" }],
          architectures: ["amd64"],
          kubeletVersionConstraint: "< 1.34",
        },
      ],
    },
    {
      name: "gardenlinux",
      versions: [
        {
          version: "1.2.0",
          classification: "supported",
          cri: [{ name: "containerd" }],
          architectures: ["amd64", "arm64"],
        },
        {
          version: "1.3.0",
          classification: "preview",
          cri: [{ name: "containerd" }],
          architectures: ["amd64", "arm64"],
        },
      ],
    },
  ],
  machineTypes: [
    { name: "tiny", cpu: "1", gpu: "0", memory: "2Gi" },
    { name: "gpu", cpu: "2", gpu: "1", memory: "4Gi" },
    { name: "large", cpu: "4", gpu: "0", memory: "16Gi" },
    { name: "arm", cpu: "2", gpu: "0", memory: "4Gi", architecture: "arm64" },
    { name: "small", cpu: "2", gpu: "0", memory: "8Gi" },
    { name: "retired", cpu: "2", gpu: "0", memory: "4Gi", usable: false },
  ],
  volumeTypes: [
    { name: "fast", class: "premium" },
    { name: "plain", class: "standard", minSize: "60Gi" },
  ],
  regions: [
    {
      name: "here",
      zones: [{ name: "here-a" }, { name: "here-b" }, { name: "here-c" }],
    },
    { name: "there", zones: [{ name: "there-a" }] },
  ],
  limits: { maxNodesTotal: 50 },
};

/** What a new cluster can have of a profile, at the time of these tests. */
export function offerOf(spec: ProfileSpecWithProvider): ClusterProfile {
  const { reading } = profileAdmissionContextAt(profileNow, newestRules);
  return clusterProfileOf({ kind: "CloudProfile", name: "meadow", spec, reading });
}
