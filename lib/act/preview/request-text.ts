import type { Shoot } from "#lib/garden/shoot.ts";
import type { ActStep } from "../plan/plan-act.ts";

/** A request as it is shown: the same thing by hand. */
export interface RequestStep {
  readonly verb: "patch" | "delete";
  readonly body?: Record<string, unknown>;
  readonly kubectl: string;
}

function quoted(text: string): string {
  return /^[A-Za-z0-9_./:=@-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** No shell of any system takes much more in one line; beyond, the patch goes into a file. */
const longestPatch = 30_000;

/** The kubectl command that sends the same request. It is not bound to a version, which kubectl cannot do for a merge patch by name. */
export function requestStep(step: ActStep, { metadata }: Shoot): RequestStep {
  const target = `shoots.core.gardener.cloud ${quoted(metadata.name)} --namespace ${quoted(metadata.namespace ?? "")}`;
  if (step.verb === "delete") return { verb: "delete", kubectl: `kubectl delete ${target} --wait=false` };
  const text = JSON.stringify(step.body);
  const patch = text.length > longestPatch ? "--patch-file patch.json" : `--patch ${quoted(text)}`;
  return { verb: "patch", body: { ...step.body }, kubectl: `kubectl patch ${target} --type merge ${patch}` };
}
