import type {
  CapabilityDefinition,
  ExpirableVersion,
  MachineImageVersion,
  MachineType,
} from "#lib/garden/cloud-profile.ts";
import type { Worker } from "#lib/garden/shoot.ts";
import { fail, ok, type Result } from "#lib/result.ts";
import type { GardenerRules } from "../editions/gardener-rules.ts";
import { isForArchitecture, suitsMachineType } from "../versions/capabilities.ts";
import { isExpired, isPreview, isSupported } from "../versions/classify.ts";
import { isPoolUpdatedInPlace } from "../versions/filter-image.ts";
import type { ListedVersion } from "../versions/listed-version.ts";
import type { PreparedImage } from "../versions/prepared-profile.ts";
import { latestNonDeprecatedVersion, latestVersion, withoutPreviews } from "./latest-version.ts";
import type { ProfileAdmissionContext } from "./one-supported.ts";

/** The parts of a short version text: nothing, a major, or a major and a minor. */
type Prefix = { readonly major: number | undefined; readonly minor: number | undefined };

const number = /^\d{1,15}$/;

/** Parses a short version text; undefined for a full version of three parts. */
function prefixOf(text: string): Result<Prefix | undefined, "NOT_SEMVER"> {
  const parts = text.split(".");
  if (parts.length === 3) return ok(undefined);
  const [major = "", minor = ""] = parts;
  if (text === "") return ok({ major: undefined, minor: undefined });
  const hasMinor = parts.length === 2 && minor !== "";
  if (!number.test(major) || (hasMinor && !number.test(minor))) return fail("NOT_SEMVER");
  return ok({ major: Number(major), minor: hasMinor ? Number(minor) : undefined });
}

function hasPrefix({ version }: ListedVersion, { major, minor }: Prefix): boolean {
  if (version === undefined) return false;
  return (major === undefined || version.major === major) && (minor === undefined || version.minor === minor);
}

/** Why a short version cannot be resolved. */
export type NoDefaultVersionReason = "K8S_NOT_SEMVER" | "K8S_NO_DEFAULT";

function mayBeDefault(listed: ListedVersion, { reading, rules }: ProfileAdmissionContext): boolean {
  if (rules("k8s.shorthand.candidates") === "supportedOnly") return isSupported(listed, reading);
  return !isExpired(listed, reading) && !isPreview(listed, reading);
}

/**
 * Resolves a Kubernetes version of a Shoot's spec, for the control plane or a pool. A full version is returned as is; a
 * short one resolves to the highest supported version, on every write. On an existing cluster that can be lower than
 * the current version.
 *
 * @source Gardener: plugin/pkg/shoot/mutator, defaultKubernetesVersion
 */
export function resolveKubernetesVersion(
  requested: string,
  versions: readonly ListedVersion<ExpirableVersion>[],
  view: ProfileAdmissionContext,
): Result<string, NoDefaultVersionReason> {
  const prefix = prefixOf(requested);
  if (!prefix.ok) return fail("K8S_NOT_SEMVER");
  const { value } = prefix;
  if (value === undefined) return ok(requested);
  const latest = latestVersion(versions.filter((listed) => hasPrefix(listed, value) && mayBeDefault(listed, view)));
  return latest ? ok(latest.text) : fail("K8S_NO_DEFAULT");
}

export interface ImageChoice {
  readonly name: string;
  readonly version: string;
}

/** A pool's requested image, and its previous one. */
export interface ImageRequest {
  readonly image: Worker["machine"]["image"];
  readonly oldImage: Worker["machine"]["image"];
  readonly pool: Pick<Worker, "updateStrategy"> & { readonly architecture: string };
  readonly machineType?: Pick<MachineType, "capabilities"> | undefined;
}

export type UnresolvedImageReason =
  | "IMAGE_UNKNOWN"
  | "IMAGE_NONE_IN_PROFILE"
  | "IMAGE_NO_ARCHITECTURE"
  | "IMAGE_NOT_SEMVER"
  | "IMAGE_NO_DEFAULT";

/** The images of a profile, and the capabilities it defines. */
export interface OfferedImages {
  readonly images: readonly PreparedImage[];
  readonly capabilities: readonly CapabilityDefinition[];
}

type Machines = Pick<ImageRequest, "pool" | "machineType">;
type Definitions = readonly CapabilityDefinition[];
type Listed = ListedVersion<MachineImageVersion>;

/** Whether the image version runs on the pool's machines. Capabilities of an unknown machine type are not checked. */
function runsOn({ entry }: Listed, { machineType, pool }: Machines, capabilities: Definitions): boolean {
  const isRight = isForArchitecture(entry, pool.architecture, capabilities);
  return isRight && suitsMachineType(entry, machineType, machineType ? capabilities : []);
}

/** Whether an image version makes its image a candidate for a pool: its architecture or its capabilities suffice. */
function isPromising({ entry }: Listed, { machineType, pool }: Machines, capabilities: Definitions): boolean {
  const suits = machineType !== undefined && suitsMachineType(entry, machineType, capabilities);
  return suits || isForArchitecture(entry, pool.architecture, capabilities);
}

function findImage(
  request: ImageRequest,
  { images, capabilities }: OfferedImages,
): Result<PreparedImage, UnresolvedImageReason> {
  const name = request.image?.name;
  if (name) {
    const named = images.find((image) => image.name === name);
    return named ? ok(named) : fail(images.length > 0 ? "IMAGE_UNKNOWN" : "IMAGE_NONE_IN_PROFILE");
  }
  if (images.length === 0) return fail("IMAGE_NONE_IN_PROFILE");
  const first = images.find(({ versions }) => versions.some((listed) => isPromising(listed, request, capabilities)));
  return first ? ok(first) : fail("IMAGE_NO_ARCHITECTURE");
}

function keepsOld({ image, oldImage }: ImageRequest): boolean {
  if (!oldImage) return false;
  if (!image?.name && !image?.version) return true;
  return image.name === oldImage.name && (!image.version || image.version === oldImage.version);
}

/** Whether the API server completes a short version text; otherwise it stays as written and validation rejects it. */
function resolvesShort({ oldImage }: ImageRequest, rules: GardenerRules): boolean {
  const rule = rules("image.shorthand");
  return rule === "newPool" ? !oldImage : rule !== "none";
}

/**
 * Resolves a pool's requested image. Existing pools keep their own; a short version resolves to the highest fitting,
 * non-deprecated before deprecated. Expired versions are not excluded here, because validation rejects them.
 *
 * @source Gardener: plugin/pkg/shoot/mutator, defaultMachineImage
 */
export function resolvePoolImage(
  request: ImageRequest,
  offered: OfferedImages,
  view: ProfileAdmissionContext,
): Result<ImageChoice, UnresolvedImageReason> {
  const { oldImage } = request;
  if (oldImage && keepsOld(request)) return ok({ name: oldImage.name, version: oldImage.version ?? "" });
  const image = findImage(request, offered);
  if (!image.ok) return image;
  const { name, versions } = image.value;
  const requested = request.image?.version ?? "";
  const keepsExact = view.rules("image.shorthand") === "exactFirst" && versions.some(({ text }) => text === requested);
  if (requested && (keepsExact || !resolvesShort(request, view.rules))) return ok({ name, version: requested });
  const prefix = prefixOf(requested.replace(/^v/, ""));
  if (!prefix.ok) return fail("IMAGE_NOT_SEMVER");
  if (prefix.value === undefined) return ok({ name, version: requested });
  const version = bestImageVersion(versions, { request, prefix: prefix.value, offered }, view);
  return version ? ok({ name, version: version.text }) : fail("IMAGE_NO_DEFAULT");
}

function bestImageVersion(
  versions: readonly Listed[],
  { request, prefix, offered }: { request: ImageRequest; prefix: Prefix; offered: OfferedImages },
  { reading, rules }: ProfileAdmissionContext,
): Listed | undefined {
  const fitting = withoutPreviews(versions, reading).filter(
    (listed) =>
      hasPrefix(listed, prefix) &&
      runsOn(listed, request, offered.capabilities) &&
      (!isPoolUpdatedInPlace(request.pool) || listed.entry.inPlaceUpdates?.supported === true),
  );
  return latestNonDeprecatedVersion(fitting, reading, rules) ?? latestVersion(fitting);
}
