import { cloudProfileSpecSchema } from "#lib/contract/profile-spec.ts";
import type { CloudProfileSpec } from "#lib/garden/cloud-profile.ts";
import { mergePatchBetween } from "#lib/kube/merge-patch.ts";
import { isRecord } from "#lib/kube/wire.ts";
import { type GardenFacts, rulesOfGarden } from "#lib/policy/editions/rules-of-shoot.ts";
import { profileSpecValidatedOnUpdate } from "#lib/policy/profiles/default-profile.ts";
import {
  profileAdmissionContextAt,
  validateProfile,
  validateProfileUpdate,
} from "#lib/policy/profiles/validate-profile.ts";
import { describeProfileError } from "./describe-profile-error.ts";
import { type ProfileTextError, readProfileText } from "./profile-text.ts";

/** When and for which garden an edited profile is validated. */
export interface ProfileDraftMoment {
  /** Epoch milliseconds. */
  readonly nowAt: number;
  /** The garden, whose release and gates decide the rules. */
  readonly garden: GardenFacts;
}

/** Validation of an edited profile in the browser, before the garden is asked. */
export interface ProfileDraftValidation {
  /** Spec of the edited profile; undefined if the text cannot be parsed. */
  readonly spec: CloudProfileSpec | undefined;
  /** Errors that the API server would report; the first ones may hide others. */
  readonly faults: readonly ProfileTextError[];
  /** Merge patch from the original to the edited profile; undefined if nothing differs. */
  readonly patch: Readonly<Record<string, unknown>> | undefined;
}

/**
 * Parses and validates an edited profile by the rules of the API server.
 *
 * @param base spec as it was read
 */
export function validateProfileDraft(
  text: string,
  { name, spec: base }: { readonly name: string; readonly spec: Readonly<Record<string, unknown>> },
  { nowAt, garden }: ProfileDraftMoment,
): ProfileDraftValidation {
  const read = readProfileText(text, name);
  if (!read.ok) return { spec: undefined, faults: read.error, patch: undefined };
  const { spec, written, placeOf } = read.value;
  const view = profileAdmissionContextAt(nowAt, rulesOfGarden(garden));
  const before = cloudProfileSpecSchema.safeParse(base);
  // If the original does not match the schema, the edited profile is not refused for that: the garden decides.
  const judged = profileSpecValidatedOnUpdate(spec, before.success ? before.data : {});
  const faults = [
    ...validateProfile(judged, view),
    ...(before.success ? validateProfileUpdate(before.data, judged, view) : []),
  ];
  const patch = mergePatchBetween(base, written);
  return {
    spec,
    faults: faults.map((fault) => ({ path: fault.path, message: describeProfileError(fault), ...placeOf(fault.path) })),
    patch: isRecord(patch) ? patch : undefined,
  };
}
