import "server-only";
import type { OfferedQuota, OfferedQuotas } from "#lib/contract/project/accounts.ts";
import { isDns1123Label, isDns1123Subdomain } from "#lib/kube/names.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { quotas as quotaResource } from "#lib/kube/resource.ts";
import { findQuotaReferenceErrors } from "#lib/policy/accounts/find-quota-reference-errors.ts";
import { findShortestQuotaLifetime } from "#lib/policy/controllers/lifetime.ts";
import { quotaUsesOf } from "#lib/policy/projects/quota-consumption.ts";
import { type QuotaReference, quotaScopeOf } from "#lib/policy/projects/quota-references.ts";
import { type FieldErrors, fieldErrorIf } from "#lib/policy/spec-validation/field-error.ts";
import { accessReviewAttributes, reviewAccessOrUndefined } from "#server/access/access-reviews.ts";
import type { ReadQuota } from "#server/credentials/read-quotas.ts";
import { listAllOrCut, type ReadList } from "#server/garden/list-all.ts";
import { readReferencedObject } from "#server/garden/read-referenced-object.ts";
import { forEachInTimeSlices } from "#server/processor-time/time-slices.ts";
import type { AccountContext, AccountPlace } from "./account-context.ts";

/** Where operators keep Quotas for the accounts of all projects. */
const gardenNamespace = "garden";

/** Maximum number of Quotas that are offered. */
const mostOffered = 200;

/** The Quotas of the project and of the garden, as far as the user may list them. */
export async function listQuotas(
  { reviews }: Pick<AccountContext, "reviews">,
  token: string,
  place: AccountPlace,
): Promise<ReadList<KubeObject>> {
  const lists = await Promise.all(
    [place.namespace, gardenNamespace].map(async (namespace) => {
      const attributes = accessReviewAttributes("list", quotaResource, { namespace });
      // Of most people the garden would refuse the second list each time.
      if ((await reviewAccessOrUndefined(reviews, token, attributes)) !== true) return [];
      return (await listAllOrCut<KubeObject>(place, quotaResource, namespace)) ?? [];
    }),
  );
  return { items: lists.flat().flatMap(({ items }) => items), isCut: lists.flat().some(({ isCut }) => isCut) };
}

/** The Quotas that a new account can name, each once: some that were listed, and those that other accounts name. */
export async function offeredQuotasOf(
  { items, isCut }: ReadList<KubeObject>,
  named: readonly ReadQuota[],
  { namespace, signal }: Pick<AccountPlace, "namespace" | "signal">,
): Promise<OfferedQuotas> {
  const found = [...items, ...named.flatMap(({ quota }) => quota ?? [])];
  const distinct = new Map<string, KubeObject>();
  await forEachInTimeSlices(found, (quota) => void distinct.set(keyOf(referenceTo(quota)), quota), signal);
  const sorted = [...distinct].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, quota]) => quota);
  const isOwn = ({ metadata }: KubeObject) => metadata.namespace === namespace;
  const first = [...sorted.filter(isOwn), ...sorted.filter((quota) => !isOwn(quota))].slice(0, mostOffered);
  const quotas: OfferedQuota[] = [];
  await forEachInTimeSlices(first, (quota) => void quotas.push(offeredQuotaOf(quota)), signal);
  return { quotas, total: sorted.length, isAtLeast: isCut };
}

function offeredQuotaOf(quota: KubeObject): OfferedQuota {
  const lifetimeDays = findShortestQuotaLifetime([quota])?.days;
  return {
    ...referenceTo(quota),
    scope: quotaScopeOf(quota),
    ...(lifetimeDays !== undefined && { lifetimeDays }),
    limits: quotaUsesOf(quota, []).map(({ metric, limit }) => ({ metric, limit })),
  };
}

function referenceTo({ metadata: { namespace = "", name } }: KubeObject): QuotaReference {
  return { namespace, name };
}

/** Errors of the Quotas that a new account is to name. They are read with the user's own token, as the garden does. */
export async function findQuotaErrors(
  { client, signal }: AccountPlace,
  references: readonly QuotaReference[],
): Promise<FieldErrors> {
  const malformed = references.flatMap(({ namespace, name }, place) =>
    fieldErrorIf(!isDns1123Label(namespace) || !isDns1123Subdomain(name), `quotas[${place}]`, "NAME_INVALID", {
      value: `${namespace}/${name}`,
    }),
  );
  if (malformed.length > 0) return malformed;
  const found = await Promise.all(
    references.map(async (reference) => {
      const target = { resource: quotaResource, ...reference };
      const quota = await readReferencedObject<KubeObject>(client, target, signal);
      return [keyOf(reference), quota && quotaScopeOf(quota)] as const;
    }),
  );
  const scopes = new Map(found);
  return findQuotaReferenceErrors(references, (reference) => scopes.get(keyOf(reference)));
}

function keyOf({ namespace, name }: QuotaReference): string {
  return `${namespace}/${name}`;
}
