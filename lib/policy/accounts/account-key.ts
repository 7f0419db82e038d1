/** What an account is for: to create infrastructure, or to keep DNS records. */
export type AccountPurpose = "infrastructure" | "dns";

/** Form of the value of a key. Messages about it never contain the value. */
export interface AccountTextRule {
  readonly pattern?: RegExp;
  /** The characters that the pattern allows, as people read them: `A–Z 0–9`. */
  readonly characters?: string;
  /** A value that matches the pattern, for one that is not about single characters. */
  readonly example?: string;
  readonly minimum?: number;
  readonly maximum?: number;
}

/** Rules that are more than a form: `service-account` is the JSON key of a service account of Google. */
export type AccountValueRule =
  | AccountTextRule
  | "guid"
  | "https-url"
  | "url"
  | "service-account"
  | "json"
  | "no-line-break";

/** A key in the data of a Secret with credentials. */
export interface AccountKey {
  readonly name: string;
  /** A second spelling, which extensions for DNS read, too. A Secret has one of the two. */
  readonly alias?: string;
  /** How the value is entered: covered, as a text of several lines, openly, or chosen from `choices`. */
  readonly input: "secret" | "file" | "text" | "choice";
  readonly rules?: readonly AccountValueRule[];
  readonly isOptional?: true;
  /** Whether the value cannot change in an existing Secret. */
  readonly isFixed?: true;
  readonly choices?: readonly string[];
}

/** One of the ways to sign in to a provider; an account has the keys of one. */
export interface AccountWay {
  readonly id: "key" | "application" | "managed" | "password" | "credential-id" | "credential-name";
  readonly keys: readonly AccountKey[];
}

/** Keys of the Secret for one provider. */
export interface AccountForm {
  /** At least one. */
  readonly ways: readonly AccountWay[];
  /** Keys that every way has. */
  readonly keys: readonly AccountKey[];
  /** Whether the extension refuses all other keys. */
  readonly isClosed: boolean;
}

/** The form for providers without alternatives. */
export function plainForm(keys: readonly AccountKey[], isClosed: boolean): AccountForm {
  return { ways: [{ id: "key", keys: [] }], keys, isClosed };
}

/** The form of a GUID, as Azure's identifiers have it. */
export const guidForm = /^[0-9A-Fa-f]{8}-([0-9A-Fa-f]{4}-){3}[0-9A-Fa-f]{12}$/;
