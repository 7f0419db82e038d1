import { type FieldErrors, fieldError, fieldErrorIf } from "../spec-validation/field-error.ts";
import { accountFormOf, keysOfForm } from "./account-forms.ts";
import {
  type AccountForm,
  type AccountKey,
  type AccountPurpose,
  type AccountTextRule,
  type AccountValueRule,
  type AccountWay,
  guidForm,
} from "./account-key.ts";
import { findServiceAccountErrors, parseObject } from "./service-account-rule.ts";

/** Data of a Secret with credentials, decoded. */
export type AccountData = Readonly<Record<string, string>>;

interface CheckedAccount {
  readonly purpose: AccountPurpose;
  readonly type: string;
  readonly data: AccountData;
  /** The data before the change; undefined for a new account. */
  readonly before?: AccountData | undefined;
  /** The way to sign in that was chosen; by default the one that fits the keys best. */
  readonly way?: AccountWay["id"] | undefined;
}

/**
 * Errors in the keys of an account, each with the key as its path. Their facts never contain a value.
 *
 * @source the secret validation of each provider's extension, see `accountFormOf`
 */
export function findAccountErrors({ purpose, type, data, before, way }: CheckedAccount): FieldErrors {
  const form = accountFormOf(purpose, type);
  const badKeys = Object.keys(data).flatMap(keyNameErrors);
  if (form === undefined) return [...badKeys, ...Object.keys(data).flatMap((key) => emptyError(key, data[key]))];
  const chosen = form.ways.find(({ id }) => id === way) ?? fittingWay(form, data);
  const expected = keysOfForm(form, chosen);
  return [
    // A closed form has no other keys at all.
    ...(form.isClosed ? [] : badKeys),
    ...expected.flatMap((key) => errorsOfKey(key, data)),
    ...spelledTwice(keysOfForm(form), data),
    ...exclusions(form, chosen, data),
    ...(form.isClosed ? unexpected(keysOfForm(form), data) : []),
    ...fixedErrors(form, data, before),
  ];
}

/** The name under which data has a key: its own spelling, or the second one. */
export function spelledKey({ name, alias }: AccountKey, data: AccountData): string {
  return alias !== undefined && !Object.hasOwn(data, name) && Object.hasOwn(data, alias) ? alias : name;
}

/** The way of which most keys are there; of equal ones the first whose keys are all there. */
export function fittingWay({ ways }: AccountForm, data: AccountData): AccountWay | undefined {
  const present = ({ keys }: AccountWay) => keys.filter((key) => valueOfKey(key, data) !== "").length;
  const isComplete = (way: AccountWay) => present(way) === way.keys.length;
  return ways.toSorted((a, b) => present(b) - present(a) || Number(isComplete(b)) - Number(isComplete(a)))[0];
}

function valueOfKey(key: AccountKey, data: AccountData): string {
  return data[spelledKey(key, data)] ?? "";
}

/** @source Kubernetes: apimachinery pkg/util/validation, IsConfigMapKey */
function keyNameErrors(key: string): FieldErrors {
  const isValid = /^[-._a-zA-Z0-9]{1,253}$/.test(key) && key !== "." && !key.startsWith("..");
  return fieldErrorIf(!isValid, key, "NAME_INVALID", { value: key });
}

function emptyError(key: string, value: string | undefined): FieldErrors {
  return fieldErrorIf(value === "" || value === undefined, key, "VALUE_REQUIRED");
}

function errorsOfKey(key: AccountKey, data: AccountData): FieldErrors {
  const path = spelledKey(key, data);
  const value = data[path] ?? "";
  if (value === "") return fieldErrorIf(!key.isOptional, path, "VALUE_REQUIRED");
  const choices = key.choices ?? [];
  return [
    ...fieldErrorIf(choices.length > 0 && !choices.includes(value), path, "ACCOUNT_KEY_CHOICE", { offered: choices }),
    ...(key.rules ?? []).flatMap((rule) => errorsOfRule(rule, path, value)),
  ];
}

function errorsOfRule(rule: AccountValueRule, path: string, value: string): FieldErrors {
  switch (rule) {
    case "guid":
      return fieldErrorIf(!guidForm.test(value), path, "ACCOUNT_GUID_MALFORMED");
    case "https-url":
      return fieldErrorIf(!value.startsWith("https:"), path, "ACCOUNT_URL_NOT_HTTPS");
    case "url":
      return fieldErrorIf(!/^https?:\/\/\S/.test(value), path, "ACCOUNT_URL_MALFORMED");
    case "no-line-break":
      return fieldErrorIf(/^[\n\r]|[\n\r]$/.test(value), path, "ACCOUNT_KEY_LINE_BREAK");
    case "json":
      return fieldErrorIf(parseObject(value) === undefined, path, "ACCOUNT_JSON_MALFORMED");
    case "service-account":
      return findServiceAccountErrors(path, value);
    default:
      return textErrors(rule, path, value);
  }
}

function textErrors(
  { pattern, characters, example = "", minimum, maximum }: AccountTextRule,
  path: string,
  value: string,
) {
  const count = [...value].length;
  const size = String(count);
  const isExact = minimum !== undefined && minimum === maximum;
  return [
    ...fieldErrorIf(
      pattern !== undefined && !pattern.test(value),
      path,
      characters === undefined ? "ACCOUNT_KEY_FORM" : "ACCOUNT_KEY_CHARACTERS",
      { words: characters ?? example },
    ),
    ...fieldErrorIf(isExact && count !== minimum, path, "ACCOUNT_KEY_LENGTH", { expected: String(minimum), size }),
    ...fieldErrorIf(!isExact && minimum !== undefined && count < minimum, path, "ACCOUNT_KEY_TOO_SHORT", {
      minimum: String(minimum),
      size,
    }),
    ...fieldErrorIf(!isExact && maximum !== undefined && count > maximum, path, "TOO_LONG", {
      maximum: String(maximum),
    }),
  ];
}

function spelledTwice(keys: readonly AccountKey[], data: AccountData): FieldErrors {
  return keys.flatMap(({ name, alias = "" }) =>
    fieldErrorIf(Object.hasOwn(data, name) && Object.hasOwn(data, alias), name, "ACCOUNT_KEY_TWICE", {
      name,
      other: alias,
    }),
  );
}

/** Secrets of two ways at once, such as a password beside an application credential. */
function exclusions(form: AccountForm, chosen: AccountWay | undefined, data: AccountData): FieldErrors {
  const own = chosen?.keys ?? [];
  const secrets = form.ways.flatMap(({ keys }) => keys.filter(({ input }) => input === "secret"));
  const other = secrets.find((key) => !own.some(({ name }) => name === key.name) && valueOfKey(key, data) !== "");
  const mine = own.find(({ input }) => input === "secret");
  if (other === undefined || mine === undefined) return [];
  const facts = { name: spelledKey(mine, data), other: spelledKey(other, data) };
  return [fieldError(facts.name, "ACCOUNT_KEYS_EXCLUDE_EACH_OTHER", facts)];
}

function unexpected(keys: readonly AccountKey[], data: AccountData): FieldErrors {
  const known = new Set(keys.flatMap(({ name, alias }) => [name, alias]));
  return Object.keys(data)
    .filter((name) => !known.has(name))
    .map((name) => fieldError(name, "ACCOUNT_KEY_UNEXPECTED", { name }));
}

function fixedErrors(form: AccountForm, data: AccountData, before: AccountData | undefined): FieldErrors {
  if (before === undefined) return [];
  return keysOfForm(form).flatMap((key) => {
    const had = valueOfKey(key, before);
    const isChanged = key.isFixed === true && had !== "" && had !== valueOfKey(key, data);
    return fieldErrorIf(isChanged, spelledKey(key, data), "ACCOUNT_KEY_FIXED");
  });
}
