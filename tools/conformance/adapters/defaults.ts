import type { CapabilityDefinition, ExpirableVersion, MachineImage } from "#lib/garden/cloud-profile.ts";
import type { Worker } from "#lib/garden/shoot.ts";
import { supportedKubernetes } from "#lib/policy/editions/supported-kubernetes.ts";
import { isTooOldForImagePullPolicy, namesOfRejectedFields } from "#lib/policy/maintenance/spec-cleanup.ts";
import { type ImageRequest, resolveKubernetesVersion, resolvePoolImage } from "#lib/policy/profiles/default-version.ts";
import {
  findImageRejections,
  offeredImageVersions,
  offeredKubernetes,
  offersKubernetes,
} from "#lib/policy/profiles/offered-versions.ts";
import { allowsKubelet, findImageMismatch } from "#lib/policy/versions/filter-image.ts";
import { listVersions } from "#lib/policy/versions/listed-version.ts";
import { parseVersion, versionOf } from "#lib/policy/versions/parse.ts";
import { prepareImage } from "#lib/policy/versions/prepared-profile.ts";
import { createVectorAdapter, type VectorAdapters } from "../vector/adapter.ts";
import { releaseOfVector, rulesOfVector } from "../vector/release-of-vector.ts";
import { admissionViewOf } from "../vector/view-of-vector.ts";

interface VersionsInput {
  readonly versions: readonly ExpirableVersion[];
  readonly now?: string;
}

interface OfferedInput extends VersionsInput {
  readonly operation: string;
  readonly newPool?: boolean;
  readonly current?: string;
  readonly requested: string;
}

interface ImageInput {
  readonly architecture: string;
  readonly updateStrategy: string;
  readonly images: readonly MachineImage[];
  readonly capabilityDefinitions?: readonly CapabilityDefinition[];
  readonly now?: string;
}

type Image = NonNullable<Worker["machine"]["image"]>;

function offeredOf({ images, capabilityDefinitions }: ImageInput) {
  return { images: images.map(prepareImage), capabilities: capabilityDefinitions ?? [] };
}

const noDefaultCodes = { K8S_NO_DEFAULT: "NO_SUITABLE_VERSION", K8S_NOT_SEMVER: "NOT_SEMANTIC" };

function resolveImage(versions: readonly ExpirableVersion[], request: Partial<ImageRequest>) {
  return {
    offered: { images: [prepareImage({ name: "image", versions })], capabilities: [] },
    request: { image: { name: "image" }, oldImage: null, pool: { architecture: "amd64" }, ...request },
  };
}

export const defaultAdapters: VectorAdapters = {
  "default.k8sVersion": createVectorAdapter<VersionsInput & { shootVersion: string }>((input, vector) => {
    const resolved = resolveKubernetesVersion(
      input.shootVersion,
      listVersions(input.versions),
      admissionViewOf(input, vector),
    );
    return resolved.ok ? { version: resolved.value } : { error: noDefaultCodes[resolved.error] };
  }),
  "k8s-default": createVectorAdapter<VersionsInput & { requested: string }>((input, vector) => {
    const resolved = resolveKubernetesVersion(
      input.requested,
      listVersions(input.versions),
      admissionViewOf(input, vector),
    );
    return resolved.ok ? { resolved: resolved.value } : { error: resolved.error };
  }),
  "edition.k8s.shorthand": createVectorAdapter<VersionsInput & { requested: string }>((input, vector) => {
    const resolved = resolveKubernetesVersion(
      input.requested,
      listVersions(input.versions),
      admissionViewOf(input, vector),
    );
    return resolved.ok ? { resolved: resolved.value } : { error: true };
  }),
  "k8s-offered": createVectorAdapter<OfferedInput>((input, vector) => {
    const { reading } = admissionViewOf(input, vector);
    const versions = listVersions(input.versions);
    const isNew = input.operation === "create" || input.newPool === true;
    if (offersKubernetes({ versions, from: input.current ?? "", to: input.requested, isNew }, reading)) {
      return { errors: [] };
    }
    const validValues = offeredKubernetes(versions, isNew, reading).map(
      ({ text, entry }) => `${text}${entry.classification === "preview" ? " (preview)" : ""}`,
    );
    return { errors: ["K8S_NOT_OFFERED"], validValues };
  }, "sets"),
  "edition.k8s.expiredTarget": createVectorAdapter<
    VersionsInput & { operation: string; newPool: boolean; old: string; new: string }
  >((input, vector) => {
    const isNew = input.operation === "CREATE" || input.newPool;
    const request = { versions: listVersions(input.versions), from: input.old, to: input.new, isNew };
    return { allowed: offersKubernetes(request, admissionViewOf(input, vector).reading) };
  }),
  "image-default": createVectorAdapter<ImageInput & { image?: Image; oldImage?: Image }>((input, vector) => {
    const { architecture, updateStrategy, image = null, oldImage = null } = input;
    const request = { image, oldImage, pool: { architecture, updateStrategy } };
    const resolved = resolvePoolImage(request, offeredOf(input), admissionViewOf(input, vector));
    return resolved.ok ? { resolved: resolved.value } : { error: resolved.error };
  }),
  "image-offered": createVectorAdapter<
    ImageInput & { newPool: boolean; newImage: Image; oldImage?: Image; oldArchitecture?: string }
  >((input, vector) => {
    const { architecture, updateStrategy, newImage, oldImage, oldArchitecture = architecture } = input;
    const isSame = oldImage?.name === newImage.name && oldImage.version === newImage.version;
    if (isSame && architecture === oldArchitecture) return { errors: [] };
    const before = input.newPool ? null : oldImage;
    const request = { image: newImage, oldImage: before, pool: { architecture, updateStrategy } };
    const context = { offered: offeredOf(input), view: admissionViewOf(input, vector) };
    const named = context.offered.images.find(({ name }) => name === newImage.name);
    const listed = named?.versions.find(({ text }) => text === newImage.version);
    const reasons = listed ? findImageRejections(listed, request, context) : [];
    if (listed && reasons.length === 0) return { errors: [] };
    const validValues = offeredImageVersions(request, context).map(({ text }) => `${newImage.name}:${text}`);
    return listed
      ? { errors: ["IMAGE_INVALID"], reasons, validValues }
      : { errors: ["IMAGE_NOT_OFFERED"], validValues };
  }, "sets"),
  "image-kubelet": createVectorAdapter<{ kubeletVersion: string; kubeletVersionConstraint: string }>(
    ({ kubeletVersion, kubeletVersionConstraint }) => {
      const kubelet = parseVersion(kubeletVersion);
      const entry = { version: "1.0.0", kubeletVersionConstraint };
      return { ok: kubelet.ok && allowsKubelet(entry, kubelet.value) };
    },
  ),
  "edition.image.expiredTarget": createVectorAdapter<{
    operation: string;
    newPool: boolean;
    old: string;
    new: string;
    newIsExpired: boolean;
  }>((input, vector) => {
    const isNew = input.operation === "CREATE" || input.newPool;
    const entry = { version: input.new, ...(input.newIsExpired && { expirationDate: "2000-01-01T00:00:00Z" }) };
    const { offered, request } = resolveImage([entry], {
      oldImage: isNew ? null : { name: "image", version: input.old },
    });
    const view = admissionViewOf({ now: "2026-01-15T12:00:00Z" }, vector);
    const [listed] = listVersions([entry]);
    return { allowed: listed !== undefined && findImageRejections(listed, request, { offered, view }).length === 0 };
  }),
  "edition.image.shorthand": createVectorAdapter<{ existingPool: boolean; requested: string; note: string }>(
    ({ existingPool, requested, note }, vector) => {
      const listed = note.includes("short text") ? ["24.0", "24.0.3"] : ["24.0.3"];
      const { offered, request } = resolveImage(
        listed.map((version) => ({ version })),
        {
          image: { name: "image", version: requested },
          oldImage: existingPool ? { name: "image", version: "23.0.0" } : null,
        },
      );
      const resolved = resolvePoolImage(request, offered, admissionViewOf({}, vector));
      if (!resolved.ok || resolved.value.version !== requested) return { result: "resolved" };
      return { result: listed.includes(requested) ? "keptIfListed" : "unresolved" };
    },
  ),
  "edition.image.defaultPreference": createVectorAdapter<VersionsInput>((input, vector) => {
    const { offered, request } = resolveImage(input.versions, {});
    const resolved = resolvePoolImage(request, offered, admissionViewOf(input, vector));
    return resolved.ok ? { resolved: resolved.value.version } : { error: resolved.error };
  }),
  "edition.image.inPlaceFilter": createVectorAdapter<{ current: ExpirableVersion }>(({ current }, vector) => {
    const entry = { ...current, cri: [{ name: "containerd" }], architectures: ["amd64"] };
    const rules = rulesOfVector(vector);
    const kubelet = versionOf({ major: 1, minor: 32, patch: 0, prerelease: "", metadata: "" });
    const machine = { type: "type", image: { name: "image", version: current.version } };
    const fit = {
      worker: { machine, updateStrategy: "AutoInPlaceUpdate" },
      kubelet,
      machineType: {},
      capabilities: [],
    };
    if (findImageMismatch(entry, fit, rules) !== undefined) return { currentVersion: "treatedAsNotInProfile" };
    return { currentVersion: rules("image.inPlaceFilter") === "none" ? "notFiltered" : "kept" };
  }),
  "supported-versions": createVectorAdapter<{ version: string }>(({ version }, vector) => {
    const parsed = parseVersion(version);
    const { minMinor, maxMinor } = supportedKubernetes(releaseOfVector(vector));
    if (!parsed.ok) return { supported: false };
    const { major, minor } = parsed.value;
    return { supported: major === 1 && minor >= minMinor && minor <= maxMinor };
  }),
  "upgrade-blockers": createVectorAdapter<{ version: string; present: string[] }>(({ version, present }, vector) => {
    const rules = rulesOfVector(vector);
    const forbidden = new Set(namesOfRejectedFields(version, rules).map((field) => `spec.${field}`));
    if (isTooOldForImagePullPolicy(version, rules)) {
      forbidden.add("spec.kubernetes.kubelet.imagePullCredentialsVerificationPolicy");
    }
    return { forbidden: present.filter((path) => forbidden.has(path)) };
  }, "sets"),
};
