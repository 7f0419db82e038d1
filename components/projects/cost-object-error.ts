import type { CostObjectKind } from "#lib/contract/landscape-configuration/landscape-configuration.ts";
import { compileLinearPattern, type LinearPattern } from "#lib/landscape-configuration/linear-pattern.ts";
import { text } from "#lib/language/text.ts";
import type { Result } from "#lib/result.ts";

/** The kind of cost object to which a project is charged; kinds without a type have the empty one. */
export function costObjectKindOf(kinds: readonly CostObjectKind[], type: string): CostObjectKind | undefined {
  return kinds.find((kind) => (kind.type ?? "") === type);
}

/** Why the operator's pattern does not admit a cost object; undefined if it does, or if nothing is known of its type. */
export function costObjectError(kinds: readonly CostObjectKind[], type: string, value: string): string | undefined {
  const kind = costObjectKindOf(kinds, type);
  if (kind?.regex === undefined) return undefined;
  const pattern = patternOf(kind, kind.regex);
  if (!pattern.ok || pattern.value(value)) return undefined;
  return kind.errorMessage ?? text("The operator admits no such cost object.");
}

/** Patterns are compiled once, and not at each key that is pressed. */
const patterns = new WeakMap<CostObjectKind, Result<LinearPattern, string>>();

function patternOf(kind: CostObjectKind, regex: string): Result<LinearPattern, string> {
  const pattern = patterns.get(kind) ?? compileLinearPattern(regex);
  patterns.set(kind, pattern);
  return pattern;
}
