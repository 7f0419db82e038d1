import "server-only";
import { z } from "zod";
import { brokenRules, entries, type Given, optional, textVariable, variable } from "./config-variable.ts";

const tlsKinds = ["starttls", "implicit", "none"] as const;

/** The mail server and sender address of mails. */
export interface MailConfig {
  readonly host: string;
  readonly port: number;
  readonly tls: (typeof tlsKinds)[number];
  readonly from: string;
  readonly user?: string | undefined;
  readonly passwordFile?: string | undefined;
  readonly caFile?: string | undefined;
  /** User names of the garden that are addresses in these domains receive their mails there. */
  readonly userDomains: readonly string[];
}

const domain = "[a-zA-Z0-9]([a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(\\.[a-zA-Z0-9]([a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)+";
const address = new RegExp(`^[a-zA-Z0-9.!#$%&'*+/=?^_\`{|}~-]{1,64}@${domain}$`);

/** Whether this is a bare mail address: no name, no quotes, nothing that starts another header or recipient. */
export function isMailAddress(given: string): boolean {
  return given.length <= 254 && address.test(given);
}

/** Variables of mails; see `configVariables`. */
export const mailSchemas = {
  SMTP_HOST: variable(
    textVariable.regex(/^[a-zA-Z0-9.:-]{0,253}$/, "must be a host name or an address"),
    "",
    "Mail server that notices are sent through; no e-mail when unset. Needs SMTP_FROM.",
  ),
  SMTP_PORT: variable(
    textVariable
      .regex(/^\d{1,5}$/, "must be a port")
      .transform(Number)
      .refine((port) => port >= 1 && port <= 65_535, "must be a port"),
    "587",
    "Its port.",
  ),
  SMTP_TLS: variable(
    z.enum(tlsKinds, `must be one of ${tlsKinds.join(", ")}`),
    "starttls",
    "starttls, implicit (often port 465) or none, which only a server beside Almanac should be.",
  ),
  SMTP_FROM: variable(
    textVariable.refine((from) => from === "" || isMailAddress(from), "must be an address such as almanac@example.com"),
    "",
    "Address that mails come from.",
  ),
  SMTP_USER: variable(optional, "", "User at the mail server; none when unset."),
  SMTP_PASSWORD_FILE: variable(optional, "", "File with that user's password."),
  SMTP_CA_FILE: variable(optional, "", "Certificate authorities of the mail server beside the system's, as PEM."),
  SMTP_USER_DOMAINS: variable(
    entries.refine((each) => each.every((entry) => new RegExp(`^${domain}$`).test(entry)), "must be domains"),
    "",
    "Domains, comma separated, in which the garden's user names are the addresses of these people.",
  ),
};

export function validateMailConfig(given: Given<typeof mailSchemas>): readonly string[] {
  const hasUser = given.SMTP_USER !== undefined;
  return brokenRules([
    [given.SMTP_HOST !== "" && given.SMTP_FROM === "", "SMTP_FROM: needed because SMTP_HOST is set"],
    [given.SMTP_HOST === "" && given.SMTP_FROM !== "", "SMTP_HOST: needed because SMTP_FROM is set"],
    [hasUser && given.SMTP_PASSWORD_FILE === undefined, "SMTP_PASSWORD_FILE: needed because SMTP_USER is set"],
    [hasUser && given.SMTP_TLS === "none", "SMTP_TLS: SMTP_USER needs TLS, or its password is readable"],
  ]);
}

export function toMail(given: Given<typeof mailSchemas>): MailConfig | undefined {
  if (given.SMTP_HOST === "") return undefined;
  return {
    host: given.SMTP_HOST,
    port: given.SMTP_PORT,
    tls: given.SMTP_TLS,
    from: given.SMTP_FROM,
    user: given.SMTP_USER,
    passwordFile: given.SMTP_PASSWORD_FILE,
    caFile: given.SMTP_CA_FILE,
    userDomains: given.SMTP_USER_DOMAINS,
  };
}
