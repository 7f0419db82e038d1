import "server-only";
import { accessRulesOfAct } from "#lib/act/plan/move-seed-act.ts";
import type { Act } from "#lib/contract/act.ts";
import type { ObjectTarget } from "#lib/kube/paths.ts";
import type { AccessRule } from "#lib/policy/operations/access-rules.ts";
import { type AccessReviews, reviewAccessOrUndefined } from "#server/access/access-reviews.ts";

/** Tells whether the user has a permission; undefined when the access review failed. */
export type ActPermissions = (rule: AccessRule) => boolean | undefined;

const keyOf = ({ verb, group, resource }: AccessRule) => `${verb} ${group} ${resource}`;

/** User's permissions for an action. A failed review means unknown: the API server checks again on execution. */
export async function readActPermissions(
  reviews: AccessReviews,
  { token, act, target }: { readonly token: string; readonly act: Act; readonly target: ObjectTarget },
): Promise<ActPermissions> {
  const rules = accessRulesOfAct(act);
  const { namespace, name } = target;
  const answers = await Promise.all(
    rules.map(async (rule) => {
      const { verb, group } = rule;
      const [resource = "", subresource] = rule.resource.split("/", 2);
      const attributes = { verb, group, resource, namespace, name, ...(subresource !== undefined && { subresource }) };
      return [keyOf(rule), await reviewAccessOrUndefined(reviews, token, attributes)] as const;
    }),
  );
  const known = new Map(answers);
  return (rule) => known.get(keyOf(rule));
}
