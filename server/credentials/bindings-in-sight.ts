import "server-only";
import type { Shoot } from "#lib/garden/shoot.ts";
import { stringAt } from "#lib/kube/field.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import type { CloudCredentialsBindings } from "#lib/policy/rotations/cloud-credentials.ts";
import { scopeIncludesNamespace, type UserScope } from "#server/access/user-scope.ts";
import type { FleetSources } from "#server/fleet/fleet.ts";
import type { GardenClient } from "#server/garden/garden-client.ts";
import { unpackObject } from "#server/watch/packed-object.ts";
import { listBindings } from "./list-bindings.ts";

/** How bindings are read: with the user's credential, in the projects that the user sees. */
export interface BindingReading {
  readonly client: GardenClient;
  readonly signal: AbortSignal;
  readonly scope: UserScope;
}

/** Maximum of projects whose bindings are read individually, for users who cannot list bindings of all namespaces. */
const mostProjects = 30;

export interface BindingsInSight {
  readonly bindings: CloudCredentialsBindings;
  /** Projects that the user sees, but not their bindings. */
  readonly unreadProjects: readonly string[];
  /** Whether projects that the user does not see can have further bindings. */
  readonly mayBeMore: boolean;
}

/** Bindings of all projects, as far as the user sees them, with those of one namespace that are read already. */
export async function listBindingsInSight(
  reading: BindingReading,
  { own, namespace }: { readonly own: CloudCredentialsBindings; readonly namespace: string },
): Promise<BindingsInSight> {
  const { scope } = reading;
  const everywhere = scope.all ? await listBindings(reading, undefined) : undefined;
  if (everywhere) return { bindings: everywhere, unreadProjects: [], mayBeMore: false };
  const others = scope.shown.projects.filter((project) => project.namespace !== namespace);
  const asked = others.slice(0, mostProjects);
  const answers = await Promise.all(asked.map((project) => listBindings(reading, project.namespace)));
  const read = answers.flatMap((answer) => answer ?? []);
  const unread = others.filter((_project, index) => answers[index] === undefined);
  return {
    bindings: {
      secretBindings: [own, ...read].flatMap((each) => each.secretBindings),
      credentialsBindings: [own, ...read].flatMap((each) => each.credentialsBindings),
    },
    unreadProjects: unread.map(({ name }) => name),
    mayBeMore: true,
  };
}

/** Watched Shoots that the user sees and that name one of these bindings, in any namespace. */
export function visibleShootsOfBindings(
  { shoots }: Pick<FleetSources, "shoots">,
  { secretBindings, credentialsBindings }: CloudCredentialsBindings,
  scope: UserScope,
): readonly Shoot[] {
  const names = new Set([...secretBindings, ...credentialsBindings].map(({ metadata }) => metadata.name));
  const isNamed = (head: KubeObject) =>
    scopeIncludesNamespace(scope, head.metadata.namespace ?? "") &&
    [stringAt(head, "spec", "credentialsBindingName"), stringAt(head, "spec", "secretBindingName")].some(
      (name) => name !== undefined && names.has(name),
    );
  return shoots.flatMap((mirror) => mirror.listSummaries().filter(isNamed).map(unpackObject));
}
