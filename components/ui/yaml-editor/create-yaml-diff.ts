import { MergeView, unifiedMergeView } from "@codemirror/merge";
import { EditorState, type Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { yamlViewExtensions } from "./editor-look.ts";

interface YamlChangesOptions {
  readonly before: { readonly label: string; readonly text: string };
  readonly after: { readonly label: string; readonly text: string };
  readonly sideBySide: boolean;
}

const collapseUnchanged = { margin: 3, minSize: 6 };

function reading(label: string): Extension {
  return [yamlViewExtensions(label, true), EditorView.lineWrapping];
}

/** Creates a read-only diff of two YAML texts. @returns a function that destroys the diff */
export function createYamlDiff(parent: HTMLElement, { before, after, sideBySide }: YamlChangesOptions): () => void {
  if (sideBySide) {
    const a = { doc: before.text, extensions: reading(before.label) };
    const b = { doc: after.text, extensions: reading(after.label) };
    const view = new MergeView({ parent, a, b, collapseUnchanged });
    return () => view.destroy();
  }
  const unified = unifiedMergeView({ original: before.text, mergeControls: false, collapseUnchanged });
  const state = EditorState.create({ doc: after.text, extensions: [reading(after.label), unified] });
  const view = new EditorView({ parent, state });
  return () => view.destroy();
}
