import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { yaml } from "@codemirror/lang-yaml";
import {
  bracketMatching,
  foldGutter,
  foldKeymap,
  HighlightStyle,
  indentOnInput,
  syntaxHighlighting,
} from "@codemirror/language";
import { type Diagnostic, lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
import { highlightSelectionMatches, search, searchKeymap } from "@codemirror/search";
import { EditorState } from "@codemirror/state";
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";

/** Something that is wrong with a stretch of the text. */
export interface YamlFault {
  readonly from: number;
  readonly to: number;
  readonly message: string;
}

export interface YamlEditorHandle {
  setValue(text: string): void;
  setFaults(faults: readonly YamlFault[]): void;
  destroy(): void;
}

interface YamlEditorOptions {
  readonly label: string;
  readonly value: string;
  readonly readOnly: boolean;
  readonly onChange: (text: string) => void;
}

/** The page's nonce: our content security policy lets only styles through that carry it. */
function pageNonce(): string {
  return document.querySelector<HTMLScriptElement>("script[nonce]")?.nonce ?? "";
}

const colours = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: "var(--info-text)" },
  { tag: [tags.string, tags.content], color: "var(--ink)" },
  { tag: [tags.number, tags.bool, tags.null], color: "var(--notice-text)" },
  { tag: tags.comment, color: "var(--tertiary)", fontStyle: "italic" },
  { tag: [tags.punctuation, tags.separator, tags.meta], color: "var(--secondary)" },
  { tag: tags.invalid, color: "var(--negative-text)" },
]);

const look = EditorView.theme({
  "&": { height: "100%", backgroundColor: "var(--canvas)", color: "var(--ink)", fontSize: "0.8125rem" },
  "&.cm-focused": { outline: "2px solid var(--focus)", outlineOffset: "-2px" },
  ".cm-scroller": { fontFamily: "var(--font-jetbrains-mono), ui-monospace, monospace", lineHeight: "1.25rem" },
  ".cm-content": { caretColor: "var(--ink)" },
  ".cm-cursor": { borderLeftColor: "var(--ink)" },
  ".cm-gutters": { backgroundColor: "var(--surface)", color: "var(--tertiary)", border: "0" },
  ".cm-activeLine": { backgroundColor: "color-mix(in srgb, var(--hover) 60%, transparent)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": {
    backgroundColor: "color-mix(in srgb, var(--info-solid) 28%, transparent)",
  },
  ".cm-panels": { backgroundColor: "var(--surface)", color: "var(--ink)", borderColor: "var(--hairline)" },
  ".cm-textfield": { backgroundColor: "var(--canvas)", borderColor: "var(--control)" },
  ".cm-button": { backgroundImage: "none", backgroundColor: "var(--canvas)", borderColor: "var(--control)" },
  ".cm-tooltip": { backgroundColor: "var(--raised)", color: "var(--ink)", border: "1px solid var(--hairline)" },
  ".cm-diagnostic-error": { borderLeftColor: "var(--negative-solid)" },
  ".cm-foldPlaceholder": { backgroundColor: "var(--neutral-tint)", border: "0", color: "var(--secondary)" },
});

/** The stretch that differs, so that the cursor and the history of everything around it stay. */
function differingStretch(
  before: string,
  after: string,
): { readonly from: number; readonly to: number; readonly insert: string } {
  let from = 0;
  const shorter = Math.min(before.length, after.length);
  while (from < shorter && before[from] === after[from]) from += 1;
  let tail = 0;
  while (tail < shorter - from && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail += 1;
  return { from, to: before.length - tail, insert: after.slice(from, after.length - tail) };
}

/** Tab moves on to the next control, as everywhere: who edits by keys must be able to leave. */
export function createYamlEditor(
  parent: HTMLElement,
  { label, value, readOnly, onChange }: YamlEditorOptions,
): YamlEditorHandle {
  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: value,
      extensions: [
        EditorView.cspNonce.of(pageNonce()),
        EditorState.readOnly.of(readOnly),
        EditorView.contentAttributes.of({ "aria-label": label, spellcheck: "false", tabindex: "0" }),
        lineNumbers(),
        foldGutter(),
        lintGutter(),
        history(),
        drawSelection(),
        indentOnInput(),
        bracketMatching(),
        highlightActiveLine(),
        highlightSelectionMatches(),
        search({ top: true }),
        yaml(),
        syntaxHighlighting(colours),
        look,
        keymap.of([...defaultKeymap, ...searchKeymap, ...historyKeymap, ...foldKeymap, ...lintKeymap]),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) onChange(update.state.doc.toString());
        }),
      ],
    }),
  });
  return {
    setValue(text) {
      const held = view.state.doc.toString();
      if (held !== text) view.dispatch({ changes: differingStretch(held, text) });
    },
    setFaults(faults) {
      const { length } = view.state.doc;
      const diagnostics = faults.map(({ from, to, message }): Diagnostic => {
        const start = Math.min(from, length);
        return { from: start, to: Math.max(start, Math.min(to, length)), severity: "error", message };
      });
      view.dispatch(setDiagnostics(view.state, diagnostics));
    },
    destroy: () => view.destroy(),
  };
}
