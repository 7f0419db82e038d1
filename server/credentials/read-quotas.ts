import "server-only";
import { isDns1123Label, isDns1123Subdomain } from "#lib/kube/names.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { quotas as quotaResource } from "#lib/kube/resource.ts";
import type { LookedUpObject } from "#lib/policy/admission/find-reference-admission-errors.ts";
import { type QuotaReference, quotaReferencesOf } from "#lib/policy/projects/quota-references.ts";
import type { ListAllContext } from "#server/garden/list-all.ts";
import { readReferencedObject } from "#server/garden/read-referenced-object.ts";

/** Maximum number of quotas that are read; bindings of a project usually share one or two. */
const mostQuotas = 20;

/** A Quota to which bindings refer: null if it does not exist, undefined if it was not read. */
export interface ReadQuota extends QuotaReference {
  /** Whether it was left out, because the bindings refer to too many. */
  readonly isLeftOut?: true;
  readonly quota: LookedUpObject<KubeObject>;
}

/** Reads the quotas of bindings, each once, as far as the user may. */
export async function readQuotasOf(
  { client, signal }: ListAllContext,
  bindings: readonly KubeObject[],
): Promise<readonly ReadQuota[]> {
  const references = new Map(bindings.flatMap(quotaReferencesOf).map((each) => [keyOf(each), each]));
  return Promise.all(
    [...references.values()].map(async ({ namespace, name }, place) => {
      if (place >= mostQuotas) return { namespace, name, quota: undefined, isLeftOut: true };
      if (!isDns1123Label(namespace) || !isDns1123Subdomain(name)) return { namespace, name, quota: null };
      const target = { resource: quotaResource, namespace, name };
      return { namespace, name, quota: await readReferencedObject<KubeObject>(client, target, signal) };
    }),
  );
}

/** Returns a function that finds those of some quotas to which a binding refers, and that were read. */
export function createQuotaFinder(read: readonly ReadQuota[]): (binding: KubeObject) => readonly KubeObject[] {
  const byKey = new Map(read.flatMap((each) => (each.quota ? [[keyOf(each), each.quota] as const] : [])));
  return (binding) => [...new Set(quotaReferencesOf(binding).flatMap((each) => byKey.get(keyOf(each)) ?? []))];
}

function keyOf({ namespace, name }: QuotaReference): string {
  return `${namespace}/${name}`;
}
