import "server-only";
import type * as z from "zod/mini";
import { cloudProfileSpecSchema, namespacedProfileSpecSchema } from "#lib/contract/profile-spec.ts";
import { maxImageVersions, maxVersionsPerList, type WhatIfRequest } from "#lib/contract/versions.ts";
import type { CloudProfile, CloudProfileSpec, NamespacedCloudProfile } from "#lib/garden/cloud-profile.ts";
import { applyMergePatch } from "#lib/kube/apply-merge-patch.ts";
import { isRecord } from "#lib/kube/wire.ts";
import { text } from "#lib/language/text.ts";
import { profileSpecStoredOnUpdate } from "#lib/policy/profiles/default-profile.ts";
import { ProblemError } from "#server/boundary/problem.ts";

const mostCauses = 20;

/** The spec of a CloudProfile after a patch. @throws ProblemError when it is invalid, or too long to simulate */
export function patchProfileSpec({ spec }: CloudProfile, { spec: patch }: WhatIfRequest): CloudProfileSpec {
  return profileSpecStoredOnUpdate(patchedSpec(spec, patch, cloudProfileSpecSchema), spec);
}

/** The spec of a NamespacedCloudProfile after a patch. @throws ProblemError when it is invalid, or too long */
export function patchNamespacedSpec(
  spec: NamespacedCloudProfile["spec"],
  { spec: patch }: WhatIfRequest,
): NamespacedCloudProfile["spec"] {
  return patchedSpec(spec, patch, namespacedProfileSpecSchema);
}

function patchedSpec<Spec>(
  spec: NamespacedCloudProfile["spec"] | CloudProfileSpec,
  patch: WhatIfRequest["spec"],
  schema: z.ZodMiniType<Spec>,
): Spec {
  const changed = applyMergePatch(spec, patch);
  refuseLongLists(changed);
  const parsed = schema.safeParse(changed);
  if (parsed.success) return parsed.data;
  throw new ProblemError("invalid-request", {
    detail: text("The API server could not read this profile."),
    causes: parsed.error.issues
      .slice(0, mostCauses)
      .map(({ path, message }) => ({ field: ["spec", ...path].join("."), message })),
  });
}

/** Refuses profiles with too many versions, since each costs time for every profile that is based on this one. */
function refuseLongLists(spec: unknown): void {
  const { kubernetes, machineImages } = isRecord(spec) ? spec : {};
  const images: readonly unknown[] = Array.isArray(machineImages) ? machineImages : [];
  const causes = [
    ...tooLong("spec.machineImages", images),
    ...tooLong("spec.kubernetes.versions", versionsOf(kubernetes)),
    ...images.flatMap((image, index) => tooLong(`spec.machineImages.${index}.versions`, versionsOf(image))),
  ];
  const together = images.reduce((sum: number, image) => sum + lengthOf(versionsOf(image)), 0);
  if (causes.length === 0 && together > maxImageVersions) {
    const detail = text("A change is tried with at most {mostImageVersions} image versions; there are {together}.", {
      mostImageVersions: maxImageVersions,
      together,
    });
    throw new ProblemError("invalid-request", { detail });
  }
  if (causes.length === 0) return;
  throw new ProblemError("invalid-request", {
    detail: text("A change is tried with at most {mostVersions} entries in a list, and {field} has more.", {
      mostVersions: maxVersionsPerList,
      field: causes[0]?.field ?? "",
    }),
    causes: causes.slice(0, mostCauses),
  });
}

const versionsOf = (holder: unknown): unknown => (isRecord(holder) ? holder.versions : undefined);

const lengthOf = (list: unknown): number => (Array.isArray(list) ? list.length : 0);

function tooLong(field: string, list: unknown): readonly { readonly field: string; readonly message: string }[] {
  const length = lengthOf(list);
  if (length <= maxVersionsPerList) return [];
  return [
    {
      field,
      message: text("has {length} entries, at most {mostVersions} are tried", {
        length,
        mostVersions: maxVersionsPerList,
      }),
    },
  ];
}
