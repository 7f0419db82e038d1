import {
  autocompletion,
  type CompletionContext,
  type CompletionResult,
  closeCompletion,
} from "@codemirror/autocomplete";
import { indentService } from "@codemirror/language";
import { type Extension, Prec } from "@codemirror/state";
import { hoverTooltip, keymap, type Tooltip } from "@codemirror/view";

/** What can be written at a place, and what of the text it replaces. Offsets are into the text. */
interface YamlProposals {
  readonly from: number;
  readonly to: number;
  readonly options: readonly {
    readonly label: string;
    readonly insert: string;
    readonly detail: string;
    readonly info: string;
  }[];
}

/** What is known of the stretch of the text under the pointer. */
interface YamlNote {
  readonly from: number;
  readonly to: number;
  readonly title: string;
  readonly detail: string;
  readonly info: string;
}

/** Whoever knows what the text is about. */
export interface YamlAssist {
  readonly complete: (text: string, offset: number) => YamlProposals | undefined;
  readonly noteAt: (text: string, offset: number) => YamlNote | undefined;
}

/**
 * A new line goes below the line before it: inside of what that opens with a colon, else beside it. The language's own
 * rule needs a text that can be read, which a text that is being written is not.
 */
const belowThePrevious = indentService.of((context, pos) => {
  if (context.simulatedBreak !== pos) return undefined;
  const before = context.lineAt(pos, -1).text;
  const [lead = ""] = /^\s*(?:- +)*/.exec(before) ?? [];
  return /:\s*(?:#.*)?$/.test(before) ? lead.length + 2 : lead.length;
});

/**
 * Escape always leads towards the way out with Tab, also while proposals are shown or still being sought: left to
 * themselves they would take it for their own.
 */
const escapeLeads = Prec.highest(
  keymap.of([
    {
      key: "Escape",
      run: (view) => {
        closeCompletion(view);
        return false;
      },
    },
  ]),
);

/**
 * What is proposed at a place is the same with each letter of a word. Said so, the editor narrows the list down at once;
 * otherwise it asks again after each letter, and drops a click that comes meanwhile.
 */
const withinOneWord = /^[\w.-]*$/;

/** Proposals while one writes, and notes under the pointer. */
export function assistance(assist: YamlAssist): Extension {
  const propose = ({ state, pos, explicit }: CompletionContext): CompletionResult | null => {
    const found = assist.complete(state.doc.toString(), pos);
    // Nobody has begun to write, and nobody has asked.
    if (found === undefined || (found.from === pos && !explicit)) return null;
    const options = found.options.map(({ label, insert, detail, info }) => ({
      label,
      apply: insert,
      ...(detail !== "" && { detail }),
      ...(info !== "" && { info }),
    }));
    return { from: found.from, to: found.to, options, validFor: withinOneWord };
  };
  return [
    belowThePrevious,
    escapeLeads,
    autocompletion({ override: [propose], icons: false }),
    hoverTooltip(({ state }, pos): Tooltip | null => {
      const note = assist.noteAt(state.doc.toString(), pos);
      return note === undefined
        ? null
        : { pos: note.from, end: note.to, above: true, create: () => ({ dom: noteElement(note) }) };
    }),
  ];
}

function noteElement({ title, detail, info }: YamlNote): HTMLElement {
  const element = document.createElement("div");
  element.className = "cm-fieldNote";
  for (const text of [`${title}: ${detail}`, info]) {
    if (text === "") continue;
    const paragraph = document.createElement("p");
    paragraph.textContent = text;
    element.append(paragraph);
  }
  return element;
}
