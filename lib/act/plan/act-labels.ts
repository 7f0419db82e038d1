import type { Act, ActPreview, ChangeSubject } from "#lib/contract/act.ts";
import { type Message, message, text } from "#lib/language/text.ts";
import { isOperationId } from "#lib/policy/operations/vocabulary.ts";
import { describeOperation } from "#lib/words/operation-descriptions.ts";
import { findParameterlessAct } from "../acts-at-once.ts";

/** Label of the button that confirms an action: the action and when it takes effect, never "OK". */
export function confirmButtonLabel(act: Act, title: string, when: ActPreview["when"]["at"] | undefined): string {
  switch (act.kind) {
    case "operation":
      return act.when === "in-window" ? text("Schedule") : operationNow(act.id, title);
    case "unschedule":
      return text("Unschedule");
    case "change":
      return changeLabel(act.about, title, when !== undefined && when !== "now");
    case "delete":
      return text("Delete");
    case "force-delete":
      return text("Force delete");
    default:
      act satisfies never;
      return title;
  }
}

/** Maximum length of a button label; longer titles are reduced to their verb. */
const mostLetters = 30;

function operationNow(id: string, title: string): string {
  const own = findParameterlessAct(id)?.now;
  if (own !== undefined) return text(own);
  const act = shortTitle(title);
  if (act.length <= mostLetters) return text("{act} now", { act });
  const [, verb] = verbsOfLong.find(([of]) => of.test(id)) ?? [];
  return verb === undefined ? text("{act} now", { act: firstWord(act) }) : text(verb);
}

const verbsOfLong: readonly (readonly [RegExp, Message])[] = [
  [/^rollout-workers$/, message("Replace now")],
  [/^rotate-rollout-workers$/, message("Roll now")],
  [/^rotate-.*-start/, message("Start now")],
  [/^rotate-.*-complete$/, message("Complete now")],
  [/^rotate-/, message("Rotate now")],
];

/** Returns the title without a trailing "now" or "of". */
function shortTitle(title: string): string {
  return title.replace(/ (now|of)$/, "");
}

function firstWord(act: string): string {
  return act.replace(/:? .*$/, "");
}

function changeLabel(about: ChangeSubject, title: string, waits: boolean): string {
  const own = title === text(callMoveBackTitle) ? undefined : verbs[about];
  if (own !== undefined) return text(waits ? own.later : own.now);
  const whole = shortTitle(title);
  const act = whole.length > mostLetters ? firstWord(whole) : whole;
  return waits ? text("{act} in the window", { act }) : text("{act} now", { act });
}

/** Title of the act that names the present Seed again before a move has begun: nothing moves by it. */
export const callMoveBackTitle = message("Call the move back");

const update = { now: message("Update now"), later: message("Update in the window") };
const change = { now: message("Change now"), later: message("Change in the window") };
const save = { now: message("Save now"), later: message("Save in the window") };

/** Verb for each subject of a change; undefined where the title itself is the verb. */
const verbs: Readonly<Record<ChangeSubject, typeof update | undefined>> = {
  "kubernetes-version": update,
  "pool-versions": change,
  "machine-images": update,
  "pool-settings": change,
  "maintenance-window": change,
  "auto-update": change,
  "auto-rotation": change,
  "spec-update-rollout": change,
  hibernation: undefined,
  "hibernation-schedules": change,
  "deletion-clean-up": change,
  lifetime: undefined,
  "credentials-binding": { now: message("Move now"), later: message("Move in the window") },
  // Gardener begins once the new Seed is ready.
  seed: { now: message("Move now"), later: message("Request the move") },
  manifest: save,
};

/**
 * Heading of a confirmation: `Update shop/eu to 1.35.6?`, `Delete shop/eu?`, `Change the window: shop/eu`. In English
 * the cluster follows the verb of a short title; other languages put it before or after the complete title.
 */
export function actHeadingLabel(title: string, cluster: string): string {
  const [, verb, target] = /^(\S+) to (.+)$/.exec(title) ?? [];
  if (verb !== undefined && target !== undefined)
    return text("{verb} {cluster} to {target}?", { verb, cluster, target });
  const act = title.replace(/ now$/, "");
  return /^(\S+|Force delete|Wake up|.* of)$/.test(act)
    ? text("{act} {cluster}?", { act, cluster })
    : text("{act}: {cluster}", { act, cluster });
}

/** Describes the effect of an operation; undefined for a change of the spec, which its preview describes. */
export function describeOperationOfAct(act: Act): string | undefined {
  const id = act.kind === "operation" ? act.id : act.kind;
  return isOperationId(id) ? describeOperation(id).sentence : undefined;
}

/** Whether an action is irreversible. Only such actions have a red button, and the initial focus on Cancel. */
export function isIrreversibleAct({ kind }: Act): boolean {
  return kind === "delete" || kind === "force-delete";
}

/**
 * Guesses whether the confirmation will be a popover. The preview decides later; the guess only avoids opening a dialog
 * that would turn into a popover.
 */
export function isLikelyPopoverConfirmation(
  act: Act,
  { purpose, health }: { purpose?: string | undefined; health: string },
): boolean {
  if (act.kind !== "operation" || act.when !== "now" || purpose === "production") return false;
  return act.id === "retry" || (act.id === "reconcile" && health === "healthy");
}
