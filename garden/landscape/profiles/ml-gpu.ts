import { withExtensionLabels } from "#garden/gardener/admission/extension-labels.ts";
import type { CloudProfile, ExpirableVersion, NamespacedCloudProfile } from "#lib/garden/cloud-profile.ts";
import { mergedProfile } from "#lib/policy/profiles/effective-profile.ts";
import type { DemoTime } from "../plan/demo-time.ts";
import { buildImageVersion, buildMachineTypes } from "./profile-data.ts";

const customImage = { name: "ml-gardenlinux", updateStrategy: "patch" };

/**
 * NamespacedCloudProfile of project ml, based on gcp: 1.33, which has no upgrade path, expires later; there are GPU
 * machine types and an image with drivers. Its status contains the merged profile, as in Gardener.
 */
export function mlGpuProfile(time: DemoTime, parent: CloudProfile): NamespacedCloudProfile {
  const overrides: readonly ExpirableVersion[] = [{ version: "1.33.12", expirationDate: time.endOfDay(150) }];
  const image = {
    ...customImage,
    versions: [
      buildImageVersion({ version: "1877.6.1", classification: "supported" }),
      buildImageVersion({ version: "1877.3.4", classification: "deprecated", expirationDate: time.endOfDay(28) }),
    ],
  };
  const types = buildMachineTypes([
    ["a3-highgpu-8g", 208, 1872, { gpu: "8" }],
    ["g2-standard-24", 24, 96, { gpu: "2" }],
  ]);
  const override = { kubernetes: { versions: overrides }, machineImages: [image], machineTypes: types };
  const profile: NamespacedCloudProfile = {
    apiVersion: "core.gardener.cloud/v1beta1",
    kind: "NamespacedCloudProfile",
    metadata: {
      name: "ml-gpu",
      namespace: "garden-ml",
      creationTimestamp: time.daysAgo(214),
      generation: 3,
      finalizers: ["gardener"],
    },
    spec: { parent: { kind: "CloudProfile", name: "gcp" }, ...override },
    status: { observedGeneration: 3, cloudProfileSpec: mergedProfile(parent.spec, override) },
  };
  return withExtensionLabels(profile, [["provider", parent.spec.type ?? ""]]);
}
