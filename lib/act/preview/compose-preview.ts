import type { ActPreview } from "#lib/contract/act.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { text } from "#lib/language/text.ts";
import { annotationOf, annotations } from "#lib/policy/operations/annotations.ts";
import { type ActBlocker, describeActBlocker } from "../plan/act-blocker.ts";
import { actCommandLabel, describeAct } from "../plan/describe-act.ts";
import type { ActEvaluation } from "../plan/evaluate-act.ts";
import type { ActRequestStep } from "../plan/plan-act.ts";
import { poolEffects } from "../plan/pool-effects.ts";
import { type ApiServerDryRun, createActFinding, type PreviewInput } from "../plan/preview-input.ts";
import { requiredConfirmationOf } from "../plan/required-confirmation.ts";
import { affectsNodes, changesMinorVersion, consequencesOfAct, keepsNodesUnchanged } from "./act-consequences.ts";
import { checksOfAct } from "./checks-of-act.ts";
import { fieldChanges } from "./field-changes.ts";
import { findingsAfterAct } from "./findings-after-act.ts";
import { isWarningAboutUnchangedField } from "./persistent-warnings.ts";
import { timingOfAct } from "./timing-of-act.ts";

/** Preview of an action without its hash and time. */
export type UnhashedActPreview = Omit<ActPreview, "hash" | "checkedAt">;

function identity({ before }: Pick<PreviewInput, "before">): Pick<ActPreview, "uid" | "resourceVersion"> {
  return { uid: before.metadata.uid ?? "", resourceVersion: before.metadata.resourceVersion ?? "" };
}

/** Texts of the dry run, without the returned object. */
function labelOf({ before, plan }: PreviewInput, answer: ApiServerDryRun): ActPreview["dryRun"] {
  const { verdict, message, whole, causes, warnings } = answer;
  const stands = (warning: string) => isWarningAboutUnchangedField(warning, { before, after: plan.after });
  return {
    verdict,
    ...(message !== undefined && { message }),
    ...(whole !== undefined && { whole }),
    causes: causes.map((cause) => ({ ...cause })),
    warnings: warnings.filter((warning) => !stands(warning)),
    standing: warnings.filter(stands),
  };
}

function quoted(text: string): string {
  return /^[A-Za-z0-9_./:=@-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** Maximum length of a patch passed on the command line, limited by common shells; longer patches go into a file. */
const longestPatch = 30_000;

/** A request with its equivalent kubectl command, without a resource version: kubectl merge patches have none. */
function requestStep(step: ActRequestStep, { metadata }: Shoot): ActPreview["request"][number] {
  const target = `shoots.core.gardener.cloud ${quoted(metadata.name)} --namespace ${quoted(metadata.namespace ?? "")}`;
  if (step.verb === "delete") return { verb: "delete", kubectl: `kubectl delete ${target} --wait=false` };
  if (step.verb === "create") {
    const json = JSON.stringify(step.body);
    return { verb: "create", body: { ...step.body }, kubectl: `kubectl create -f - <<< ${quoted(json)}` };
  }
  if (step.verb === "bind")
    return { verb: "bind", body: { ...step.body }, kubectl: bindCommand(step.body.spec, metadata) };
  const json = JSON.stringify(step.body);
  const patch = json.length > longestPatch ? "--patch-file patch.json" : `--patch ${quoted(json)}`;
  return { verb: "patch", body: { ...step.body }, kubectl: `kubectl patch ${target} --type merge ${patch}` };
}

/** The command that Gardener documents for a move. @source Gardener: docs/operations/control_plane_migration.md */
function bindCommand({ seedName }: { readonly seedName: string }, { name, namespace = "" }: Shoot["metadata"]): string {
  const path = `/apis/core.gardener.cloud/v1beta1/namespaces/${namespace}/shoots/${name}`;
  const change = quoted(`.spec.seedName = ${JSON.stringify(seedName)}`);
  return `kubectl get --raw ${path} | jq -c ${change} | kubectl replace --raw ${path}/binding -f -`;
}

/** Adds hibernation to the operations if a schedule hibernates at once, to require the same confirmation. */
function withExecuted({ asked, outlook }: PreviewInput): PreviewInput["asked"] {
  return outlook.hibernates === true ? [...asked, { id: "hibernate" }] : asked;
}

/** Composes the preview of an action, with its sections in reading order. */
export function composePreview(
  world: PreviewInput,
  judgement: ActEvaluation,
  dryRun: ApiServerDryRun,
): UnhashedActPreview {
  const { act, before, plan, cluster, health } = world;
  const pools = poolEffects(world);
  const when = timingOfAct(world);
  const crosses = changesMinorVersion(world);
  const price = requiredConfirmationOf({
    cluster,
    act,
    asked: withExecuted(world),
    health,
    purpose: typeof before.spec.purpose === "string" ? before.spec.purpose : undefined,
    held: world.outlook.takesAlong,
    touchesNodes: affectsNodes(pools),
    leavesNodesAlone: keepsNodesUnchanged(world, pools),
    crossesMinor: crosses,
    consequences: consequencesOfAct(world, pools),
  });
  return {
    ...identity(world),
    sentence: describeAct(world, pools, when.at),
    decision: judgement.decision,
    reasons: [...judgement.reasons],
    hints: [...judgement.hints],
    when,
    pools: [...pools],
    changes: [...fieldChanges(before, plan.after, dryRun.result)],
    checks: [...checksOfAct(world, judgement, { pools, when })],
    afterwards: [...findingsAfterAct(world)],
    request: plan.steps.map((step) => requestStep(step, before)),
    dryRun: labelOf(world, dryRun),
    friction: { ...price, consequences: [...price.consequences] },
  };
}

/** Preview of an action that cannot be requested in the cluster's current state: contains only the reason. */
export function composeBlockedActPreview(
  world: Omit<PreviewInput, "plan" | "impact" | "unknown" | "noted">,
  obstacle: ActBlocker,
): UnhashedActPreview {
  const { act, before } = world;
  const sentence = describeActBlocker(obstacle);
  const pending = annotationOf(before, annotations.operation);
  const order = actCommandLabel(act, { before, plan: { steps: [], after: before } });
  return {
    ...identity(world),
    sentence: text("{order} is not possible now.", { order }),
    decision: "deny",
    reasons: [createActFinding(obstacle.code, sentence)],
    hints:
      pending === ""
        ? []
        : [createActFinding("pending", text("Waiting for Gardener already: {pending}.", { pending }))],
    when: { at: "now", notes: [] },
    pools: [],
    changes: [],
    checks: [{ id: obstacle.code, verdict: "block", sentence, enforced: false }],
    afterwards: [],
    request: [],
    dryRun: { verdict: "not-run", message: text("There is nothing to try."), causes: [], warnings: [], standing: [] },
    friction: { tier: "popover", consequences: [] },
  };
}
