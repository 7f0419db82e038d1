import "server-only";
import { ConcurrencyLimit } from "#lib/concurrency-limit.ts";
import type { Accounts, ListedAccount, ListedDnsAccount, ListedIdentity } from "#lib/contract/project/accounts.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { fieldAt, listAt, stringAt } from "#lib/kube/field.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { credentialsBindings, type KubeResource, secrets, workloadIdentities } from "#lib/kube/resource.ts";
import { isKubeObject } from "#lib/kube/wire.ts";
import { text } from "#lib/language/text.ts";
import { trustTextsOf } from "#lib/policy/accounts/trust-texts.ts";
import { findShortestQuotaLifetime } from "#lib/policy/controllers/lifetime.ts";
import { type CredentialsRef, credentialsRollover } from "#lib/policy/rotations/cloud-credentials.ts";
import { accessReviewAttributes, reviewAccessOrUndefined } from "#server/access/access-reviews.ts";
import type { UserScope } from "#server/access/user-scope.ts";
import { ProblemError } from "#server/boundary/problem.ts";
import { listBindings } from "#server/credentials/list-bindings.ts";
import { quotasOfBinding, type ReadQuota, readQuotasOf } from "#server/credentials/read-quotas.ts";
import { secretChangedAt } from "#server/credentials/secret-changed-at.ts";
import { readCredentialsChange, readVisibleBindings } from "#server/credentials/visible-bindings.ts";
import { resultOrReason } from "#server/garden/garden-error.ts";
import { listAll } from "#server/garden/list-all.ts";
import {
  type AccountContext,
  type AccountPlace,
  type AccountRequest,
  accountPlaceOf,
  type BindingKind,
  credentialsOfBinding,
  dnsProviderLabel,
} from "./account-context.ts";
import { listQuotas, offeredQuotasOf } from "./account-quotas.ts";
import {
  allBindings,
  type CredentialsUses,
  credentialsKey,
  findCredentialsUses,
  groupBySecret,
  namesBinding,
  visibleShootsIn,
} from "./account-uses.ts";
import { readIdentityIssuer } from "./read-identity-issuer.ts";

/** Maximum number of Secrets whose last change is read, and of those read at once. */
const mostSecrets = 200;
const atOnce = 8;
const mostDnsAccounts = 500;

type CredentialsChange = Pick<ListedAccount, "changedAt" | "changeUnknown">;

/**
 * The accounts of a project with what uses them, from metadata only: the values of Secrets are not even requested. Users
 * who are not allowed to list Secrets see the bindings without details.
 */
export async function listAccounts(context: AccountContext, request: AccountRequest): Promise<Accounts> {
  const place = await accountPlaceOf(context, request);
  const { namespace, scope } = place;
  const own = await listBindings(place, namespace);
  if (own === undefined) {
    throw new ProblemError("forbidden", { detail: text("You are not allowed to list the accounts of this project.") });
  }
  const bindings = allBindings(own);
  const named = bindings.flatMap((binding) => credentialsOfBinding(binding) ?? []);
  const [rights, visible, quotas, listed, changes, dns, found, issuer] = await Promise.all([
    readRights(context, request.token, namespace),
    readVisibleBindings(place, { own, namespace }),
    readQuotasOf(place, bindings),
    listQuotas(context, request.token, place),
    readChanges(context, request.token, place, named),
    listDnsSecrets(place),
    listAll<KubeObject>(place, workloadIdentities, namespace),
    readIdentityIssuer(place.client, place.signal),
  ]);
  const identities = found?.map((identity) => ({ kind: "WorkloadIdentity", namespace, name: identity.metadata.name }));
  const uses = findCredentialsUses(
    { sources: context.sources, scope },
    [...named, ...(identities ?? [])],
    visible.bindings,
  );
  const naming = groupBySecret(visibleShootsIn({ sources: context.sources, scope }, namespace));
  const facts = { place, quotas, changes, uses, naming };
  return {
    namespace,
    accounts: [
      ...own.credentialsBindings.map((binding) => accountOf("CredentialsBinding", binding, facts)),
      ...own.secretBindings.map((binding) => accountOf("SecretBinding", binding, facts)),
    ].sort((a, b) => (a.name < b.name ? -1 : 1)),
    ...(dns && { dns: dnsAccountsOf(facts, dns, bindings) }),
    ...(found && { identities: found.map((identity) => identityOf(identity, namespace, issuer, uses)) }),
    ...(issuer !== undefined && { issuer }),
    providers: [...new Set(context.sources.cloudProfiles.all().flatMap(({ spec }) => spec.type ?? []))].sort(),
    offeredQuotas: offeredQuotasOf(listed, quotas),
    mayBeMore: visible.mayBeMore,
    unreadProjects: [...visible.unreadProjects],
    rights,
  };
}

async function readRights(context: AccountContext, token: string, namespace: string): Promise<Accounts["rights"]> {
  const may = (verb: string, resource: KubeResource) =>
    reviewAccessOrUndefined(context.reviews, token, accessReviewAttributes(verb, resource, { namespace }));
  const both = async (verb: string, resource: KubeResource, other: KubeResource) => {
    const [one, two] = await Promise.all([may(verb, resource), may(verb, other)]);
    return one === false || two === false ? false : (one ?? two);
  };
  const [create, update, remove, createIdentity, deleteIdentity] = await Promise.all([
    both("create", secrets, credentialsBindings),
    both("patch", secrets, secrets),
    both("delete", secrets, credentialsBindings),
    both("create", workloadIdentities, credentialsBindings),
    both("delete", workloadIdentities, credentialsBindings),
  ]);
  return {
    ...(create !== undefined && { create }),
    ...(update !== undefined && { update }),
    ...(remove !== undefined && { delete: remove }),
    ...(createIdentity !== undefined && { createIdentity }),
    ...(deleteIdentity !== undefined && { deleteIdentity }),
  };
}

/** When each of the credentials changed last; nothing is requested that the user is not allowed to read. */
async function readChanges(
  context: AccountContext,
  token: string,
  { client, signal, namespace }: AccountPlace,
  named: readonly CredentialsRef[],
): Promise<ReadonlyMap<string, CredentialsChange>> {
  const attributes = accessReviewAttributes("get", secrets, { namespace });
  const mayRead = await reviewAccessOrUndefined(context.reviews, token, attributes);
  const limit = new ConcurrencyLimit(atOnce);
  const distinct = new Map(named.map((reference) => [credentialsKey(reference), reference]));
  const read = [...distinct].slice(0, mostSecrets).map(async ([key, reference]) => {
    if (reference.kind === "Secret" && reference.namespace === namespace && mayRead === false)
      return [key, { changeUnknown: "forbidden" }] as const;
    return [key, await limit.run(() => readCredentialsChange({ client, signal }, reference), signal)] as const;
  });
  const beyond = [...distinct.keys()].slice(mostSecrets).map((key) => [key, { changeUnknown: "not-read" }] as const);
  return new Map([...(await Promise.all(read)), ...beyond]);
}

async function listDnsSecrets({ client, namespace, signal }: AccountPlace): Promise<readonly KubeObject[] | undefined> {
  const options = { labelSelector: dnsProviderLabel, limit: mostDnsAccounts, signal };
  const page = await resultOrReason(client.listMetadata({ resource: secrets, namespace }, options), "forbidden");
  return page === "forbidden" ? undefined : page.items.filter(isKubeObject<KubeObject>);
}

interface AccountFacts {
  readonly place: AccountPlace;
  readonly quotas: readonly ReadQuota[];
  readonly changes: ReadonlyMap<string, CredentialsChange>;
  readonly uses: CredentialsUses;
  /** Clusters of the project by the Secrets that they name without a binding. */
  readonly naming: ReadonlyMap<string, readonly Shoot[]>;
}

function accountOf(kind: BindingKind, binding: KubeObject, facts: AccountFacts): ListedAccount {
  const { namespace, project, scope } = facts.place;
  const { metadata } = binding;
  const credentials = credentialsOfBinding(binding);
  const change = credentials && facts.changes.get(credentialsKey(credentials));
  const shoots = credentials ? facts.uses.clusters(credentials) : [];
  const { shoots: adoptions, upToDate, mayDisableOld } = credentialsRollover(shoots, change?.changedAt);
  const isShared = credentials !== undefined && credentials.namespace !== namespace;
  return {
    binding: kind,
    name: metadata.name,
    uid: metadata.uid ?? "",
    type: stringAt(binding, "provider", "type") ?? "",
    ...(credentials && { credentials: { ...credentials } }),
    ...(isShared && { sharedFrom: projectNameOf(scope, credentials.namespace) }),
    quotas: quotasOf(binding, quotasOfBinding(binding, facts.quotas)),
    ...timesOf(binding),
    ...change,
    clusters: adoptions.map(({ shoot, uptake, reconciledAt }) => ({
      uid: shoot.metadata.uid ?? "",
      project:
        shoot.metadata.namespace === namespace
          ? project.metadata.name
          : projectNameOf(scope, shoot.metadata.namespace ?? ""),
      name: shoot.metadata.name,
      uptake,
      ...(reconciledAt !== undefined && { reconciledAt }),
    })),
    namedBy: clustersNaming(credentials, facts).map((shoot) => ({
      project: project.metadata.name,
      name: shoot.metadata.name,
    })),
    ownClusters: shoots.filter((shoot) => namesBinding(shoot, kind, binding)).length,
    upToDate,
    mayDisableOld: mayDisableOld && change?.changedAt !== undefined,
    otherBindings: credentials
      ? facts.uses.bindings(credentials).filter((other) => other.metadata.uid !== metadata.uid).length
      : 0,
  };
}

/** Clusters that do not use credentials through a binding, but name their Secret, such as for DNS records. */
function clustersNaming(
  credentials: CredentialsRef | undefined,
  { place: { namespace }, naming, uses }: AccountFacts,
): readonly Shoot[] {
  if (credentials?.kind !== "Secret" || credentials.namespace !== namespace) return [];
  const users = new Set(uses.clusters(credentials).map(({ metadata }) => metadata.uid));
  return (naming.get(credentials.name) ?? []).filter(({ metadata }) => !users.has(metadata.uid));
}

/** The quotas that a binding names, with the lifetime of clusters for those that the user is allowed to read. */
function quotasOf(binding: KubeObject, read: readonly KubeObject[]): ListedAccount["quotas"] {
  return listAt(binding, "quotas").map((reference) => {
    const name = stringAt(reference, "name") ?? "";
    const quota = read.filter(({ metadata }) => metadata.name === name);
    const lifetime = findShortestQuotaLifetime(quota);
    return { name, ...(lifetime && { lifetimeDays: lifetime.days }) };
  });
}

function timesOf({ metadata }: KubeObject): Pick<ListedAccount, "createdAt" | "deletionRequestedAt"> {
  const { creationTimestamp, deletionTimestamp } = metadata;
  return {
    ...(creationTimestamp && { createdAt: creationTimestamp }),
    ...(deletionTimestamp && { deletionRequestedAt: deletionTimestamp }),
  };
}

/** Name of the project of a namespace; the namespace itself if the user does not see its project. */
function projectNameOf({ shown }: UserScope, namespace: string): string {
  return shown.projects.find((project) => project.namespace === namespace)?.name ?? namespace;
}

function dnsAccountsOf(
  { place: { namespace, project }, naming }: AccountFacts,
  found: readonly KubeObject[],
  bindings: readonly KubeObject[],
): ListedDnsAccount[] {
  return found.map((secret) => {
    const { name, uid = "", labels } = secret.metadata;
    const changedAt = secretChangedAt(secret);
    const bound = bindings.find((binding) => {
      const reference = credentialsOfBinding(binding);
      return reference?.kind === "Secret" && reference.namespace === namespace && reference.name === name;
    });
    return {
      name,
      uid,
      type: labels?.[dnsProviderLabel] ?? "",
      ...timesOf(secret),
      ...(changedAt !== undefined && { changedAt }),
      clusters: (naming.get(name) ?? []).map((shoot) => ({
        project: project.metadata.name,
        name: shoot.metadata.name,
      })),
      ...(bound && { binding: bound.metadata.name }),
    };
  });
}

function identityOf(
  identity: KubeObject,
  namespace: string,
  issuer: string | undefined,
  uses: CredentialsUses,
): ListedIdentity {
  const { name, uid = "" } = identity.metadata;
  const type = stringAt(identity, "spec", "targetSystem", "type") ?? "";
  const audiences = listAt(identity, "spec", "audiences").filter((each) => typeof each === "string");
  const sub = stringAt(identity, "status", "sub");
  const providerConfig = fieldAt(identity, "spec", "targetSystem", "providerConfig");
  const trust =
    issuer === undefined || sub === undefined
      ? []
      : trustTextsOf({ type, issuer, audiences, sub, name, providerConfig });
  return {
    name,
    uid,
    type,
    audiences,
    ...(sub !== undefined && { sub }),
    ...timesOf(identity),
    trust: trust.map((each) => ({ ...each })),
    bindings: uses.bindings({ kind: "WorkloadIdentity", namespace, name }).map(({ metadata }) => metadata.name),
  };
}
