import { semanticallyEqual } from "#lib/kube/semantic-equality.ts";
import { type FieldError, type FieldErrors, fieldError } from "../../spec-validation/field-error.ts";

/** A field of a Shoot: its path from `spec` on, and the path with which the provider's extension names it. */
export interface ProviderField {
  readonly path: string;
  readonly name: string;
}

/** The `spec.provider` field of this name. @param isNamedFromRoot Whether the extension names its fields relative to it. */
export function providerField(field: string, isNamedFromRoot = false): ProviderField {
  const path = `spec.provider.${field}`;
  return { path, name: isNamedFromRoot ? "" : path };
}

/** A field below another one; a number is an index of a list. */
export function childField(parent: ProviderField, ...steps: readonly (string | number)[]): ProviderField {
  return steps.reduce(({ path, name }: ProviderField, step) => {
    if (typeof step === "number") return { path: `${path}[${step}]`, name: `${name}[${step}]` };
    return { path: `${path}.${step}`, name: name === "" ? step : `${name}.${step}` };
  }, parent);
}

type Facts = NonNullable<Parameters<typeof fieldError>[2]>;
type Code = Parameters<typeof fieldError>[1];
type Type = Parameters<typeof fieldError>[3];

interface ProviderErrorTraits {
  readonly type: Type;
  readonly code: Code;
  /** What the extension says about the field, without the value. */
  readonly words: string;
  /** The refused value, unless the type of the error has none. */
  readonly value?: { readonly given: unknown };
  readonly facts?: Facts;
}

function providerError(field: ProviderField, { type, code, words, value, facts }: ProviderErrorTraits): FieldErrors {
  const given = value?.given;
  return [
    fieldError(
      field.path,
      code,
      {
        ...facts,
        ...(typeof given === "string" && { value: given }),
        ...(value && { shown: JSON.stringify(given ?? null) }),
        ...(field.name !== field.path && { field: field.name }),
        ...(words !== "" && { words }),
      },
      type,
    ),
  ];
}

/** Error for a value that breaks a rule, in the words of the extension. */
export function invalidIf(
  isCase: boolean,
  field: ProviderField,
  given: unknown,
  words: string,
  { code = "PROVIDER_RULE", facts = {} }: { readonly code?: Code; readonly facts?: Facts } = {},
): FieldErrors {
  return isCase ? providerError(field, { type: "Invalid", code, words, value: { given }, facts }) : [];
}

/** Error for a missing value. */
export function requiredIf(isCase: boolean, field: ProviderField, words: string): FieldErrors {
  return isCase ? providerError(field, { type: "Required", code: "VALUE_REQUIRED", words }) : [];
}

/** Error that the extension reports as a missing value although it is one of another kind. */
export function requiredRuleIf(isCase: boolean, field: ProviderField, words: string): FieldErrors {
  return isCase ? providerError(field, { type: "Required", code: "PROVIDER_RULE", words }) : [];
}

/** Error for a field that must not be set, or not in this way. */
export function forbiddenIf(isCase: boolean, field: ProviderField, words: string): FieldErrors {
  return isCase ? providerError(field, { type: "Forbidden", code: "PROVIDER_RULE", words }) : [];
}

/** Error for a value that is not among the offered ones. */
export function unsupportedIf(
  isCase: boolean,
  field: ProviderField,
  given: unknown,
  offered: readonly string[],
): FieldErrors {
  if (!isCase) return [];
  const words =
    offered.length === 0 ? "" : `supported values: ${offered.map((each) => JSON.stringify(each)).join(", ")}`;
  return providerError(field, {
    type: "NotSupported",
    code: "VALUE_UNKNOWN",
    words,
    value: { given },
    facts: { offered },
  });
}

/** Error for a value that occurs twice. */
export function duplicateIf(isCase: boolean, field: ProviderField, given: string): FieldErrors {
  return isCase
    ? providerError(field, { type: "Duplicate", code: "VALUE_DUPLICATE", words: "", value: { given } })
    : [];
}

/** Error for a list with more than `limit` items. */
export function tooManyIf(isCase: boolean, field: ProviderField, count: number, limit: number): FieldErrors {
  if (!isCase) return [];
  const words = `must have at most ${limit} items`;
  return providerError(field, { type: "TooMany", code: "PROVIDER_RULE", words, value: { given: count } });
}

/** Error for a text of more than `limit` bytes, which is not repeated. */
export function tooLongIf(isCase: boolean, field: ProviderField, limit: number): FieldErrors {
  if (!isCase) return [];
  return providerError(field, { type: "TooLong", code: "PROVIDER_RULE", words: `may not be more than ${limit} bytes` });
}

/** Error for a field that changed. Missing, null and an empty list are equal. */
export function changedIf(field: ProviderField, before: unknown, after: unknown): FieldErrors {
  return invalidIf(!semanticallyEqual(before, after), field, after, "field is immutable", { code: "IMMUTABLE" });
}

/** The extension could not decode a block. @param where the field that is unknown or of another type than expected */
export function unreadableBlock(
  field: ProviderField,
  where: string,
  { type, words, given }: { readonly type: "Invalid" | "Forbidden"; readonly words: string; readonly given: unknown },
): FieldErrors {
  const facts = { name: where };
  const value = type === "Invalid" ? { value: { given: JSON.stringify(given) } } : {};
  return providerError(field, { type, code: "PROVIDER_BLOCK_UNREADABLE", words, facts, ...value });
}

/** An error as the extension writes it: how it names the field, and what it says after the type of the error. */
export function saidByExtension({ path, facts = {} }: FieldError): { readonly field: string; readonly text: string } {
  const { field = path, shown, words } = facts;
  return { field: String(field), text: [shown, words].filter((part) => part !== undefined).join(": ") };
}
