import "server-only";
import { fieldErrorCause } from "#garden/api/errors/api-error.ts";
import type { KubeStatusCause } from "#lib/kube/object.ts";

interface TextRule {
  readonly form?: RegExp;
  readonly least?: number;
  readonly most?: number;
  /** Whether messages do not repeat the value. */
  readonly isHidden?: boolean;
}

/** Validates one text as the extensions do: by its form, then by its length. */
export function textCauses(
  path: string,
  value: string,
  { form, least, most, isHidden }: TextRule,
): readonly KubeStatusCause[] {
  const shown = JSON.stringify(isHidden ? "(hidden)" : value);
  const invalid = (why: string) => fieldErrorCause("Invalid", path, `${shown}: ${why}`);
  const { length } = [...value];
  return [
    ...(form && value !== "" && !form.test(value) ? [invalid(`does not match expected regex ${form.source}`)] : []),
    ...(least !== undefined && length < least
      ? [invalid(`must not be fewer than ${least} characters, got ${length}`)]
      : []),
    ...(most !== undefined && length > most
      ? [invalid(`must not be more than ${most} characters, got ${length}`)]
      : []),
  ];
}

/** Validates a URL that must use HTTPS. @source gardener-extension-provider-gcp: validateHTTPSURL */
export function httpsUrlCauses(path: string, value: string): readonly KubeStatusCause[] {
  if (value === "") return [fieldErrorCause("Required", path, "URL cannot be empty if key is set")];
  if (value.startsWith("https:")) return [];
  const why = URL.canParse(value) || !/\s/.test(value) ? "must use https:// scheme" : "must be a valid URL";
  return [fieldErrorCause("Invalid", path, `${JSON.stringify(value)}: ${why}`)];
}

export const guidForm = /^[0-9A-Fa-f]{8}-([0-9A-Fa-f]{4}-){3}[0-9A-Fa-f]{12}$/;
export const projectIdRule: TextRule = { form: /^[a-z][a-z0-9-]*[a-z0-9]$/, least: 6, most: 30 };
