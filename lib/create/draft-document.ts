import { type Document, isAlias, isCollection, isMap, isScalar, isSeq, type Node, parseDocument } from "yaml";
import { isSameJson } from "#lib/kube/same-value.ts";
import { isRecord } from "#lib/kube/wire.ts";
import type { ManifestPathSegment } from "#lib/manifest/manifest-schema.ts";
import { type ManifestFinding, parseYamlText } from "#lib/manifest/yaml-document.ts";
import { ok, type Result } from "#lib/result.ts";

type EditedText = Result<string, readonly ManifestFinding[]>;
/** Path of a field in a draft, of at least one segment. */
export type DraftPath = readonly [ManifestPathSegment, ...ManifestPathSegment[]];

/** An edit of a draft: a value to set at a path, or a path whose field is removed. */
export interface DraftEdit {
  readonly path: DraftPath;
  /** Undefined removes the field. */
  readonly value: unknown;
}

/** Another name for the field at a path, which keeps its place, value and comments. */
export interface DraftRename {
  readonly path: DraftPath;
  readonly name: string;
}

export type DraftChange = DraftEdit | DraftRename;

/**
 * Sets a field in the YAML text of a draft. Comments, the order of fields and fields that the form does not know stay;
 * missing parents are created. The same text if the field already has the value.
 *
 * @returns the errors of the text if it cannot be read
 */
export function setInDraft(text: string, path: DraftPath, value: unknown): EditedText {
  return edited(
    text,
    (document) => {
      const node = document.getIn(path, true);
      if (node !== undefined && merged(document, node, value)) return;
      document.setIn(path, document.createNode(value));
    },
    path,
  );
}

/** Removes a field or list item from the YAML text of a draft; the same text if there is none. */
export function removeInDraft(text: string, path: DraftPath): EditedText {
  return edited(text, (document) => void (document.hasIn(path) && document.deleteIn(path)), path);
}

/** Renames a field in the YAML text of a draft; the same text if there is none, or if the new name is in use. */
export function renameInDraft(text: string, path: DraftPath, name: string): EditedText {
  return edited(
    text,
    (document) => {
      const parent = document.getIn(path.slice(0, -1), true);
      if (!isMap(parent) || parent.has(name)) return;
      const pair = parent.items.find(({ key }) => String(isScalar(key) ? key.value : key) === path.at(-1));
      if (pair === undefined) return;
      if (isScalar(pair.key)) pair.key.value = name;
      else pair.key = document.createNode(name);
    },
    path,
  );
}

function edited(text: string, edit: (document: Document.Parsed) => void, path: DraftPath): EditedText {
  const parsed = parseYamlText(text);
  if (!parsed.ok) return parsed;
  const document = parseDocument(text);
  const before = document.toString(style);
  openParents(document, path);
  edit(document);
  const after = document.toString(style);
  if (after === before) return ok(text);
  const kept = withChangedLines(text, before, after);
  const read = parseYamlText(kept);
  return ok(read.ok && isSameJson(read.value.value, document.toJS()) ? kept : after);
}

/**
 * Takes over only the lines that differ between two texts of the library, so that spaces, which the library writes
 * differently, stay as they were typed elsewhere.
 */
function withChangedLines(typed: string, before: string, after: string): string {
  const [own, old, next] = [typed, before, after].map((each) => each.split("\n"));
  if (own === undefined || old === undefined || next === undefined || own.length !== old.length) return after;
  const most = Math.min(old.length, next.length);
  let start = 0;
  while (start < most && old[start] === next[start]) start += 1;
  let end = 0;
  while (end < most - start && old.at(-1 - end) === next.at(-1 - end)) end += 1;
  return [...own.slice(0, start), ...next.slice(start, next.length - end), ...own.slice(own.length - end)].join("\n");
}

const style = { lineWidth: 0 } as const;

/** Makes the parents of a path collections of their own: a field may be empty, or an alias of what stands elsewhere. */
function openParents(document: Document.Parsed, path: DraftPath): void {
  for (const index of path.slice(0, -1).keys()) {
    const parent = path.slice(0, index + 1);
    const node = document.getIn(parent, true);
    if (node === undefined) return;
    if (isAlias(node)) document.setIn(parent, node.resolve(document)?.clone());
    else if (isScalar(node) && node.value === null) {
      document.setIn(parent, document.createNode(typeof path[index + 1] === "number" ? [] : {}));
    }
  }
}

/** Changes a node to a value and keeps its comments; false if it is of another kind and must be replaced. */
function merged(document: Document.Parsed, node: unknown, value: unknown): boolean {
  if (isScalar(node) && !isRecord(value) && !Array.isArray(value)) {
    if (node.value !== value) node.value = value;
    return true;
  }
  if (isMap(node) && isRecord(value)) {
    for (const { key } of [...node.items]) {
      if (!Object.hasOwn(value, isScalar(key) ? String(key.value) : String(key))) node.delete(key);
    }
    for (const [key, item] of Object.entries(value)) mergeItem(document, node, { key, item });
    return true;
  }
  if (isSeq(node) && Array.isArray(value)) {
    node.items.splice(value.length);
    for (const [key, item] of value.entries()) mergeItem(document, node, { key, item });
    return true;
  }
  return false;
}

interface Item {
  readonly key: ManifestPathSegment;
  readonly item: unknown;
}

function mergeItem(document: Document.Parsed, parent: Node, { key, item }: Item): void {
  if (!isCollection(parent)) return;
  const node = parent.get(key, true);
  if (node === undefined || !merged(document, node, item)) parent.set(key, document.createNode(item));
}

/** Applies edits one after the other; a text that cannot be read stays as it is. */
export function applyDraftEdits(text: string, edits: readonly DraftChange[]): string {
  return edits.reduce((written, edit) => {
    const next = applied(written, edit);
    return next.ok ? next.value : written;
  }, text);
}

function applied(text: string, edit: DraftChange): EditedText {
  if ("name" in edit) return renameInDraft(text, edit.path, edit.name);
  const { path, value } = edit;
  return value === undefined ? removeInDraft(text, path) : setInDraft(text, path, value);
}
