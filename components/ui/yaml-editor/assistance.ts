import {
  autocompletion,
  type CompletionContext,
  type CompletionResult,
  closeCompletion,
} from "@codemirror/autocomplete";
import { indentService } from "@codemirror/language";
import { type Extension, Prec } from "@codemirror/state";
import { hoverTooltip, keymap, type Tooltip } from "@codemirror/view";

/** Completions at a position and the range they replace. Offsets are into the text. */
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

/** Description of the range of text under the pointer. */
interface YamlNote {
  readonly from: number;
  readonly to: number;
  readonly title: string;
  readonly detail: string;
  readonly info: string;
}

/** Source of completions and descriptions for the text. */
export interface YamlAssist {
  readonly complete: (text: string, offset: number) => YamlProposals | undefined;
  readonly noteAt: (text: string, offset: number) => YamlNote | undefined;
}

/**
 * Indents a new line from the previous one: one level deeper after a colon, else the same. The language's own rule
 * needs text that parses, which text being edited often does not.
 */
const belowThePrevious = indentService.of((context, pos) => {
  if (context.simulatedBreak !== pos) return undefined;
  const before = context.lineAt(pos, -1).text;
  const [lead = ""] = /^\s*(?:- +)*/.exec(before) ?? [];
  return /:\s*(?:#.*)?$/.test(before) ? lead.length + 2 : lead.length;
});

/**
 * Escape always enables leaving with Tab, even while completions are shown or pending; by default they would consume
 * the key.
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
 * Characters of one word, within which the completions stay the same. As `validFor` it lets the editor filter at once;
 * otherwise it would query again after each letter and drop a click in between.
 */
const withinOneWord = /^[\w.-]*$/;

/** Editor extension for completions while typing and descriptions on hover. */
export function assistance(assist: YamlAssist): Extension {
  const propose = ({ state, pos, explicit }: CompletionContext): CompletionResult | null => {
    const found = assist.complete(state.doc.toString(), pos);
    // Nothing typed yet, and completion was not requested.
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
