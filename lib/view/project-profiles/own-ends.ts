import type { DraftEdit, DraftPath } from "#lib/create/draft-document.ts";
import type { CloudProfileSpec, ExpirableVersion, NamespacedCloudProfile } from "#lib/garden/cloud-profile.ts";
import { parseInstant } from "#lib/kube/instant.ts";
import { versionEndInProfile } from "../versions/version-end-in-profile.ts";

type Spec = NamespacedCloudProfile["spec"];

/** A version in a NamespacedCloudProfile; `image` is undefined for Kubernetes. */
export interface OwnVersion {
  readonly image: string | undefined;
  readonly version: string;
}

/** The end that a NamespacedCloudProfile sets for a version. */
export interface OwnEnd extends OwnVersion {
  /** Path of the entry, such as `spec.kubernetes.versions[0]`, and as the editor takes it. */
  readonly path: string;
  readonly place: DraftPath;
  /** As written; undefined if there is none. */
  readonly end: string | undefined;
  /** The version in the parent; undefined if the parent does not list it. */
  readonly inParent: ExpirableVersion | undefined;
}

/** The versions in a NamespacedCloudProfile in the order of its text. */
export function ownEndsOf(spec: Spec, parent: CloudProfileSpec): readonly OwnEnd[] {
  const endsIn = (
    image: string | undefined,
    versions: readonly ExpirableVersion[] | null | undefined,
    { path, place }: Pick<OwnEnd, "path" | "place">,
  ) =>
    (versions ?? []).map(
      (version, index): OwnEnd => ({
        image,
        version: version.version,
        path: `${path}[${index}]`,
        place: [...place, index],
        end: version.expirationDate ?? undefined,
        inParent: versionsIn(parent, image).find((each) => each.version === version.version),
      }),
    );
  return [
    ...endsIn(undefined, spec.kubernetes?.versions, {
      path: "spec.kubernetes.versions",
      place: ["spec", "kubernetes", "versions"],
    }),
    ...(spec.machineImages ?? []).flatMap(({ name, versions }, index) =>
      endsIn(name, versions, {
        path: `spec.machineImages[${index}].versions`,
        place: ["spec", "machineImages", index, "versions"],
      }),
    ),
  ];
}

/** The versions of the parent whose end the NamespacedCloudProfile does not set yet: those that end first come first. */
export function overridableVersions(
  spec: Spec,
  parent: CloudProfileSpec,
  image: string | undefined,
): readonly ExpirableVersion[] {
  const own = new Set(versionsIn(spec, image).map(({ version }) => version));
  const endOf = (version: ExpirableVersion) => parseInstant(versionEndInProfile(version)) ?? Number.POSITIVE_INFINITY;
  return versionsIn(parent, image)
    .filter(({ version }) => !own.has(version))
    .map((version) => ({ version, end: endOf(version) }))
    .sort((a, b) => (a.end === b.end ? 0 : a.end - b.end))
    .map(({ version }) => version);
}

function versionsIn(
  { kubernetes, machineImages }: Pick<CloudProfileSpec, "kubernetes" | "machineImages">,
  image: string | undefined,
): readonly ExpirableVersion[] {
  if (image === undefined) return kubernetes?.versions ?? [];
  return machineImages?.find(({ name }) => name === image)?.versions ?? [];
}

/** Edits of the text that set an own end for a version of the parent: at first the end that the parent has. */
export function editsToAddEnd(
  spec: Spec,
  parent: CloudProfileSpec,
  { image, version }: OwnVersion,
): readonly DraftEdit[] {
  const base = versionsIn(parent, image).find((each) => each.version === version);
  const end = base && versionEndInProfile(base);
  const entry = { version, ...(end !== undefined && { expirationDate: end }) };
  if (image === undefined) return [appended(["spec", "kubernetes", "versions"], spec.kubernetes?.versions, entry)];
  const index = (spec.machineImages ?? []).findIndex(({ name }) => name === image);
  if (index < 0) return [appended(["spec", "machineImages"], spec.machineImages, { name: image, versions: [entry] })];
  return [appended(["spec", "machineImages", index, "versions"], spec.machineImages?.[index]?.versions, entry)];
}

function appended(path: DraftPath, list: readonly unknown[] | null | undefined, entry: object): DraftEdit {
  const length = list?.length ?? 0;
  return length === 0 ? { path, value: [entry] } : { path: [...path, length], value: entry };
}

/** Edits of the text that take a version out of it, with the blocks that only held it. */
export function editsToRemoveEnd(spec: Spec, { image, place }: OwnEnd): readonly DraftEdit[] {
  const removed = (path: DraftPath): readonly DraftEdit[] => [{ path, value: undefined }];
  if (image === undefined) {
    return removed((spec.kubernetes?.versions ?? []).length === 1 ? ["spec", "kubernetes"] : place);
  }
  const images = spec.machineImages ?? [];
  const index = images.findIndex(({ name }) => name === image);
  const { versions, updateStrategy } = images[index] ?? {};
  if ((versions ?? []).length > 1) return removed(place);
  if (updateStrategy) return removed(["spec", "machineImages", index, "versions"]);
  return removed(images.length === 1 ? ["spec", "machineImages"] : ["spec", "machineImages", index]);
}

/** Edits of the text that set the limit of nodes per cluster, or take it out of the text. */
export function editsForNodeLimit(most: number | undefined): readonly DraftEdit[] {
  return [{ path: ["spec", "limits"], value: most === undefined ? undefined : { maxNodesTotal: most } }];
}
