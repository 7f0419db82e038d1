import { namespacedProfileSpecSchema } from "#lib/contract/profile-spec.ts";
import type { ProjectProfile } from "#lib/contract/project/project-profiles.ts";
import type { CloudProfileSpec, NamespacedCloudProfile } from "#lib/garden/cloud-profile.ts";
import { mergePatchBetween } from "#lib/kube/merge-patch.ts";
import { isDns1123Subdomain } from "#lib/kube/names.ts";
import { isRecord } from "#lib/kube/wire.ts";
import { text } from "#lib/language/text.ts";
import { rulesOfGarden } from "#lib/policy/editions/rules-of-shoot.ts";
import { findNamespacedProfileErrors } from "#lib/policy/profiles/find-namespaced-profile-errors.ts";
import { guardedFields } from "#lib/policy/profiles/guarded-fields.ts";
import { profileAdmissionContextAt } from "#lib/policy/profiles/validate-profile.ts";
import { describeProfileError } from "../versions/describe-profile-error.ts";
import { type ProfileTextError, readExpectedProfile } from "../versions/profile-text.ts";
import type { ProfileDraftMoment } from "../versions/validate-profile-draft.ts";
import { emptyProjectProfileSpec } from "./project-profile-text.ts";

/** What a draft of a NamespacedCloudProfile begins with. */
export interface ProjectProfileBase extends Pick<ProjectProfile, "rights" | "merged"> {
  /** Name and spec as they were read; undefined for a new profile. */
  readonly stored: Pick<ProjectProfile, "name" | "spec"> | undefined;
  readonly parentName: string;
  readonly parent: CloudProfileSpec;
}

/** Validation of a draft in the browser, before the garden is asked. */
export interface ProjectProfileDraftValidation {
  readonly name: string;
  /** Spec of the draft; undefined if the text cannot be parsed. */
  readonly spec: NamespacedCloudProfile["spec"] | undefined;
  /** Spec with its fields in the order of the text. */
  readonly written: Readonly<Record<string, unknown>>;
  /** Reasons why the API server would refuse the draft. */
  readonly faults: readonly ProfileTextError[];
  /** Merge patch of the spec; for a new profile, from one that changes nothing. Undefined if nothing differs. */
  readonly patch: Readonly<Record<string, unknown>> | undefined;
}

/**
 * Parses and validates a draft of a NamespacedCloudProfile by the rules of the API server, which include what the
 * user's role allows.
 *
 */
export function validateProjectProfileDraft(
  source: string,
  base: ProjectProfileBase,
  { nowAt, garden }: ProfileDraftMoment,
): ProjectProfileDraftValidation {
  const { stored, parentName, parent, rights, merged } = base;
  const expected = { kind: "NamespacedCloudProfile", name: stored?.name, schema: namespacedProfileSpecSchema } as const;
  const read = readExpectedProfile(source, expected);
  if (!read.ok) return { name: "", spec: undefined, written: {}, faults: read.error, patch: undefined };
  const { spec, written, name, placeOf } = read.value;
  const placed = (path: string, message: string): ProfileTextError => ({ path, message, ...placeOf(path) });
  const old = namespacedProfileSpecSchema.safeParse(stored?.spec).data;
  const before = old && { spec: old, ...(merged && { status: { cloudProfileSpec: merged } }) };
  const refused = guardedFields.filter((field) => rights[field] === false);
  const errors = findNamespacedProfileErrors(
    { before, after: spec, parent, refused },
    profileAdmissionContextAt(nowAt, rulesOfGarden(garden)),
  );
  const patch = mergePatchBetween(stored?.spec ?? emptyProjectProfileSpec(parentName), written);
  return {
    ...{ name, spec, written },
    faults: [
      ...(name !== "" && !isDns1123Subdomain(name)
        ? [placed("metadata.name", text("{value} is not a valid name here.", { value: name }))]
        : []),
      ...(stored === undefined && spec.parent.name !== parentName
        ? [placed("spec.parent", text("the parent is chosen above"))]
        : []),
      ...errors.map((error) => placed(error.path, describeProfileError(error))),
    ],
    patch: isRecord(patch) ? patch : undefined,
  };
}
