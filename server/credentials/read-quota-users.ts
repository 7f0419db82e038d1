import "server-only";
import { ConcurrencyLimit } from "#lib/concurrency-limit.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { profileReference } from "#lib/policy/profiles/effective-profile.ts";
import type { QuotaUser } from "#lib/policy/projects/quota-consumption.ts";
import { quotaScopeOf, shootsOfQuota } from "#lib/policy/projects/quota-references.ts";
import { type PreparedProfile, prepareProfile } from "#lib/policy/versions/prepared-profile.ts";
import { createProjectNames } from "#server/access/project-names.ts";
import { scopeIncludesNamespace } from "#server/access/user-scope.ts";
import { type MissingProfile, readShootProfile } from "#server/clusters/read-profile.ts";
import type { FleetSources } from "#server/fleet/fleet.ts";
import { forEachInTimeSlices } from "#server/processor-time/time-slices.ts";
import type { ReadBindings } from "./list-bindings.ts";
import { type CredentialsReading, readVisibleBindings, visibleShootsOfBindings } from "./visible-bindings.ts";

/** A cluster that counts against a Quota. */
export interface QuotaShoot extends QuotaUser {
  readonly shoot: Shoot;
  /** Why its profile is undefined. */
  readonly unread?: UnreadProfile | undefined;
}

/**
 * Why a profile is not known. `missing`: it does not exist or is not merged yet. `too-many`: it was left out, because the
 * clusters have too many.
 */
export type UnreadProfile = "forbidden" | "missing" | "too-many";

export interface QuotaUsers {
  readonly users: readonly QuotaShoot[];
  /** Whether clusters can count that the user does not see. */
  readonly mayBeMore: boolean;
}

interface QuotasInUse {
  readonly quotas: readonly KubeObject[];
  /** The project in which the Quotas are used. */
  readonly namespace: string;
  /** Bindings of the project. */
  readonly own: ReadBindings;
}

/**
 * The clusters that count against Quotas, as far as the user sees them, with the profiles that the user is allowed to
 * read. Other projects are read only for Quotas of credentials.
 * @returns a function for the users of one of the Quotas
 */
export async function readQuotaUsers(
  { sources, ...reading }: CredentialsReading & { readonly sources: Pick<FleetSources, "shoots"> },
  { quotas, namespace, own }: QuotasInUse,
): Promise<(quota: KubeObject) => QuotaUsers> {
  const isShared = quotas.some((quota) => quotaScopeOf(quota) === "credentials");
  const { bindings, mayBeMore } = isShared
    ? await readVisibleBindings(reading, { own, namespace })
    : { bindings: own, mayBeMore: own.isCut };
  const seen = await visibleShootsOfBindings(sources, bindings, reading);
  const shootsOf = new Map<KubeObject, readonly Shoot[]>();
  const find = (quota: KubeObject) => void shootsOf.set(quota, shootsOfQuota(quota, seen, { ...bindings, namespace }));
  await forEachInTimeSlices(quotas, find, reading.signal);
  const profileOf = await readProfiles(reading, new Set([...shootsOf.values()].flat()));
  const projectOf = createProjectNames(reading.scope);
  const userOf = (shoot: Shoot): QuotaShoot => {
    const { namespace: place = "", name } = shoot.metadata;
    const found = profileOf(shoot);
    const [profile, unread] = typeof found === "string" ? [undefined, found] : [found, undefined];
    return { name: `${projectOf(place) ?? place}/${name}`, shoot, spec: shoot.spec, profile, unread };
  };
  return (quota) => ({
    users: (shootsOf.get(quota) ?? []).map(userOf),
    mayBeMore:
      !scopeIncludesNamespace(reading.scope, namespace) || (mayBeMore && quotaScopeOf(quota) === "credentials"),
  });
}

/** Maximum of profiles that are read; a garden has few, but each project can have own ones. */
const mostProfiles = 50;
/** Number of profiles that are read at once: each can be large. */
const profilesAtOnce = 4;

/** Reads each profile once, up to a limit. @returns a function for the profile of a Shoot, or why it is not known */
export async function readProfiles(
  { client, signal }: Pick<CredentialsReading, "client" | "signal">,
  shoots: ReadonlySet<Shoot>,
): Promise<(shoot: Shoot) => PreparedProfile | UnreadProfile> {
  const byKey = new Map([...shoots].map((shoot) => [profileKeyOf(shoot), shoot]));
  const limit = new ConcurrencyLimit(profilesAtOnce);
  const read = new Map(
    await Promise.all(
      [...byKey].slice(0, mostProfiles).map(async ([key, shoot]) => {
        const found = await limit.run(() => readShootProfile(client, shoot, signal), signal);
        return [key, found.ok ? prepareProfile(found.value.spec) : whyUnread(found.error)] as const;
      }),
    ),
  );
  return (shoot) => read.get(profileKeyOf(shoot)) ?? "too-many";
}

function whyUnread(reason: MissingProfile): UnreadProfile {
  return reason === "PROFILE_FORBIDDEN" ? "forbidden" : "missing";
}

function profileKeyOf({ metadata, spec }: Shoot): string {
  const reference = profileReference(spec);
  const namespace = reference?.kind === "NamespacedCloudProfile" ? metadata.namespace : "";
  return JSON.stringify([reference?.kind, namespace, reference?.name]);
}
