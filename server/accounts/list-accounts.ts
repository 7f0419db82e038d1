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
import { type CredentialsRef, credentialsKey } from "#lib/policy/rotations/cloud-credentials.ts";
import { accessReviewAttributes, reviewAccessOrUndefined } from "#server/access/access-reviews.ts";
import { createProjectNames } from "#server/access/project-names.ts";
import { ProblemError } from "#server/boundary/problem.ts";
import { groupByNamedCredentials, visibleShootsIn } from "#server/credentials/clusters-naming-credentials.ts";
import { listBindings } from "#server/credentials/list-bindings.ts";
import { createQuotaFinder, readQuotasOf } from "#server/credentials/read-quotas.ts";
import { secretChangedAt } from "#server/credentials/secret-changed-at.ts";
import { readCredentialsChange, readVisibleBindings } from "#server/credentials/visible-bindings.ts";
import { resultOrReason } from "#server/garden/garden-error.ts";
import { listAllOrCut, type ReadList } from "#server/garden/list-all.ts";
import { forEachInTimeSlices } from "#server/processor-time/time-slices.ts";
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
import { allBindings, type CredentialsUses, countBindingUses, findCredentialsUses } from "./account-uses.ts";
import { type CredentialsChange, listCredentialsUses, mostListedClusters } from "./list-credentials-uses.ts";
import { readIdentityIssuer } from "./read-identity-issuer.ts";

/** Maximum number of Secrets whose last change is read, and of those read at once. */
const mostSecrets = 200;
const atOnce = 8;
/** Maximum number of accounts of each kind that are listed, and of bindings of an identity; all are counted. */
const mostListed = 500;
const mostListedBindings = 20;

/**
 * The accounts of a project with what uses them, from metadata only: the values of Secrets are not even requested. Users
 * who are not allowed to list Secrets see the bindings without details. Everything is counted, and the first are listed.
 */
export async function listAccounts(context: AccountContext, request: AccountRequest): Promise<Accounts> {
  const place = await accountPlaceOf(context, request);
  const { namespace, scope, signal } = place;
  const own = await listBindings(place, namespace);
  if (own === undefined) {
    throw new ProblemError("forbidden", { detail: text("You are not allowed to list the accounts of this project.") });
  }
  const all = byName([
    ...own.credentialsBindings.map((binding) => ({ kind: "CredentialsBinding", binding }) as const),
    ...own.secretBindings.map((binding) => ({ kind: "SecretBinding", binding }) as const),
  ]);
  const listed = all.slice(0, mostListed);
  const bindings = listed.map(({ binding }) => binding);
  const named = bindings.flatMap((binding) => credentialsOfBinding(binding) ?? []);
  const [rights, visible, quotas, offered, changes, dns, found, issuer] = await Promise.all([
    readRights(context, request.token, namespace),
    readVisibleBindings(place, { own, namespace }),
    readQuotasOf(place, bindings),
    listQuotas(context, request.token, place),
    readChanges(context, request.token, place, named),
    listDnsSecrets(place),
    listAllOrCut<KubeObject>(place, workloadIdentities, namespace),
    readIdentityIssuer(place.client, signal),
  ]);
  const identities = found?.items.slice(0, mostListed);
  const ofIdentities = identities?.map(({ metadata: { name } }) => ({ kind: "WorkloadIdentity", namespace, name }));
  const search = { sources: context.sources, scope, signal };
  const shoots = await visibleShootsIn(search, [namespace, ...named.map((each) => each.namespace)]);
  const uses = await findCredentialsUses(search, [...named, ...(ofIdentities ?? [])], visible.bindings);
  const naming = await groupByNamedCredentials(shoots, signal);
  const projectOf = createProjectNames(scope);
  const usesList = await listCredentialsUses(named, { place, changes, uses, naming, projectOf });
  const facts = {
    ...{ place, uses, naming, projectOf, placeOf: usesList.placeOf },
    quotasOf: createQuotaFinder(quotas),
    countUses: countBindingUses(shoots),
  };
  return {
    namespace,
    accounts: await mapInTimeSlices(listed, (each) => accountOf(each.kind, each.binding, facts), signal),
    uses: usesList.uses,
    totals: {
      accounts: { total: all.length, isAtLeast: own.isCut },
      dns: { total: dns?.items.length ?? 0, isAtLeast: dns?.isCut === true },
      identities: { total: found?.items.length ?? 0, isAtLeast: found?.isCut === true },
    },
    ...(dns && { dns: await dnsAccountsOf(facts, dns.items.slice(0, mostListed), allBindings(own)) }),
    ...(identities && {
      identities: await mapInTimeSlices(identities, (each) => identityOf(each, namespace, issuer, uses), signal),
    }),
    ...(issuer !== undefined && { issuer }),
    providers: [...new Set(context.sources.cloudProfiles.all().flatMap(({ spec }) => spec.type ?? []))].sort(),
    offeredQuotas: await offeredQuotasOf(offered, quotas, place),
    mayBeMore: visible.mayBeMore || own.isCut,
    ...((visible.isCut || own.isCut) && { hasUnreadBindings: true }),
    unreadProjects: [...visible.unreadProjects],
    rights,
  };
}

interface NamedBinding {
  readonly kind: BindingKind;
  readonly binding: KubeObject;
}

function byName(bindings: readonly NamedBinding[]): readonly NamedBinding[] {
  return bindings.toSorted((a, b) => (a.binding.metadata.name < b.binding.metadata.name ? -1 : 1));
}

async function mapInTimeSlices<Item, Result>(
  items: readonly Item[],
  make: (item: Item) => Result,
  signal: AbortSignal,
): Promise<Result[]> {
  const results: Result[] = [];
  await forEachInTimeSlices(items, (item) => void results.push(make(item)), signal);
  return results;
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

const dnsPageSize = 500;
const mostDnsPages = 10;

/** The Secrets for DNS providers, by name and as metadata only; undefined without permission. */
async function listDnsSecrets({ client, namespace, signal }: AccountPlace): Promise<ReadList<KubeObject> | undefined> {
  const items: KubeObject[] = [];
  const options = { labelSelector: dnsProviderLabel, limit: dnsPageSize, signal };
  let next: string | undefined;
  for (let pages = 0; pages < mostDnsPages; pages += 1) {
    const read = client.listMetadata({ resource: secrets, namespace }, { ...options, continue: next });
    const page = await resultOrReason(read, "forbidden");
    if (page === "forbidden") return undefined;
    items.push(...page.items.filter(isKubeObject<KubeObject>));
    next = page.continue;
    if (!next) break;
  }
  return { items, isCut: Boolean(next) };
}

interface AccountFacts {
  readonly place: AccountPlace;
  readonly uses: CredentialsUses;
  /** Clusters by the key of the credentials that they name without a binding. */
  readonly naming: ReadonlyMap<string, readonly Shoot[]>;
  readonly projectOf: (namespace: string) => string | undefined;
  /** Place of credentials in the list of uses, by their key. */
  readonly placeOf: ReadonlyMap<string, number>;
  readonly quotasOf: (binding: KubeObject) => readonly KubeObject[];
  readonly countUses: (kind: BindingKind, binding: KubeObject) => number;
}

function accountOf(kind: BindingKind, binding: KubeObject, facts: AccountFacts): ListedAccount {
  const { namespace } = facts.place;
  const { metadata } = binding;
  const credentials = credentialsOfBinding(binding);
  const uses = credentials && facts.placeOf.get(credentialsKey(credentials));
  const isShared = credentials !== undefined && credentials.namespace !== namespace;
  return {
    binding: kind,
    name: metadata.name,
    uid: metadata.uid ?? "",
    type: stringAt(binding, "provider", "type") ?? "",
    ...(credentials && { credentials: { ...credentials } }),
    ...(uses !== undefined && { uses }),
    ...(isShared && { sharedFrom: facts.projectOf(credentials.namespace) ?? credentials.namespace }),
    quotas: quotasOf(binding, facts.quotasOf(binding)),
    ...timesOf(binding),
    ownClusters: facts.countUses(kind, binding),
    otherBindings: credentials ? facts.uses.otherBindings(credentials, metadata.uid) : 0,
  };
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

async function dnsAccountsOf(
  { place: { namespace, project, signal }, naming }: AccountFacts,
  found: readonly KubeObject[],
  bindings: readonly KubeObject[],
): Promise<ListedDnsAccount[]> {
  const bound = Map.groupBy(bindings, (binding) => {
    const reference = credentialsOfBinding(binding);
    return reference && credentialsKey(reference);
  });
  const accountOfSecret = (secret: KubeObject): ListedDnsAccount => {
    const { name, uid = "", labels } = secret.metadata;
    const changedAt = secretChangedAt(secret);
    const key = credentialsKey({ kind: "Secret", namespace, name });
    const [binding] = bound.get(key) ?? [];
    const clusters = naming.get(key) ?? [];
    return {
      name,
      uid,
      type: labels?.[dnsProviderLabel] ?? "",
      ...timesOf(secret),
      ...(changedAt !== undefined && { changedAt }),
      clusters: clusters.slice(0, mostListedClusters).map((shoot) => ({
        project: project.metadata.name,
        name: shoot.metadata.name,
      })),
      clusterCount: clusters.length,
      ...(binding && { binding: binding.metadata.name }),
    };
  };
  return mapInTimeSlices(found, accountOfSecret, signal);
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
  const bindings = uses.bindings({ kind: "WorkloadIdentity", namespace, name });
  return {
    name,
    uid,
    type,
    audiences,
    ...(sub !== undefined && { sub }),
    ...timesOf(identity),
    trust: trust.map((each) => ({ ...each })),
    bindings: bindings.slice(0, mostListedBindings).map(({ metadata }) => metadata.name),
    bindingCount: bindings.length,
  };
}
