import type { ClusterProfile, NewClusterChoices } from "#lib/contract/new-cluster.ts";
import { listAt, stringAt } from "#lib/kube/field.ts";
import { isRecord } from "#lib/kube/wire.ts";
import { text } from "#lib/language/text.ts";
import type { JsonObject } from "#lib/manifest/manifest.ts";
import { parseYamlText } from "#lib/manifest/yaml-document.ts";
import { compareVersions } from "#lib/policy/versions/compare.ts";
import { parseVersion } from "#lib/policy/versions/parse.ts";
import { applyDraftEdits, type DraftEdit } from "./draft-document.ts";
import { editsForRegion, startingRegion } from "./draft-edits.ts";

/** Something of a template that the new cluster does not keep, or cannot have. */
export interface TemplateLoss {
  readonly field: string;
  readonly message: string;
}

export interface TemplateDraft {
  /** YAML of the draft, with the comments of the template. */
  readonly text: string;
  readonly losses: readonly TemplateLoss[];
}

/**
 * The draft of a new cluster from a template: with a region that has the template's zones and an account of the
 * project, and with offered versions in place of those that ended. What the project or the profile does not offer
 * otherwise stays as it is, and is told.
 *
 * @param now epoch milliseconds
 */
export function draftFromTemplate(written: string, choices: NewClusterChoices, now: number): TemplateDraft {
  const parsed = parseYamlText(written);
  if (!parsed.ok) return { text: written, losses: [{ field: "", message: parsed.error[0]?.message ?? "" }] };
  const template = parsed.value.value;
  const profile = profileOf(template, choices);
  const begin = applyDraftEdits(written, [
    { path: ["metadata", "name"], value: "" },
    { path: ["metadata", "namespace"], value: choices.namespace },
  ]);
  if (profile === undefined) {
    const name = stringAt(template, "spec", "cloudProfile", "name") ?? "";
    const message = text("{project} has no infrastructure {name}. Choose another one.", {
      project: choices.project,
      name,
    });
    return { text: begin, losses: [{ field: "spec.cloudProfile.name", message }] };
  }
  const steps = [placed, versioned, withPoolsOf].map((step) => step(template, { profile, choices, now }));
  return {
    text: applyDraftEdits(
      begin,
      steps.flatMap(({ edits }) => edits),
    ),
    losses: steps.flatMap(({ losses }) => losses),
  };
}

interface Offer {
  readonly profile: ClusterProfile;
  readonly choices: NewClusterChoices;
  readonly now: number;
}

interface Step {
  readonly edits: readonly DraftEdit[];
  readonly losses: readonly TemplateLoss[];
}

function profileOf(template: JsonObject, { profiles }: NewClusterChoices): ClusterProfile | undefined {
  const kind = stringAt(template, "spec", "cloudProfile", "kind") ?? "CloudProfile";
  const wanted = stringAt(template, "spec", "cloudProfile", "name");
  return profiles.find((each) => each.kind === kind && each.name === wanted);
}

const poolsOf = (template: JsonObject) => listAt(template, "spec", "provider", "workers").filter(isRecord);

/** Chooses the region and the account, which the template leaves open. */
function placed(template: JsonObject, { profile, choices, now }: Offer): Step {
  const zones = new Set(poolsOf(template).flatMap((pool) => listAt(pool, "zones").map(String)));
  const fitting = profile.regions.filter((region) =>
    [...zones].every((zone) => region.zones.some(({ name }) => name === zone)),
  );
  const region = startingRegion({ ...profile, regions: fitting.length > 0 ? fitting : profile.regions });
  const account = choices.accounts.find(({ type }) => type === profile.type)?.name;
  const hasPools = poolsOf(template).length > 0;
  const isMoved = fitting.length === 0;
  const zonesMessage = text(
    "No region of {profile} has the zones {zones}: the first zone of {region} takes their place.",
    {
      ...{ profile: profile.name, region },
      zones: [...zones].join(", "),
    },
  );
  const accountMessage = text("The project has no account for {type}.", { type: profile.type });
  return {
    edits: [
      { path: ["spec", "region"], value: region },
      ...(hasPools && account !== undefined
        ? [{ path: ["spec", "credentialsBindingName"] as const, value: account }]
        : []),
      ...(isMoved ? editsForRegion({ ...template, metadata: { name: "" } }, profile, region, now) : []),
    ],
    losses: [
      ...(isMoved ? [{ field: "spec.provider.workers", message: zonesMessage }] : []),
      ...(hasPools && account === undefined && choices.accountsUnread === undefined
        ? [{ field: "spec.credentialsBindingName", message: accountMessage }]
        : []),
    ],
  };
}

type Version = ClusterProfile["kubernetes"][number];

/** Replaces a Kubernetes version that is not offered, and drops versions of pools that are not. */
function versioned(template: JsonObject, { profile, now }: Offer): Step {
  const version = stringAt(template, "spec", "kubernetes", "version");
  const next =
    version === undefined || isOffered(version, profile.kubernetes, now)
      ? undefined
      : replacementOf(version, profile.kubernetes, now);
  const ofPools = poolsOf(template).flatMap((pool, index) => {
    const own = stringAt(pool, "kubernetes", "version");
    if (own === undefined || isOffered(own, profile.kubernetes, now)) return [];
    const message = text("Kubernetes {version} is no longer offered: the pool has the cluster's version.", {
      version: own,
    });
    return [{ path: ["spec", "provider", "workers", index, "kubernetes", "version"] as const, message }];
  });
  return {
    edits: [
      ...(next === undefined ? [] : [{ path: ["spec", "kubernetes", "version"] as const, value: next }]),
      ...ofPools.map(({ path }) => ({ path, value: undefined })),
    ],
    losses: [
      ...(version === undefined || next === undefined
        ? []
        : [{ field: "spec.kubernetes.version", message: replacedLabel("Kubernetes", version, next) }]),
      ...ofPools.map(({ path, message }) => ({
        field: `spec.provider.workers[${path[3]}].kubernetes.version`,
        message,
      })),
    ],
  };
}

/** Replaces image versions that are not offered, and tells machine types, images and volumes that are not. */
function withPoolsOf(template: JsonObject, { profile, now }: Offer): Step {
  const steps = poolsOf(template).map((pool, index): Step => {
    const field = `spec.provider.workers[${index}]`;
    const named = stringAt(pool, "name") ?? "";
    const type = stringAt(pool, "machine", "type");
    const machine = profile.machineTypes.find(({ name, usable }) => usable && name === type);
    const volume = stringAt(pool, "volume", "type");
    const isVolumeGone = volume !== undefined && !profile.volumeTypes.some(({ name }) => name === volume);
    const image = imageStep(pool, { profile, index, now });
    return {
      edits: image.edits,
      losses: [
        ...(type === undefined || machine !== undefined
          ? []
          : [
              {
                field: `${field}.machine.type`,
                message: text("The machine type {type} of the pool {pool} is not offered. Choose another one.", {
                  ...{ type, pool: named },
                }),
              },
            ]),
        ...(isVolumeGone
          ? [
              {
                field: `${field}.volume.type`,
                message: text("The volume type {type} of the pool {pool} is not offered. Choose another one.", {
                  ...{ type: volume, pool: named },
                }),
              },
            ]
          : []),
        ...image.losses,
      ],
    };
  });
  return { edits: steps.flatMap(({ edits }) => edits), losses: steps.flatMap(({ losses }) => losses) };
}

interface PoolOffer extends Pick<Offer, "profile" | "now"> {
  readonly index: number;
}

function imageStep(pool: JsonObject, { profile, index, now }: PoolOffer): Step {
  const field = `spec.provider.workers[${index}].machine.image`;
  const name = stringAt(pool, "machine", "image", "name");
  const version = stringAt(pool, "machine", "image", "version");
  if (name === undefined) return { edits: [], losses: [] };
  const architecture = stringAt(pool, "machine", "architecture") ?? "amd64";
  const versions = profile.images
    .find((image) => image.name === name)
    ?.versions.filter(({ architectures }) => architectures.includes(architecture));
  const next = version === undefined || versions === undefined ? undefined : replacementOf(version, versions, now);
  if (versions === undefined || (version !== undefined && next === undefined && versions.length === 0)) {
    const message = text("The image {image} is not offered. Choose another one.", { image: name });
    return { edits: [], losses: [{ field, message }] };
  }
  if (version === undefined || next === undefined || isOffered(version, versions, now))
    return { edits: [], losses: [] };
  return {
    edits: [{ path: ["spec", "provider", "workers", index, "machine", "image", "version"], value: next }],
    losses: [{ field: `${field}.version`, message: replacedLabel(name, version, next) }],
  };
}

function replacedLabel(name: string, version: string, next: string): string {
  return text("{name} {version} is no longer offered: {next} takes its place.", { name, version, next });
}

/** Whether a version can be chosen; `1.33` stands for its newest patch. */
function isOffered(version: string, offers: readonly Version[], now: number): boolean {
  return offers.some(
    (offer) => isValid(offer, now) && (offer.version === version || offer.version.startsWith(`${version}.`)),
  );
}

function isValid({ expiresAt }: Version, now: number): boolean {
  return expiresAt === undefined || expiresAt > now;
}

/** The offered version nearest to one that ended: the newest of its minor, else the next later one, else the newest. */
function replacementOf(version: string, offers: readonly Version[], now: number): string | undefined {
  const ended = parseVersion(version);
  const sound = offers.filter((offer) => isValid(offer, now) && offer.stage !== "preview");
  if (!ended.ok) return sound[0]?.version;
  const { major, minor } = ended.value;
  const newest = sound
    .flatMap((offer) => {
      const read = parseVersion(offer.version);
      return read.ok ? [{ written: offer.version, version: read.value }] : [];
    })
    .toSorted((a, b) => compareVersions(b.version, a.version));
  const ofMinor = (of: { readonly major: number; readonly minor: number }) =>
    newest.find(({ version: each }) => each.major === of.major && each.minor === of.minor);
  const lowestLater = newest.findLast(({ version: each }) => compareVersions(each, ended.value) > 0);
  return (ofMinor({ major, minor }) ?? (lowestLater && ofMinor(lowestLater.version)) ?? newest[0])?.written;
}
