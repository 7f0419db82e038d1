import type { MachineImageVersion } from "../../garden/cloud-profile.ts";
import type { Worker } from "../../garden/shoot.ts";
import type { EditionRules } from "../editions/edition-rules.ts";
import { architecturesOf } from "../versions/capabilities.ts";
import { admissionReadingAt, classify, isActive } from "../versions/classify.ts";
import { compareNormalised } from "../versions/constraint.ts";
import { allowsKubelet, isInPlaceTarget } from "../versions/filter-image.ts";
import type { ListedVersion } from "../versions/listed-version.ts";
import { parseVersion } from "../versions/parse.ts";
import type { PreparedProfile } from "../versions/prepared-profile.ts";
import type { ImageViolationCode } from "./violation.ts";

/** The machine of a pool before and after a change; `before` is undefined for a new pool. */
export interface MachineChange {
  readonly before: Worker["machine"] | undefined;
  readonly after: Worker["machine"];
  readonly inPlace: boolean;
}

/** A profile and the instant at which the API server looks at it: epoch milliseconds. */
export interface AdmissionView {
  readonly profile: PreparedProfile;
  readonly now: number;
  readonly rules: EditionRules;
}

type Image = Worker["machine"]["image"];

/** The profile's entry of an image: here, unlike in maintenance, the name must match in upper and lower case. */
export function listedImage(profile: PreparedProfile, image: Image): ListedVersion<MachineImageVersion> | undefined {
  const entry = profile.images.find(({ name }) => name === image?.name);
  return entry?.versions.find(({ text }) => text === image?.version);
}

function isBelow(version: string, other: string): boolean {
  const below = compareNormalised(version, "<", other);
  return below.ok && below.value;
}

function isUsable(listed: ListedVersion, { before, after }: MachineChange, { now, rules }: AdmissionView): boolean {
  const reading = admissionReadingAt(now, rules);
  if (isActive(listed, reading)) return true;
  if (classify(listed, reading) !== "expired" || before === undefined) return false;
  return !isBelow(after.image?.version ?? "", before.image?.version ?? "");
}

function sameMachine({ before, after }: MachineChange): boolean {
  if (before === undefined) return false;
  const sameImage = before.image?.name === after.image?.name && before.image?.version === after.image?.version;
  return sameImage && (before.architecture ?? "amd64") === (after.architecture ?? "amd64");
}

/**
 * What the API server objects to when a pool's image or architecture changes: the first of not listed, wrong
 * architecture, not active (an expired version passes for an existing pool that does not go down), and no way to it in
 * place. An unchanged machine is not looked at.
 *
 * @source Gardener: plugin/pkg/shoot/validator, validateMachineImagesConstraints
 */
export function imageViolation(change: MachineChange, view: AdmissionView): ImageViolationCode | undefined {
  if (sameMachine(change)) return undefined;
  const listed = listedImage(view.profile, change.after.image);
  if (listed === undefined) return "IMAGE_NOT_LISTED";
  const definitions = view.rules("image.capabilities.admission") === "checked" ? view.profile.capabilities : [];
  if (!architecturesOf(listed.entry, definitions).includes(change.after.architecture || "amd64")) {
    return "IMAGE_ARCHITECTURE";
  }
  if (!isUsable(listed, change, view)) return "IMAGE_INACTIVE";
  return change.inPlace ? inPlaceViolation(listed, change, view) : undefined;
}

function inPlaceViolation(
  listed: ListedVersion<MachineImageVersion>,
  { before, after }: MachineChange,
  { rules }: AdmissionView,
): ImageViolationCode | undefined {
  const current = before?.image?.version ?? "";
  if (before === undefined) return listed.entry.inPlaceUpdates?.supported ? undefined : "IMAGE_INPLACE";
  if (!isInPlaceTarget(listed.entry, current)) return "IMAGE_INPLACE";
  const refused = rules("image.inPlaceDowngrade") === "refused";
  return refused && isBelow(after.image?.version ?? "", current) ? "IMAGE_DOWNGRADE" : undefined;
}

/**
 * Whether a pool's image admits the pool's kubelet version. The API server asks at every write, but only about images
 * that are listed.
 *
 * @param kubelet the pool's Kubernetes version after the change
 * @source Gardener: plugin/pkg/shoot/validator, validateMachineImagesConstraints
 */
export function imageAdmitsKubelet(profile: PreparedProfile, image: Image, kubelet: string): boolean {
  const listed = listedImage(profile, image);
  const version = parseVersion(kubelet);
  if (listed === undefined || !version.ok) return true;
  return allowsKubelet(listed.entry, version.value);
}
