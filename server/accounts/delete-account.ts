import "server-only";
import type { AccountChangeOf } from "#lib/contract/project/accounts.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import type { ObjectTarget } from "#lib/kube/paths.ts";
import { secrets, workloadIdentities } from "#lib/kube/resource.ts";
import { text } from "#lib/language/text.ts";
import { planAccountDeletion } from "#lib/policy/accounts/plan-account-deletion.ts";
import { type CredentialsRef, credentialsKey } from "#lib/policy/rotations/cloud-credentials.ts";
import { scopeIncludesNamespace } from "#server/access/user-scope.ts";
import { ProblemError } from "#server/boundary/problem.ts";
import { toProblemErrorWith } from "#server/boundary/to-problem-error.ts";
import { groupByNamedCredentials, visibleShootsIn } from "#server/credentials/clusters-naming-credentials.ts";
import { listBindings } from "#server/credentials/list-bindings.ts";
import { readVisibleBindings } from "#server/credentials/visible-bindings.ts";
import { GardenError, isOutcomeUncertain, resultOrReason } from "#server/garden/garden-error.ts";
import {
  type AccountContext,
  type AccountPlace,
  type AccountRequest,
  accountPlaceOf,
  credentialsOfBinding,
  dnsProviderLabel,
  resourceOfBinding,
  resourceOfCredentials,
} from "./account-context.ts";
import { uncertain } from "./account-problems.ts";
import { type CredentialsUses, countBindingUses, findCredentialsUses } from "./account-uses.ts";

interface AccountDeletion extends AccountRequest {
  readonly change: AccountChangeOf<"delete">;
}

/**
 * Deletes an account that no visible cluster uses, with the user's own token: its credentials first, then the binding.
 * Gardener removes both once nothing needs them.
 */
export async function deleteAccount(context: AccountContext, request: AccountDeletion): Promise<void> {
  const place = await accountPlaceOf(context, request);
  const { account, uid } = request.change;
  try {
    if (account.kind === "Secret") await deleteDnsAccount(context, place, { name: account.name, uid });
    else await deleteBinding(context, place, { kind: account.kind, name: account.name, uid });
  } catch (error) {
    throw toProblemErrorWith(error, factsFor);
  }
}

async function deleteBinding(
  context: AccountContext,
  place: AccountPlace,
  {
    kind,
    name,
    uid,
  }: { readonly kind: "CredentialsBinding" | "SecretBinding"; readonly name: string; readonly uid: string },
): Promise<void> {
  const { client, namespace, signal } = place;
  const naming = await requireVisibleShoots(context, place);
  const target = { resource: resourceOfBinding(kind), namespace, name };
  const { body: binding } = await client.get<KubeObject>(target, { signal });
  const credentials = credentialsOfBinding(binding);
  const uses = credentials && (await readUses(context, place, credentials));
  const clusters = credentials && uses ? uses.clusters(credentials) : [];
  const named = (credentials && (await groupByNamedCredentials(naming, signal)).get(credentialsKey(credentials))) ?? [];
  const plan = planAccountDeletion({
    credentialsKind: credentials?.kind,
    isShared: credentials !== undefined && credentials.namespace !== namespace,
    otherBindings: credentials && uses ? uses.otherBindings(credentials, uid) : 0,
    ownClusters: countBindingUses(naming)(kind, binding),
    allClusters: new Set([...clusters, ...named].map(({ metadata }) => metadata.uid)).size,
  });
  if (plan.kind === "in-use") throw inUse(plan.clusters);
  const resource = credentials && resourceOfCredentials(credentials.kind);
  const goes = plan.kind === "with-credentials" && credentials && resource;
  if (goes) await deleteCredentials(place, { resource, namespace, name: credentials.name });
  try {
    // Not stopped because the browser leaves: the credentials are going already.
    await client.delete(target, { uid, ...(!goes && { signal }) });
  } catch (error) {
    if (!goes) throw error;
    if (error instanceof GardenError && error.reason === "not-found") return;
    const detail = text(
      "The {kind} is marked for deletion, but the binding is not for certain: look at the list again, and delete the account once more.",
      {
        kind: resource.kind,
      },
    );
    throw new ProblemError("garden-failed", { detail }, { cause: error });
  }
}

async function readUses(
  context: AccountContext,
  place: AccountPlace,
  credentials: CredentialsRef,
): Promise<CredentialsUses> {
  const { namespace, scope, signal } = place;
  const own = await listBindings(place, namespace);
  if (own === undefined) throw new ProblemError("forbidden");
  const { bindings } = await readVisibleBindings(place, { own, namespace });
  return findCredentialsUses({ sources: context.sources, scope, signal }, [credentials], bindings);
}

/**
 * The clusters of the project.
 *
 * @throws ProblemError `forbidden` for users who do not see them: whether one uses an account would not be known
 */
async function requireVisibleShoots(
  { sources }: AccountContext,
  { scope, namespace, signal }: AccountPlace,
): Promise<readonly Shoot[]> {
  if (scopeIncludesNamespace(scope, namespace)) return visibleShootsIn({ sources, scope, signal }, [namespace]);
  const detail = text("You do not see the clusters of this project, so whether one uses the account is not known.");
  throw new ProblemError("forbidden", { detail });
}

/** Deletes credentials; those that are gone already are no obstacle. */
async function deleteCredentials({ client, signal }: AccountPlace, target: ObjectTarget): Promise<void> {
  const found = await resultOrReason(client.getMetadata(target, { signal }), "not-found");
  if (found === "not-found") return;
  await resultOrReason(client.delete(target, { uid: found.body.metadata.uid, signal }), "not-found");
}

async function deleteDnsAccount(
  context: AccountContext,
  place: AccountPlace,
  { name, uid }: { readonly name: string; readonly uid: string },
): Promise<void> {
  const { client, namespace, scope, signal } = place;
  const target = { resource: secrets, namespace, name };
  const [{ body: secret }, own] = await Promise.all([
    client.getMetadata(target, { signal }),
    listBindings(place, namespace),
  ]);
  if (!secret.metadata.labels?.[dnsProviderLabel]) {
    throw new ProblemError("not-found", { detail: text("There is no such account.") });
  }
  const credentials = { kind: "Secret", namespace, name };
  const naming = await groupByNamedCredentials(await requireVisibleShoots(context, place), signal);
  const clusters = naming.get(credentialsKey(credentials)) ?? [];
  if (clusters.length > 0) throw inUse(clusters.length);
  const uses = own && (await findCredentialsUses({ sources: context.sources, scope, signal }, [credentials], own));
  if (!uses || uses.bindings(credentials).length > 0) {
    const detail = text("A binding leads to the same Secret: delete that account.");
    throw new ProblemError("refused-by-policy", { detail });
  }
  await client.delete(target, { uid, signal });
}

interface IdentityDeletion extends AccountRequest {
  readonly change: AccountChangeOf<"delete-identity">;
}

/** Deletes a WorkloadIdentity to which no binding leads and that no cluster names. One with a binding is deleted as its account. */
export async function deleteIdentity(context: AccountContext, request: IdentityDeletion): Promise<void> {
  const place = await accountPlaceOf(context, request);
  const { client, namespace, signal } = place;
  const { name, uid } = request.change;
  try {
    const identity = { kind: "WorkloadIdentity", namespace, name };
    const uses = await readUses(context, place, identity);
    if (uses.bindings(identity).length > 0) {
      const detail = text("A binding leads to this WorkloadIdentity: delete that account.");
      throw new ProblemError("refused-by-policy", { detail });
    }
    const naming = await groupByNamedCredentials(await requireVisibleShoots(context, place), signal);
    const clusters = naming.get(credentialsKey(identity)) ?? [];
    if (clusters.length > 0) throw inUse(clusters.length);
    await client.delete({ resource: workloadIdentities, namespace, name }, { uid, signal });
  } catch (error) {
    throw toProblemErrorWith(error, factsFor);
  }
}

function inUse(count: number): ProblemError {
  const detail = text(
    "{count, plural, one {# cluster uses} other {# clusters use}} this account: nothing was deleted.",
    {
      count,
    },
  );
  return new ProblemError("refused-by-policy", { detail });
}

function factsFor({ reason }: GardenError) {
  if (isOutcomeUncertain(reason)) {
    return { detail: uncertain() };
  }
  switch (reason) {
    case "not-found":
      return { detail: text("The account is gone.") };
    case "forbidden":
      return { detail: text("You are not allowed to delete accounts here.") };
    case "conflict":
      return { detail: text("Another account has this name by now: nothing was deleted.") };
    default:
      return {};
  }
}
