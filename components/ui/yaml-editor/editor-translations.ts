import { EditorState, type Extension } from "@codemirror/state";
import { type Message, message, text } from "#lib/language/text.ts";

/** Texts of CodeMirror to translate: announcements for screen readers, and the search panel. */
const phrases: Readonly<Record<string, Message>> = {
  Find: message("Find"),
  Replace: message("Replace"),
  next: message("next", "match"),
  previous: message("previous", "match"),
  all: message("all", "match"),
  "match case": message("match case"),
  regexp: message("regexp"),
  "by word": message("by word"),
  replace: message("replace", "match"),
  "replace all": message("replace all"),
  close: message("close", "search"),
  "current match": message("current match"),
  "on line": message("on line"),
  "replaced match on line $": message("replaced match on line $"),
  "replaced $ matches": message("replaced $ matches"),
  "Go to line": message("Go to line"),
  go: message("go", "line"),
  "Fold line": message("Fold line"),
  "Unfold line": message("Unfold line"),
  "Folded lines": message("Folded lines"),
  "Unfolded lines": message("Unfolded lines"),
  to: message("to", "line"),
  "folded code": message("folded code"),
  unfold: message("unfold"),
  Completions: message("Completions"),
  Diagnostics: message("Diagnostics"),
  "No diagnostics": message("No diagnostics"),
  "Selection deleted": message("Selection deleted"),
  "Control character": message("Control character"),
  "$ unchanged lines": message("$ unchanged lines"),
};

/** Returns a CodeMirror extension that translates the editor into the language of the page. */
export function editorTranslations(): Extension {
  return EditorState.phrases.of(
    Object.fromEntries(Object.entries(phrases).map(([phrase, translated]) => [phrase, text(translated)])),
  );
}
