import type { ReferenceReader } from "#lib/act/plan/read-named-things.ts";
import { listAt } from "#lib/kube/field.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { type ObjectTarget, resourcePath } from "#lib/kube/paths.ts";
import { isKubeObject } from "#lib/kube/wire.ts";
import type { ConflictingDomain } from "#lib/policy/admission/find-domain-admission-errors.ts";
import { describeGardenRejection, type GardenAccess } from "./garden-access.ts";

/**
 * Reads the objects to which a Shoot refers, with all permissions.
 * @param holderOf returns another Shoot with a conflicting domain
 */
export function gardenReader(
  admin: Pick<GardenAccess, "send">,
  holderOf: (domain: string) => ConflictingDomain | undefined,
): ReferenceReader {
  const body = async (target: Parameters<typeof resourcePath>[0], query: Readonly<Record<string, string>> = {}) => {
    const path = resourcePath(target);
    if (!path.ok) throw new Error(`${target.resource.plural}: ${path.error}`);
    const answer = await admin.send({ method: "GET", path: `${path.value}?${new URLSearchParams(query)}` });
    if (answer.code === 404) return null;
    if (answer.code !== 200) throw new Error(`${path.value}: ${describeGardenRejection(answer)}`);
    return answer.body;
  };
  return {
    get: async <Thing extends KubeObject>(target: ObjectTarget) => {
      const found = await body(target);
      return isKubeObject<Thing>(found) ? found : null;
    },
    list: async (resource, among) => {
      const { namespace, labelSelector = "" } = among ?? {};
      const target = namespace === undefined ? { resource } : { resource, namespace };
      return listAt(await body(target, { labelSelector }), "items").filter(isKubeObject<KubeObject>);
    },
    stateOf: async (target) => ((await body(target)) === null ? "missing" : "there"),
    any: async (resource, { namespace, labelSelector }) =>
      listAt(await body({ resource, namespace }, { labelSelector }), "items").length > 0,
    may: async () => true,
    holderOf: async (domain) => holderOf(domain),
  };
}
