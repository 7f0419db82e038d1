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

const uuidForms: readonly RegExp[] = [
  /^(?:urn:uuid:)?[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
  /^[0-9a-f]{32}$/i,
  // Meant for braces; what they are is not looked at.
  /^\p{ASCII}[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\p{ASCII}$/iu,
];

/** Whether a text is a UUID in one of its forms. @source github.com/google/uuid: uuid.go, Parse */
export function isUuid(text: string): boolean {
  return uuidForms.some((form) => form.test(text));
}

/** Error for a text that is not a UUID. */
export function checkUuid(field: ProviderField, id: string | undefined): FieldErrors {
  return invalidIf(id !== undefined && !isUuid(id), field, id, "must be a valid UUID");
}
