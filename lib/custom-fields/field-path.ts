import { appendFieldPath, fieldAt } from "#lib/kube/field.ts";
import { isRecord } from "#lib/kube/wire.ts";
import { markHiddenCharacters } from "#lib/strings/hidden-characters.ts";

/** Limits of a path to a value of the Shoot. */
export const fieldPathLimits = { characters: 256, steps: 16 } as const;

/** Characters that end a name outside of quotes. */
const ends = new Set([".", "[", "]"]);

/**
 * Parses a path in the syntax of lodash's `get`: `spec.networking.type`, `workers[0].name`, `labels["a.b/c"]`. Unlike
 * lodash it refuses empty steps and unbalanced brackets, which never find a value.
 *
 * @returns the steps of the path; undefined if the text is no path or is longer than {@link fieldPathLimits}
 */
export function parseFieldPath(text: string): readonly string[] | undefined {
  if (text === "" || text.length > fieldPathLimits.characters) return undefined;
  const steps: string[] = [];
  let at = 0;
  while (at < text.length) {
    const isFirst = steps.length === 0;
    const found = text[at] === "[" ? bracketAt(text, at) : nameAt(text, isFirst ? at : afterDot(text, at));
    if (found === undefined || steps.length === fieldPathLimits.steps) return undefined;
    steps.push(found.step);
    at = found.end;
  }
  return steps;
}

interface Step {
  readonly step: string;
  /** Position of the first character after the step. */
  readonly end: number;
}

function afterDot(text: string, at: number): number {
  return text[at] === "." ? at + 1 : text.length;
}

function nameAt(text: string, from: number): Step | undefined {
  let end = from;
  while (end < text.length && !ends.has(text.charAt(end))) end += 1;
  return end === from ? undefined : { step: text.slice(from, end), end };
}

/** A step in brackets: an index, a name without dots, or a text in quotes, in which a backslash escapes. */
function bracketAt(text: string, from: number): Step | undefined {
  const quote = text.charAt(from + 1);
  if (quote !== '"' && quote !== "'") {
    const name = nameAt(text, from + 1);
    return name === undefined || text[name.end] !== "]" ? undefined : { step: name.step, end: name.end + 1 };
  }
  let step = "";
  for (let at = from + 2; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === quote) return text[at + 1] === "]" ? { step, end: at + 2 } : undefined;
    if (character === "\\") at += 1;
    step += text.charAt(at);
  }
  return undefined;
}

/** Formats steps in one fixed way, so that equal paths are equal texts: `metadata.labels[example.com/team]`. */
export function formatFieldPath(steps: readonly string[]): string {
  return steps.reduce(appendFieldPath, "");
}

/** Limits of a value in lists: its characters, and the entries of a list of values. */
export const fieldValueLimits = { characters: 100, entries: 20 } as const;

/**
 * Returns the value at a path as text, cut to {@link fieldValueLimits}: a text, number or boolean, or a list of these.
 * Only own fields are read. Undefined if there is none, an empty one, or an object.
 */
export function textAtPath(value: unknown, steps: readonly string[]): string | undefined {
  const found = fieldAt(value, ...steps);
  const text = Array.isArray(found) ? textOfList(found) : textOf(found);
  if (text === undefined || text === "") return undefined;
  const { characters } = fieldValueLimits;
  return markHiddenCharacters(text.length <= characters ? text : `${text.slice(0, characters - 1)}…`);
}

/** Whether a path leads to an object, or to a list with entries. */
export function hasPartsAt(value: unknown, steps: readonly string[]): boolean {
  const found = fieldAt(value, ...steps);
  return isRecord(found) || (Array.isArray(found) && found.length > 0);
}

function textOf(value: unknown): string | undefined {
  if (typeof value === "string") return value.slice(0, fieldValueLimits.characters + 1);
  return typeof value === "number" || typeof value === "boolean" ? String(value) : undefined;
}

function textOfList(list: readonly unknown[]): string | undefined {
  const texts = list.slice(0, fieldValueLimits.entries).map(textOf);
  if (!texts.every((text) => text !== undefined)) return undefined;
  return [...texts, ...(list.length > texts.length ? ["…"] : [])].join(", ");
}

/** Parts of the Shoot that Almanac never reads, because they are half of its size. */
const unread: readonly string[] = [
  "metadata.managedFields",
  "metadata.annotations[kubectl.kubernetes.io/last-applied-configuration]",
];

/** Parts of the Shoot that no list has, because they are not kept in memory. The page of a cluster reads them. */
const unlisted: readonly string[] = [
  "metadata.finalizers",
  "metadata.ownerReferences",
  "spec.provider.infrastructureConfig",
  "spec.provider.controlPlaneConfig",
  "status.advertisedAddresses",
  "status.clusterIdentity",
  "status.networking",
  "status.technicalID",
  "status.uid",
];

/** Lists of the status of which only some fields are kept in memory, and the fields that are not. */
const lists = new Set(["conditions", "constraints", "lastErrors"]);
const texts = new Set(["message", "description", "lastUpdateTime"]);

/** Returns the part of the Shoot to which the path leads and which lists do not have; undefined if lists have it. */
export function unlistedPartOf(steps: readonly string[]): string | undefined {
  const path = formatFieldPath(steps);
  const [first, list = "", , last = ""] = steps;
  if (first === "status" && lists.has(list) && texts.has(last)) return `${formatFieldPath([first, list])}[…].${last}`;
  return unlisted.find((part) => isPartOrBelow(path, part));
}

/** Returns whether the path leads to a part of the Shoot that Almanac never reads. */
export function isUnreadPath(steps: readonly string[]): boolean {
  const path = formatFieldPath(steps);
  return unread.some((part) => isPartOrBelow(path, part));
}

function isPartOrBelow(path: string, part: string): boolean {
  return path === part || path.startsWith(`${part}.`) || path.startsWith(`${part}[`);
}
