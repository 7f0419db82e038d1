import type { CloudProfile, CloudProfileSpec, NamespacedCloudProfile } from "#lib/garden/cloud-profile.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { cloudProfiles, namespacedCloudProfiles, shoots } from "#lib/kube/resource.ts";
import { semanticallyEqual } from "#lib/kube/semantic-equality.ts";
import { dayMs } from "#lib/kube/time-units.ts";
import { mergedProfile, profileReference } from "#lib/policy/profiles/effective-profile.ts";
import { classificationContextAt } from "#lib/policy/versions/classification-context.ts";
import { classifyVersion } from "#lib/policy/versions/classify.ts";
import { type ListedVersion, listVersions } from "#lib/policy/versions/listed-version.ts";
import { prepareProfile } from "#lib/policy/versions/prepared-profile.ts";
import { profileTransitions } from "#lib/policy/versions/transitions.ts";
import { createKeyedTimers } from "../context/alarms.ts";
import type { ControllerContext } from "../context/controller-context.ts";

const longestWaitMs = dayMs;

/**
 * Maintains the status of CloudProfiles and NamespacedCloudProfiles: the current classification of each version, and
 * the profile merged with its parent. Removes the finalizer of a profile in deletion when nothing refers to it.
 * @source Gardener: pkg/controllermanager/controller/{cloudprofile,namespacedcloudprofile}
 */
export function startProfileController(context: ControllerContext): () => void {
  const { api, clock, later } = context;
  const alarms = createKeyedTimers(context);

  const classifyNow = (name: string): void => {
    alarms.cancel(name);
    const profile = api.get<CloudProfile>({ resource: cloudProfiles, name });
    if (!profile) return;
    const nowMs = clock.now().getTime();
    const status = { ...profile.status, ...classified(profile.spec, nowMs) };
    if (!semanticallyEqual(status, profile.status)) {
      api.updateStatus<CloudProfile>({ resource: cloudProfiles, name }, { ...profile, status });
    }
    const next = profileTransitions(prepareProfile(profile.spec), classificationContextAt(nowMs)).find(
      (at) => at >= nowMs,
    );
    if (next === undefined) return;
    alarms.set(name, Math.min(next + 1_000 - nowMs, longestWaitMs), () => classifyNow(name));
  };

  const merge = (child: NamespacedCloudProfile): void => {
    const parent = api.get<CloudProfile>({ resource: cloudProfiles, name: child.spec.parent.name });
    if (!parent || child.metadata.deletionTimestamp) return;
    const merged = mergedProfile(parent.spec, child.spec);
    const status = { ...child.status, cloudProfileSpec: merged, observedGeneration: child.metadata.generation ?? 0 };
    if (semanticallyEqual(status, child.status)) return;
    const { namespace = "", name } = child.metadata;
    api.updateStatus<NamespacedCloudProfile>(
      { resource: namespacedCloudProfiles, namespace, name },
      { ...child, status },
    );
  };

  const mergeAll = (parent: string): void => {
    for (const child of api.list<NamespacedCloudProfile>({ resource: namespacedCloudProfiles })) {
      if (child.spec.parent.name === parent) merge(child);
    }
  };

  /** Whether a profile in deletion is still used, so that a Shoot that leaves it can release it. */
  let isAnyHeld = false;
  const release = (): void => {
    const held = [
      ...api
        .list<NamespacedCloudProfile>({ resource: namespacedCloudProfiles })
        .map((child) => isHeldInDeletion(context, child)),
      ...api
        .list<CloudProfile>({ resource: cloudProfiles })
        .map((profile) => isProfileHeldInDeletion(context, profile)),
    ];
    isAnyHeld = held.includes(true);
  };

  const unfollow = [
    api.watch<CloudProfile>({ resource: cloudProfiles }, ({ object, type }) => {
      if (type === "DELETED") return;
      later(() => {
        classifyNow(object.metadata.name);
        mergeAll(object.metadata.name);
        if (object.metadata.deletionTimestamp) release();
      });
    }),
    api.watch<NamespacedCloudProfile>({ resource: namespacedCloudProfiles }, ({ object, type }) => {
      later(() => {
        if (type !== "DELETED") merge(current(context, object) ?? object);
        if (type === "DELETED" || object.metadata.deletionTimestamp) release();
      });
    }),
    api.watch<Shoot>({ resource: shoots }, ({ type }) => {
      if (type === "DELETED" || isAnyHeld) later(release);
    }),
  ];
  return () => {
    for (const stop of unfollow) stop();
  };
}

function current({ api }: ControllerContext, { metadata }: NamespacedCloudProfile): NamespacedCloudProfile | undefined {
  const { namespace = "", name } = metadata;
  return api.get({ resource: namespacedCloudProfiles, namespace, name });
}

function classified(spec: CloudProfileSpec, nowMs: number): NonNullable<CloudProfile["status"]> {
  const reading = classificationContextAt(nowMs);
  const versions = (listed: readonly ListedVersion[]) =>
    listed.map((one) => ({ version: one.text, classification: classifyVersion(one, reading) }));
  return {
    kubernetesVersions: versions(listVersions(spec.kubernetes?.versions)),
    machineImageVersions: (spec.machineImages ?? []).map(({ name, versions: listed }) => ({
      name,
      versions: versions(listVersions(listed)),
    })),
  };
}

/** The finalizers of an object without the one of Gardener. */
function unheld(finalizers: readonly string[] | undefined): readonly string[] {
  return (finalizers ?? []).filter((name) => name !== "gardener");
}

/** Releases a CloudProfile in deletion, or returns that something still refers to it. */
function isProfileHeldInDeletion({ api }: ControllerContext, { metadata }: CloudProfile): boolean {
  if (!metadata.deletionTimestamp) return false;
  const { name } = metadata;
  const children = api.list<NamespacedCloudProfile>({ resource: namespacedCloudProfiles });
  const users = api.list<Shoot>({ resource: shoots }).map(({ spec }) => profileReference(spec));
  const used =
    children.some(({ spec }) => spec.parent.name === name) ||
    users.some((reference) => reference?.kind === "CloudProfile" && reference.name === name);
  if (!used) api.patch({ resource: cloudProfiles, name }, { metadata: { finalizers: unheld(metadata.finalizers) } });
  return used;
}

/** Releases a NamespacedCloudProfile in deletion, or returns that a Shoot still uses it. */
function isHeldInDeletion({ api }: ControllerContext, { metadata }: NamespacedCloudProfile): boolean {
  const { namespace = "", name, deletionTimestamp, finalizers } = metadata;
  if (!deletionTimestamp) return false;
  const used = api.list<Shoot>({ resource: shoots, namespace }).some(({ spec }) => {
    const reference = profileReference(spec);
    return reference?.kind === "NamespacedCloudProfile" && reference.name === name;
  });
  if (used) return true;
  const target = { resource: namespacedCloudProfiles, namespace, name };
  if (api.get(target)) api.patch(target, { metadata: { finalizers: unheld(finalizers) } });
  return false;
}
