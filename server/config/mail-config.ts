import "server-only";
import { z } from "zod";
import {
  defineConfigVariable,
  listBrokenConfigRules,
  listVariable,
  optionalTextVariable,
  type ParsedVariables,
  textVariable,
} from "./config-variable.ts";

const tlsKinds = ["starttls", "implicit", "none"] as const;

/** Connection to the mail server, and the sender address of mails. */
export interface MailConfig {
  readonly host: string;
  readonly port: number;
  readonly tls: (typeof tlsKinds)[number];
  readonly from: string;
  readonly user?: string | undefined;
  readonly passwordFile?: string | undefined;
  readonly caFile?: string | undefined;
  /** Mail domains: users whose user name is an address in one of these domains receive mails at that address. */
  readonly userDomains: readonly string[];
}

const domain = "[a-zA-Z0-9]([a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(\\.[a-zA-Z0-9]([a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)+";
const address = new RegExp(`^[a-zA-Z0-9.!#$%&'*+/=?^_\`{|}~-]{1,64}@${domain}$`);

/** Whether this is a bare mail address: no name, no quotes, nothing that starts another header or recipient. */
export function isMailAddress(given: string): boolean {
  return given.length <= 254 && address.test(given);
}

/** Environment variables for mails. */
export const mailSchemas = {
  SMTP_HOST: defineConfigVariable(
    textVariable.regex(/^[a-zA-Z0-9.:-]{0,253}$/, "must be a host name or an address"),
    "",
    "Mail server that notices are sent through; no e-mail when unset. Needs SMTP_FROM.",
  ),
  SMTP_PORT: defineConfigVariable(
    textVariable
      .regex(/^\d{1,5}$/, "must be a port")
      .transform(Number)
      .refine((port) => port >= 1 && port <= 65_535, "must be a port"),
    "587",
    "Its port.",
  ),
  SMTP_TLS: defineConfigVariable(
    z.enum(tlsKinds, `must be one of ${tlsKinds.join(", ")}`),
    "starttls",
    "starttls, implicit (often port 465) or none, which only a server beside Almanac should be.",
  ),
  SMTP_FROM: defineConfigVariable(
    textVariable.refine((from) => from === "" || isMailAddress(from), "must be an address such as almanac@example.com"),
    "",
    "Address that mails come from.",
  ),
  SMTP_USER: defineConfigVariable(optionalTextVariable, "", "User at the mail server; none when unset."),
  SMTP_PASSWORD_FILE: defineConfigVariable(optionalTextVariable, "", "File with that user's password."),
  SMTP_CA_FILE: defineConfigVariable(
    optionalTextVariable,
    "",
    "Certificate authorities of the mail server beside the system's, as PEM.",
  ),
  SMTP_USER_DOMAINS: defineConfigVariable(
    listVariable.refine((each) => each.every((entry) => new RegExp(`^${domain}$`).test(entry)), "must be domains"),
    "",
    "Domains, comma separated, in which the garden's user names are the addresses of these people.",
  ),
};

export function validateMailConfig(given: ParsedVariables<typeof mailSchemas>): readonly string[] {
  const hasUser = given.SMTP_USER !== undefined;
  return listBrokenConfigRules([
    [given.SMTP_HOST !== "" && given.SMTP_FROM === "", "SMTP_FROM: needed because SMTP_HOST is set"],
    [given.SMTP_HOST === "" && given.SMTP_FROM !== "", "SMTP_HOST: needed because SMTP_FROM is set"],
    [hasUser && given.SMTP_PASSWORD_FILE === undefined, "SMTP_PASSWORD_FILE: needed because SMTP_USER is set"],
    [hasUser && given.SMTP_TLS === "none", "SMTP_TLS: SMTP_USER needs TLS, or its password is readable"],
  ]);
}

export function toMail(given: ParsedVariables<typeof mailSchemas>): MailConfig | undefined {
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
