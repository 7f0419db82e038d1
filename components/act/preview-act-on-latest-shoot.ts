import { ApiProblem } from "#components/data/calls/api-problem.ts";
import type { Act, ActPreview } from "#lib/contract/act.ts";
import { isSameJson } from "#lib/kube/same-value.ts";
import { text } from "#lib/language/text.ts";

export interface ActWithPreview {
  readonly act: Act;
  readonly preview: ActPreview;
}

interface Making {
  /** Makes the action from the current cluster; undefined if nothing would change. */
  readonly make: () => Promise<Act | undefined>;
  readonly preview: (act: Act) => Promise<ActPreview>;
}

const mostAttempts = 3;

/**
 * Returns the preview of an action that writes a whole list, such as all pools, with unchanged items. The action is
 * made from the current Shoot, and again after the preview: if both are equal, the list did not change in between.
 */
export async function previewActOnLatestShoot({ make, preview }: Making): Promise<ActWithPreview> {
  let act = await made(make);
  for (let attempt = 1; attempt <= mostAttempts; attempt += 1) {
    const shown = await preview(act);
    const again = await made(make);
    if (isSameJson(act, again)) return { act, preview: shown };
    act = again;
  }
  throw new ApiProblem({
    reason: "conflict",
    detail: text("Somebody else keeps changing the same part of this cluster."),
  });
}

async function made(make: Making["make"]): Promise<Act> {
  const act = await make();
  if (act !== undefined) return act;
  const detail = text("Nothing is left to change: the cluster is as you want it, or what you meant to change is gone.");
  throw new ApiProblem({ reason: "conflict", detail });
}
