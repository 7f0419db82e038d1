import "server-only";
import type { Act } from "#lib/contract/act.ts";
import type { ObjectTarget } from "#lib/kube/paths.ts";
import { type AccessRule, accessRules } from "#lib/policy/operations/access-rules.ts";
import { type AccessReviews, mayOrUndefined } from "#server/access/access-reviews.ts";

/** Whether the user has a permission; undefined where the garden could not answer. */
export type Rights = (rule: AccessRule) => boolean | undefined;

const keyOf = ({ verb, group, resource }: AccessRule) => `${verb} ${group} ${resource}`;

/** Reviews each permission that an action needs. A failed review denies nothing: the garden decides in the end. */
export async function actRights(
  reviews: AccessReviews,
  { token, act, target }: { readonly token: string; readonly act: Act; readonly target: ObjectTarget },
): Promise<Rights> {
  const rules: readonly AccessRule[] = act.kind === "delete" ? accessRules.delete : accessRules.annotate;
  const { namespace, name } = target;
  const answers = await Promise.all(
    rules.map(async (rule) => {
      const { verb, group, resource } = rule;
      return [keyOf(rule), await mayOrUndefined(reviews, token, { verb, group, resource, namespace, name })] as const;
    }),
  );
  const known = new Map(answers);
  return (rule) => known.get(keyOf(rule));
}
