import type { Act, ActPreview, ChangeSubject } from "#lib/contract/act.ts";
import { isOperationId } from "#lib/policy/operations/vocabulary.ts";
import { wordsOfOperation } from "#lib/words/operation-sentences.ts";

/** What the button says that sends it: the act, and when it takes effect. Never "OK". */
export function confirmWords(act: Act, title: string, when: ActPreview["when"]["at"] | undefined): string {
  switch (act.kind) {
    case "operation":
      return act.when === "in-window" ? "Schedule" : `${shortened(title)} now`;
    case "unschedule":
      return "Unschedule";
    case "change": {
      const verb = verbs[act.about] ?? shortened(title);
      return when === "maintenance-window" ? `${verb} in the window` : `${verb} now`;
    }
    case "delete":
      return "Delete";
    case "force-delete":
      return "Force delete";
    default:
      act satisfies never;
      return title;
  }
}

/** A button has room for a few words; of a longer title it says the verb. */
const mostLetters = 30;

function shortened(title: string): string {
  const act = title.replace(/ (now|of)$/, "");
  return act.length > mostLetters ? act.replace(/ .*$/, "") : act;
}

/** Where the title itself is the verb, there is none. */
const verbs: Readonly<Record<ChangeSubject, string | undefined>> = {
  "kubernetes-version": "Update",
  "pool-versions": "Change",
  "machine-images": "Update",
  "pool-settings": "Change",
  "maintenance-window": "Change",
  "auto-update": "Change",
  "auto-rotation": "Change",
  "spec-update-rollout": "Change",
  hibernation: undefined,
  "hibernation-schedules": "Change",
  "deletion-clean-up": "Change",
  manifest: "Save",
};

/** The act and its object: `Update shop/eu to 1.35.6?`, `Delete shop/eu?`, `Change the window: shop/eu`. */
export function headingWords(title: string, cluster: string): string {
  const [, verb, target] = /^(\S+) to (.+)$/.exec(title) ?? [];
  if (verb !== undefined && target !== undefined) return `${verb} ${cluster} to ${target}?`;
  const act = title.replace(/ now$/, "");
  return /^(\S+|Force delete|Wake up|.* of)$/.test(act) ? `${act} ${cluster}?` : `${act}: ${cluster}`;
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
