import type { Act, ActPreview, ChangeSubject } from "#lib/contract/act.ts";
import { type Message, message, text } from "#lib/language/text.ts";
import { isOperationId } from "#lib/policy/operations/vocabulary.ts";
import { wordsOfOperation } from "#lib/words/operation-sentences.ts";
import { actAtOnce } from "../acts-at-once.ts";

/** What the button says that sends it: the act, and when it takes effect. Never "OK". */
export function confirmWords(act: Act, title: string, when: ActPreview["when"]["at"] | undefined): string {
  switch (act.kind) {
    case "operation":
      return act.when === "in-window" ? text("Schedule") : operationNow(act.id, title);
    case "unschedule":
      return text("Unschedule");
    case "change":
      return changeWords(act.about, title, when === "maintenance-window");
    case "delete":
      return text("Delete");
    case "force-delete":
      return text("Force delete");
    default:
      act satisfies never;
      return title;
  }
}

/** A button has room for a few words; of a longer title it says the verb. */
const mostLetters = 30;

function operationNow(id: string, title: string): string {
  const own = actAtOnce(id)?.now;
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

/** Titles that say when, or leave room for the name of the cluster. */
function shortTitle(title: string): string {
  return title.replace(/ (now|of)$/, "");
}

function firstWord(act: string): string {
  return act.replace(/:? .*$/, "");
}

function changeWords(about: ChangeSubject, title: string, waits: boolean): string {
  const own = verbs[about];
  if (own !== undefined) return text(waits ? own.inWindow : own.now);
  const whole = shortTitle(title);
  const act = whole.length > mostLetters ? firstWord(whole) : whole;
  return waits ? text("{act} in the window", { act }) : text("{act} now", { act });
}

const update = { now: message("Update now"), inWindow: message("Update in the window") };
const change = { now: message("Change now"), inWindow: message("Change in the window") };
const save = { now: message("Save now"), inWindow: message("Save in the window") };

/** Where the title itself is the verb, there is none. */
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
  manifest: save,
};

/**
 * The act and its object: `Update shop/eu to 1.35.6?`, `Delete shop/eu?`, `Change the window: shop/eu`. English puts the
 * object behind the verb of a short title; a title in another language is followed or led by it whole.
 */
export function headingWords(title: string, cluster: string): string {
  const [, verb, target] = /^(\S+) to (.+)$/.exec(title) ?? [];
  if (verb !== undefined && target !== undefined)
    return text("{verb} {cluster} to {target}?", { verb, cluster, target });
  const act = title.replace(/ now$/, "");
  return /^(\S+|Force delete|Wake up|.* of)$/.test(act)
    ? text("{act} {cluster}?", { act, cluster })
    : text("{act}: {cluster}", { act, cluster });
}

/** What an operation does, in one sentence; a change is told by its preview. */
export function explanationOf(act: Act): string | undefined {
  const id = act.kind === "operation" ? act.id : act.kind;
  return isOperationId(id) ? wordsOfOperation(id).sentence : undefined;
}

/** Cannot be taken back: the first focus is then on Cancel, and only these are red. */
export function isDestructive({ kind }: Act): boolean {
  return kind === "delete" || kind === "force-delete";
}

/**
 * Whether the confirmation will probably be the small one. The preview decides; this only spares a dialog that would
 * turn into a popover.
 */
export function isLikelySmall(
  act: Act,
  { purpose, health }: { purpose?: string | undefined; health: string },
): boolean {
  if (act.kind !== "operation" || act.when !== "now" || purpose === "production") return false;
  return act.id === "retry" || (act.id === "reconcile" && health === "healthy");
}
