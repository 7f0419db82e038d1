import { yaml } from "@codemirror/lang-yaml";
import { foldGutter, HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import { EditorState, type Extension } from "@codemirror/state";
import { EditorView, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { editorTranslations } from "./editor-translations.ts";

/** Returns the nonce of the page: the content security policy allows only styles that carry it. */
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
  ".cm-tooltip-autocomplete > ul": { fontFamily: "inherit", maxWidth: "min(28rem, 90vw)" },
  ".cm-tooltip-autocomplete > ul > li[aria-selected]": {
    backgroundColor: "var(--primary)",
    color: "var(--on-primary)",
  },
  ".cm-completionDetail": { color: "var(--secondary)", fontStyle: "normal" },
  "li[aria-selected] .cm-completionDetail": { color: "inherit" },
  ".cm-completionMatchedText": { textDecoration: "none", fontWeight: "600" },
  ".cm-tooltip.cm-completionInfo, .cm-fieldNote": { padding: "0.375rem 0.625rem", maxWidth: "min(26rem, 65vw)" },
  ".cm-fieldNote > p": { margin: "0" },
  ".cm-fieldNote > p:first-child": { fontFamily: "var(--font-jetbrains-mono), ui-monospace, monospace" },
  ".cm-diagnostic-error": { borderLeftColor: "var(--negative-solid)" },
  ".cm-diagnostic-warning": { borderLeftColor: "var(--caution-solid)" },
  ".cm-mergeSpacer": { background: "transparent" },
  // Replaces a symbol of CodeMirror that the fonts of the app do not contain.
  ".cm-collapsedLines:before, .cm-collapsedLines:after": { content: '"…"' },
  ".cm-collapsedLines": { background: "var(--surface)", color: "var(--secondary)" },
  "&.cm-merge-a .cm-changedLine, .cm-deletedChunk": { backgroundColor: "var(--negative-tint)" },
  "&.cm-merge-b .cm-changedLine, .cm-inlineChangedLine, &.cm-unified .cm-changedLine": {
    backgroundColor: "var(--positive-tint)",
  },
  "&.cm-merge-a .cm-changedText, &.cm-merge-b .cm-changedText, .cm-changedText, .cm-deletedText": {
    background: "none",
    textDecoration: "underline 2px",
    textUnderlineOffset: "3px",
  },
  "&.cm-merge-a .cm-changedLineGutter, .cm-deletedLineGutter": { background: "var(--negative-solid)" },
  "&.cm-merge-b .cm-changedLineGutter, .cm-changedLineGutter": { background: "var(--positive-solid)" },
  ".cm-foldPlaceholder": { backgroundColor: "var(--neutral-tint)", border: "0", color: "var(--secondary)" },
});

/** Returns the CodeMirror extensions that every YAML view needs, editable or not. */
export function yamlViewExtensions(label: string, readOnly: boolean): Extension {
  return [
    EditorView.cspNonce.of(pageNonce()),
    EditorState.readOnly.of(readOnly),
    EditorView.contentAttributes.of({ "aria-label": label, spellcheck: "false", tabindex: "0" }),
    editorTranslations(),
    lineNumbers(),
    foldGutter(),
    yaml(),
    syntaxHighlighting(colours),
    look,
  ];
}
