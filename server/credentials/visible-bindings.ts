import "server-only";
import type { CloudCredentials } from "#lib/contract/credentials-cloud.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { stringAt } from "#lib/kube/field.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { secrets } from "#lib/kube/resource.ts";
import type { CloudCredentialsBindings, CredentialsRef } from "#lib/policy/rotations/cloud-credentials.ts";
import { scopeIncludesNamespace, type UserScope } from "#server/access/user-scope.ts";
import type { FleetSources } from "#server/fleet/fleet.ts";
import type { GardenClient } from "#server/garden/garden-client.ts";
import { resultOrReason } from "#server/garden/garden-error.ts";
import { forEachInTimeSlices } from "#server/processor-time/time-slices.ts";
import { type CachedObject, unpackObject } from "#server/watch/packed-object.ts";
import { listBindings, type ReadBindings } from "./list-bindings.ts";
import { secretChangedAt } from "./secret-changed-at.ts";

/** A user's request about credentials, with what the user sees. */
export interface CredentialsReading {
  readonly client: GardenClient;
  readonly signal: AbortSignal;
  readonly scope: UserScope;
}

/** Maximum of projects whose bindings are read individually, for users who cannot list bindings of all namespaces. */
const mostProjects = 30;

/** Watched Shoots that the user sees and that name one of these bindings of their namespace; found in time slices. */
export async function visibleShootsOfBindings(
  { shoots }: Pick<FleetSources, "shoots">,
  { secretBindings, credentialsBindings }: CloudCredentialsBindings,
  { scope, signal }: Pick<CredentialsReading, "scope" | "signal">,
): Promise<readonly Shoot[]> {
  const keyOf = (namespace: string | undefined, name: string | undefined) => `${namespace ?? ""}/${name ?? ""}`;
  const keysOf = (bindings: readonly KubeObject[]) =>
    new Set(bindings.map(({ metadata }) => keyOf(metadata.namespace, metadata.name)));
  const [named, namedSecret] = [keysOf(credentialsBindings), keysOf(secretBindings)];
  // Heads are compared before they are unpacked: bindings of thousands of projects can have the same name.
  const isNamed = (head: KubeObject) =>
    scopeIncludesNamespace(scope, head.metadata.namespace ?? "") &&
    (named.has(keyOf(head.metadata.namespace, stringAt(head, "spec", "credentialsBindingName"))) ||
      namedSecret.has(keyOf(head.metadata.namespace, stringAt(head, "spec", "secretBindingName"))));
  const found: Shoot[] = [];
  for (const cache of shoots) {
    const read = (head: CachedObject<Shoot>) => void (isNamed(head) && found.push(unpackObject(head)));
    await forEachInTimeSlices(cache.listSummaries(), read, signal);
  }
  return found;
}

/** When the credentials last changed, according to the managedFields of the Secret; its values are not requested. */
export async function readCredentialsChange(
  { client, signal }: Pick<CredentialsReading, "client" | "signal">,
  { kind, namespace, name }: CredentialsRef,
): Promise<Pick<CloudCredentials, "changedAt" | "changeUnknown">> {
  if (kind !== "Secret") return { changeUnknown: kind === "InternalSecret" ? "internal" : "no-secret" };
  const asked = client.getMetadata({ resource: secrets, namespace, name }, { signal });
  const found = await resultOrReason(asked, "forbidden", "not-found");
  if (typeof found === "string") return { changeUnknown: found };
  const changedAt = secretChangedAt(found.body);
  return changedAt === undefined ? { changeUnknown: "not-recorded" } : { changedAt };
}

interface VisibleBindings {
  readonly bindings: CloudCredentialsBindings;
  /** Projects that the user sees, but not their bindings. */
  readonly unreadProjects: readonly string[];
  /** Whether there can be further bindings: in projects that the user does not see, or beyond those that are read. */
  readonly mayBeMore: boolean;
  /** Whether a list had more bindings than are read. */
  readonly isCut: boolean;
}

/** Bindings of all projects, as far as the user sees them, with those of one namespace that are read already. */
export async function readVisibleBindings(
  asking: CredentialsReading,
  { own, namespace }: { readonly own: ReadBindings; readonly namespace: string },
): Promise<VisibleBindings> {
  const { scope } = asking;
  const everywhere = scope.all ? await listBindings(asking, undefined) : undefined;
  if (everywhere)
    return { bindings: everywhere, unreadProjects: [], mayBeMore: everywhere.isCut, isCut: everywhere.isCut };
  const others = scope.shown.projects.filter((project) => project.namespace !== namespace);
  const asked = others.slice(0, mostProjects);
  const answers = await Promise.all(asked.map((project) => listBindings(asking, project.namespace)));
  const read = answers.flatMap((answer) => answer ?? []);
  const unread = others.filter((_project, index) => answers[index] === undefined);
  return {
    bindings: {
      secretBindings: [own, ...read].flatMap((each) => each.secretBindings),
      credentialsBindings: [own, ...read].flatMap((each) => each.credentialsBindings),
    },
    unreadProjects: unread.map(({ name }) => name),
    mayBeMore: true,
    isCut: [own, ...read].some((each) => each.isCut),
  };
}
