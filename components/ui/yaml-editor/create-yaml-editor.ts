import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { bracketMatching, foldKeymap, indentOnInput } from "@codemirror/language";
import { type Diagnostic, lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
import { highlightSelectionMatches, search, searchKeymap } from "@codemirror/search";
import { EditorState, Transaction } from "@codemirror/state";
import { drawSelection, EditorView, highlightActiveLine, keymap } from "@codemirror/view";
import { yamlViewExtensions } from "./editor-look.ts";
import { type YamlAssist, yamlAssistanceExtension } from "./yaml-assistance-extension.ts";

/** Message for a range of the text, such as an error. */
export interface YamlDiagnostic {
  readonly from: number;
  readonly to: number;
  readonly message: string;
  readonly severity?: "error" | "warning";
}

export interface YamlEditorHandle {
  setValue(text: string): void;
  /** Replaces the text like `setValue`, but always as a step that the user can undo. */
  rewrite(text: string): void;
  setFaults(faults: readonly YamlDiagnostic[]): void;
  /** Moves the cursor to an offset of the text and scrolls it to the centre. */
  show(offset: number): void;
  destroy(): void;
}

interface YamlEditorOptions {
  readonly label: string;
  readonly value: string;
  readonly readOnly: boolean;
  /** Completions and descriptions. If set, Tab indents, and the user leaves the editor with Escape and then Tab. */
  readonly assist: YamlAssist | undefined;
  /** Whether a text that is set from outside becomes a step of the undo history. */
  readonly undoOutside: boolean;
  /** Id of the element that explains how to use the editor. */
  readonly describedBy: string | undefined;
  readonly onChange: (text: string) => void;
}

/** Returns the range in which two texts differ. Replacing only this range keeps the cursor and the undo history. */
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

/**
 * Creates a CodeMirror editor for YAML. Tab moves on to the next control, so that keyboard users can leave. With
 * `assist`, Tab indents and leaves the editor only after Escape.
 */
export function createYamlEditor(parent: HTMLElement, options: YamlEditorOptions): YamlEditorHandle {
  const { label, value, readOnly, assist, undoOutside, describedBy, onChange } = options;
  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: value,
      extensions: [
        yamlViewExtensions(label, readOnly),
        describedBy === undefined ? [] : EditorView.contentAttributes.of({ "aria-describedby": describedBy }),
        lintGutter(),
        history(),
        drawSelection(),
        indentOnInput(),
        bracketMatching(),
        highlightActiveLine(),
        highlightSelectionMatches(),
        search({ top: true }),
        assist ? [yamlAssistanceExtension(assist), keymap.of([indentWithTab])] : [],
        keymap.of([...defaultKeymap, ...searchKeymap, ...historyKeymap, ...foldKeymap, ...lintKeymap]),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) onChange(update.state.doc.toString());
        }),
      ],
    }),
  });
  const replace = (text: string, undoable: boolean) => {
    const held = view.state.doc.toString();
    if (held === text) return;
    const annotations = undoable ? [] : [Transaction.addToHistory.of(false)];
    view.dispatch({ changes: differingStretch(held, text), annotations });
  };
  return {
    setValue: (text) => replace(text, undoOutside),
    rewrite: (text) => replace(text, true),
    setFaults(faults) {
      const { length } = view.state.doc;
      const diagnostics = faults.map(({ from, to, message, severity = "error" }): Diagnostic => {
        const start = Math.min(from, length);
        return { from: start, to: Math.max(start, Math.min(to, length)), severity, message };
      });
      view.dispatch(setDiagnostics(view.state, diagnostics));
    },
    show(offset) {
      const anchor = Math.min(offset, view.state.doc.length);
      view.dispatch({ selection: { anchor }, effects: EditorView.scrollIntoView(anchor, { y: "center" }) });
      view.focus();
    },
    destroy: () => view.destroy(),
  };
}
