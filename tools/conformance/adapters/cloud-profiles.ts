import type {
  CloudProfileSpec,
  ExpirableVersion,
  MachineImage,
  MachineImageVersion,
} from "#lib/garden/cloud-profile.ts";
import type { Worker } from "#lib/garden/shoot.ts";
import { applyProfileDefaults } from "#lib/policy/profiles/default-profile.ts";
import { validateMachineImages } from "#lib/policy/profiles/validate-images.ts";
import { validateKubernetesVersions } from "#lib/policy/profiles/validate-kubernetes.ts";
import {
  type ImageOverrideContext,
  selectReportedOverrideErrors,
  storedOverrides,
  validateImageOverride,
  validateKubernetesOverride,
} from "#lib/policy/profiles/validate-override.ts";
import { profileSpecStoredOnCreation, validateProfileUpdate } from "#lib/policy/profiles/validate-profile.ts";
import { overridesInUse, versionsInUse } from "#lib/policy/profiles/versions-in-use.ts";
import { createVectorAdapter, type VectorAdapters } from "../vector/adapter.ts";
import { admissionViewOf } from "../vector/view-of-vector.ts";

interface ShootRow {
  readonly namespace: string;
  readonly name: string;
  readonly ref?: { readonly kind: string; readonly name: string };
  readonly version: string;
  readonly deleting?: boolean;
  readonly pools?: readonly {
    readonly name: string;
    readonly version?: string;
    readonly image?: Worker["machine"]["image"];
  }[];
}

interface ChildRow {
  readonly namespace: string;
  readonly name: string;
  readonly parent: string;
  readonly deleting?: boolean;
  readonly kubernetes?: readonly string[];
  readonly images?: Readonly<Record<string, readonly string[]>>;
}

type Gates = Readonly<Record<string, boolean>>;
type Images = Readonly<Record<string, readonly string[]>>;

function metadataOf({ namespace, name, deleting }: { namespace: string; name: string; deleting?: boolean }) {
  return { namespace, name, ...(deleting && { deletionTimestamp: "2026-08-01T00:00:00Z" }) };
}

function shootOf(row: ShootRow) {
  const workers = (row.pools ?? []).map(({ name, version, image }) => ({
    name,
    machine: { type: "type", image: image ?? null },
    ...(version && { kubernetes: { version } }),
  }));
  return {
    metadata: metadataOf(row),
    spec: {
      cloudProfile: row.ref ?? null,
      kubernetes: { version: row.version },
      provider: { type: "local", workers },
    },
  };
}

function specOf(kubernetes: readonly string[] = [], images: Images = {}): CloudProfileSpec {
  const listed = (versions: readonly string[]) => versions.map((version) => ({ version }));
  return {
    kubernetes: { versions: listed(kubernetes) },
    machineImages: Object.entries(images).map(([name, versions]) => ({ name, versions: listed(versions) })),
  };
}

function childOf(row: ChildRow) {
  return { metadata: metadataOf(row), spec: { ...specOf(row.kubernetes, row.images), parent: { name: row.parent } } };
}

interface RemoveInput {
  readonly profile: string;
  readonly oldKubernetes?: readonly string[];
  readonly newKubernetes?: readonly string[];
  readonly oldImages?: Images;
  readonly newImages?: Images;
  readonly shoots?: readonly ShootRow[];
  readonly namespacedProfiles?: readonly ChildRow[];
}

export const cloudProfileAdapters: VectorAdapters = {
  "cp-kubernetes": createVectorAdapter<{ versions: ExpirableVersion[]; gates: Gates; now: string }>(
    (input, vector) => ({ errors: validateKubernetesVersions(input.versions, admissionViewOf(input, vector)) }),
    "sets",
  ),
  "cp-images": createVectorAdapter<{ images: MachineImage[]; gates: Gates; now: string }>((input, vector) => {
    const { machineImages } = applyProfileDefaults({ machineImages: input.images });
    const view = admissionViewOf(input, vector);
    return { errors: validateMachineImages(machineImages, { view, defined: new Map() }) };
  }, "sets"),
  "cp-update": createVectorAdapter<{
    oldVersions: ExpirableVersion[];
    newVersions: ExpirableVersion[];
    gates?: Gates;
    now: string;
  }>((input, vector) => {
    const view = admissionViewOf({ lifecycleGate: true, ...input }, vector);
    const profileOf = (versions: ExpirableVersion[]) => ({ kubernetes: { versions } });
    return {
      errors: [
        ...validateKubernetesVersions(input.newVersions, view),
        ...validateProfileUpdate(profileOf(input.oldVersions), profileOf(input.newVersions), view),
      ],
    };
  }, "sets"),
  "cp-create-drop": createVectorAdapter<{ kubernetes: ExpirableVersion[]; images: MachineImage[]; now: string }>(
    (input, vector) => {
      const spec = { kubernetes: { versions: input.kubernetes }, machineImages: input.images };
      const { kubernetes, machineImages } = profileSpecStoredOnCreation(spec, admissionViewOf(input, vector));
      return {
        kubernetes: kubernetes?.versions?.map(({ version }) => version),
        images: Object.fromEntries(
          (machineImages ?? []).map(({ name, versions }) => [name, versions?.map(({ version }) => version)]),
        ),
      };
    },
  ),
  "cp-remove": createVectorAdapter<RemoveInput>(({ profile, shoots = [], namespacedProfiles = [], ...input }) => {
    const change = {
      name: profile,
      before: specOf(input.oldKubernetes, input.oldImages),
      after: specOf(input.newKubernetes, input.newImages),
    };
    const users = { shoots: shoots.map(shootOf), namespacedProfiles: namespacedProfiles.map(childOf) };
    return { errors: versionsInUse(change, users) };
  }, "sets"),
  "ncp-kubernetes": createVectorAdapter<{
    now: string;
    operation: string;
    parentVersions: string[];
    oldMerged?: ExpirableVersion[];
    versions: ExpirableVersion[];
  }>((input, vector) => {
    const oldMerged = input.operation === "update" ? (input.oldMerged ?? []) : undefined;
    const override = { versions: input.versions, oldMerged };
    const faults = validateKubernetesOverride(override, specOf(input.parentVersions), admissionViewOf(input, vector));
    return { errors: selectReportedOverrideErrors(faults).map(({ code }) => code) };
  }, "sets"),
  "ncp-drop": createVectorAdapter<{
    oldVersions: ExpirableVersion[] | null;
    newVersions: ExpirableVersion[];
    now: string;
  }>((input, vector) => {
    const stored = storedOverrides(input.oldVersions ?? undefined, input.newVersions, admissionViewOf(input, vector));
    return { versions: stored.map(({ version }) => version) };
  }),
  "ncp-remove": createVectorAdapter<{
    now: string;
    removedKubernetes?: string[];
    removedImages?: Images;
    parentKubernetes?: ExpirableVersion[];
    parentImages?: Record<string, MachineImageVersion[]>;
    shoots: ShootRow[];
  }>((input, vector) => {
    const removal = {
      kubernetes: input.removedKubernetes ?? [],
      images: new Map(Object.entries(input.removedImages ?? {})),
    };
    const parent = {
      kubernetes: { versions: input.parentKubernetes ?? [] },
      machineImages: Object.entries(input.parentImages ?? {}).map(([name, versions]) => ({ name, versions })),
    };
    const users = { shoots: input.shoots.map(shootOf), view: admissionViewOf(input, vector) };
    return { errors: overridesInUse(removal, parent, users) };
  }, "sets"),
  "ncp-image-override": createVectorAdapter<ImageOverrideContext & { version: MachineImageVersion }>(
    ({ version, ...place }) => {
      const { forbidden, expirationRequired } = validateImageOverride(version, place);
      return { forbidden, errors: expirationRequired ? ["EXPIRATION_REQUIRED"] : [] };
    },
    "sets",
  ),
};
