import type { NamespacedCloudProfile } from "#lib/garden/cloud-profile.ts";
import { semanticallyEqual } from "#lib/kube/semantic-equality.ts";

/**
 * Fields of a NamespacedCloudProfile that only users with a custom RBAC verb can set or change, with that verb.
 *
 * @source Gardener: plugin/pkg/global/customverbauthorizer, admitNamespacedCloudProfiles
 */
export const verbsOfGuardedFields = {
  kubernetes: "modify-spec-kubernetes",
  machineImages: "modify-spec-machineimages",
  providerConfig: "modify-spec-providerconfig",
} as const satisfies Partial<Record<keyof NamespacedCloudProfile["spec"], string>>;

export type GuardedField = keyof typeof verbsOfGuardedFields;

/** In the order in which the API server checks them. */
export const guardedFields: readonly GuardedField[] = ["kubernetes", "machineImages", "providerConfig"];

type Guarded = Partial<Pick<NamespacedCloudProfile["spec"], GuardedField>>;

/**
 * The guarded fields that a change sets, changes or removes.
 *
 * @param before undefined on creation
 */
export function changedGuardedFields(before: Guarded | undefined, after: Guarded): readonly GuardedField[] {
  return guardedFields.filter((field) => !semanticallyEqual(before?.[field], after[field]));
}
