import type {
  CapabilityDefinition,
  ExpirableVersion,
  MachineImageVersion,
  MachineType,
} from "#lib/garden/cloud-profile.ts";
import type { Worker } from "#lib/garden/shoot.ts";
import { fail, ok, type Result } from "#lib/result.ts";
import type { EditionRules } from "../editions/edition-rules.ts";
import { isForArchitecture, suitsMachineType } from "../versions/capabilities.ts";
import { isExpired, isPreview, isSupported } from "../versions/classify.ts";
import { isInPlace } from "../versions/filter-image.ts";
import type { ListedVersion } from "../versions/listed-version.ts";
import type { PreparedImage } from "../versions/prepared-profile.ts";
import { latestPreferred, latestVersion, withoutPreviews } from "./latest-version.ts";
import type { AdmissionView } from "./one-supported.ts";

/** What a short version text asks for: nothing, a major, or a major and a minor. */
type Prefix = { readonly major: number | undefined; readonly minor: number | undefined };

const number = /^\d{1,15}$/;

/** Undefined for a text of three parts, which is not a short one. */
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

/** Why a short version text stands for nothing. */
export type NoDefault = "K8S_NOT_SEMVER" | "K8S_NO_DEFAULT";

function mayBeDefault(listed: ListedVersion, { reading, rules }: AdmissionView): boolean {
  if (rules("k8s.shorthand.candidates") === "supportedOnly") return isSupported(listed, reading);
  return !isExpired(listed, reading) && !isPreview(listed, reading);
}

/**
 * The Kubernetes version that a text of a Shoot's spec stands for, of the control plane or of a pool. Three parts are
 * taken as they are; less asks for the highest supported version, on every write. On an existing cluster that can be
 * below what it runs.
 *
 * @source Gardener: plugin/pkg/shoot/mutator, defaultKubernetesVersion
 */
export function defaultKubernetes(
  requested: string,
  versions: readonly ListedVersion<ExpirableVersion>[],
  view: AdmissionView,
): Result<string, NoDefault> {
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

/** A pool's image as it is asked for, and what the pool had before. */
export interface ImageRequest {
  readonly image: Worker["machine"]["image"];
  readonly oldImage: Worker["machine"]["image"];
  readonly pool: Pick<Worker, "updateStrategy"> & { readonly architecture: string };
  readonly machineType?: Pick<MachineType, "capabilities"> | undefined;
}

export type NoImage =
  | "IMAGE_UNKNOWN"
  | "IMAGE_NONE_IN_PROFILE"
  | "IMAGE_NO_ARCHITECTURE"
  | "IMAGE_NOT_SEMVER"
  | "IMAGE_NO_DEFAULT";

/** The images of a profile, and what its machine types can do. */
export interface OfferedImages {
  readonly images: readonly PreparedImage[];
  readonly capabilities: readonly CapabilityDefinition[];
}

type Machines = Pick<ImageRequest, "pool" | "machineType">;
type Definitions = readonly CapabilityDefinition[];
type Listed = ListedVersion<MachineImageVersion>;

/** Whether it runs on the pool's machines. The capabilities of a machine type that is not known are not looked at. */
function runsOn({ entry }: Listed, { machineType, pool }: Machines, capabilities: Definitions): boolean {
  const isRight = isForArchitecture(entry, pool.architecture, capabilities);
  return isRight && suitsMachineType(entry, machineType, machineType ? capabilities : []);
}

/** Whether its image is taken for one that has something to offer: its architecture or its capabilities suffice. */
function isPromising({ entry }: Listed, { machineType, pool }: Machines, capabilities: Definitions): boolean {
  const suits = machineType !== undefined && suitsMachineType(entry, machineType, capabilities);
  return suits || isForArchitecture(entry, pool.architecture, capabilities);
}

function findImage(request: ImageRequest, { images, capabilities }: OfferedImages): Result<PreparedImage, NoImage> {
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

/** Whether a short version text is looked up at all; otherwise it stays as written, for the validator to refuse. */
function resolvesShort({ oldImage }: ImageRequest, rules: EditionRules): boolean {
  const rule = rules("image.shorthand");
  return rule === "newPool" ? !oldImage : rule !== "none";
}

/**
 * The image that a pool's request stands for. An existing pool keeps its own; a short version text asks for the highest
 * fitting version, not deprecated before deprecated. Expired ones are not left out here, only refused afterwards.
 *
 * @source Gardener: plugin/pkg/shoot/mutator, defaultMachineImage
 */
export function defaultImage(
  request: ImageRequest,
  offered: OfferedImages,
  view: AdmissionView,
): Result<ImageChoice, NoImage> {
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
  { reading, rules }: AdmissionView,
): Listed | undefined {
  const fitting = withoutPreviews(versions, reading).filter(
    (listed) =>
      hasPrefix(listed, prefix) &&
      runsOn(listed, request, offered.capabilities) &&
      (!isInPlace(request.pool) || listed.entry.inPlaceUpdates?.supported === true),
  );
  return latestPreferred(fitting, reading, rules) ?? latestVersion(fitting);
}
