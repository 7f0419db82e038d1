import {
  autocompletion,
  type CompletionContext,
  type CompletionResult,
  closeCompletion,
} from "@codemirror/autocomplete";
import { indentService } from "@codemirror/language";
import { type Extension, Prec } from "@codemirror/state";
import { hoverTooltip, keymap, type Tooltip } from "@codemirror/view";

/** Completions at a position, and the range of the text that they replace, as offsets. */
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

/** Description of what is under the pointer, and the range of the text to which it applies. */
interface YamlNote {
  readonly from: number;
  readonly to: number;
  readonly title: string;
  readonly detail: string;
  readonly info: string;
}

/** Functions that return completions and descriptions for a YAML text. */
export interface YamlAssist {
  readonly complete: (text: string, offset: number) => YamlProposals | undefined;
  readonly noteAt: (text: string, offset: number) => YamlNote | undefined;
}

/**
 * Indents a new line like the previous one, and one level deeper after a colon. CodeMirror's rule for YAML needs text
 * that can be parsed, which is often not the case while typing.
 */
const belowThePrevious = indentService.of((context, pos) => {
  if (context.simulatedBreak !== pos) return undefined;
  const before = context.lineAt(pos, -1).text;
  const [lead = ""] = /^\s*(?:- +)*/.exec(before) ?? [];
  return /:\s*(?:#.*)?$/.test(before) ? lead.length + 2 : lead.length;
});

/**
 * Makes Escape always allow Tab to leave the editor, even while completions are shown, which would otherwise handle the
 * key.
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
 * Matches the characters of one word, within which the completions stay the same. With it as `validFor`, the editor
 * filters at once instead of requesting completions after each letter.
 */
const withinOneWord = /^[\w.-]*$/;

/** CodeMirror extension for completions while typing and descriptions on hover. */
export function yamlAssistanceExtension(assist: YamlAssist): Extension {
  const propose = ({ state, pos, explicit }: CompletionContext): CompletionResult | null => {
    const found = assist.complete(state.doc.toString(), pos);
    // Nothing was typed yet, and the user has not requested completions.
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
