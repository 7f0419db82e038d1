import type { FieldErrors } from "../../spec-validation/field-error.ts";
import { invalidIf, type ProviderField, requiredIf } from "./provider-error.ts";

/** What a text must be like. An empty text never breaks the pattern. */
export interface TextRule {
  readonly pattern?: RegExp;
  /** What the extension says about an empty text; without it an empty text is allowed. */
  readonly whenEmpty?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  /** How the extension quotes the pattern; as it is by default. */
  readonly quotesPattern?: boolean;
}

/** Errors for a text that does not follow a rule. Lengths count characters, not bytes. */
export function checkText(field: ProviderField, value: string, rule: TextRule): FieldErrors {
  const { pattern, whenEmpty, minimum = 0, maximum = Number.POSITIVE_INFINITY } = rule;
  const length = [...value].length;
  const source = pattern?.source.replaceAll("\\/", "/") ?? "";
  const expression = rule.quotesPattern ? JSON.stringify(source) : source;
  return [
    ...invalidIf(
      value !== "" && pattern !== undefined && !pattern.test(value),
      field,
      value,
      `does not match expected regex ${expression}`,
    ),
    ...requiredIf(whenEmpty !== undefined && length === 0, field, whenEmpty ?? ""),
    ...invalidIf(length < minimum, field, value, `must not be fewer than ${minimum} characters, got ${length}`),
    ...invalidIf(length > maximum, field, value, `must not be more than ${maximum} characters, got ${length}`),
  ];
}
