import "server-only";
import { z } from "zod";
import { text, variable } from "./config-variable.ts";

const tlsKinds = ["starttls", "implicit", "none"] as const;

/** By whom mails are sent. */
export interface MailConfig {
  readonly host: string;
  readonly port: number;
  readonly tls: (typeof tlsKinds)[number];
  readonly from: string;
  readonly user?: string;
  readonly passwordFile?: string;
  readonly caFile?: string;
  /** Where the garden's user names are addresses of these domains, mails go there. */
  readonly userDomains: readonly string[];
}

const domain = "[a-zA-Z0-9]([a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(\\.[a-zA-Z0-9]([a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)+";
const address = new RegExp(`^[a-zA-Z0-9.!#$%&'*+/=?^_\`{|}~-]{1,64}@${domain}$`);

/** An address as it stands in mails: no name, no quotes, nothing that begins another header or another recipient. */
export function isMailAddress(given: string): boolean {
  return given.length <= 254 && address.test(given);
}

/** The variables of mails; see `configVariables`. */
export const mailSchemas = {
  SMTP_HOST: variable(
    text.regex(/^[a-zA-Z0-9.:-]{0,253}$/, "must be a host name or an address"),
    "",
    "Mail server that notices are sent through; no e-mail when unset. Needs SMTP_FROM.",
  ),
  SMTP_PORT: variable(
    text
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
    text.refine((from) => from === "" || isMailAddress(from), "must be an address such as almanac@example.com"),
    "",
    "Address that mails come from.",
  ),
  SMTP_USER: variable(text, "", "User at the mail server; none when unset."),
  SMTP_PASSWORD_FILE: variable(text, "", "File with that user's password."),
  SMTP_CA_FILE: variable(text, "", "Certificate authorities of the mail server beside the system's, as PEM."),
  SMTP_USER_DOMAINS: variable(
    text
      .transform((list) =>
        list
          .split(",")
          .map((entry) => entry.trim().toLowerCase())
          .filter((entry) => entry !== ""),
      )
      .refine((entries) => entries.every((entry) => new RegExp(`^${domain}$`).test(entry)), "must be domains"),
    "",
    "Domains, comma separated, in which the garden's user names are the addresses of these people.",
  ),
};

interface MailVariables {
  readonly SMTP_HOST: string;
  readonly SMTP_PORT: number;
  readonly SMTP_TLS: MailConfig["tls"];
  readonly SMTP_FROM: string;
  readonly SMTP_USER: string;
  readonly SMTP_PASSWORD_FILE: string;
  readonly SMTP_CA_FILE: string;
  readonly SMTP_USER_DOMAINS: readonly string[];
}

export function mailFaults(given: MailVariables): readonly string[] {
  const rules: readonly (readonly [boolean, string])[] = [
    [given.SMTP_HOST !== "" && given.SMTP_FROM === "", "SMTP_FROM: needed because SMTP_HOST is set"],
    [given.SMTP_HOST === "" && given.SMTP_FROM !== "", "SMTP_HOST: needed because SMTP_FROM is set"],
    [given.SMTP_USER !== "" && given.SMTP_PASSWORD_FILE === "", "SMTP_PASSWORD_FILE: needed because SMTP_USER is set"],
    [given.SMTP_USER !== "" && given.SMTP_TLS === "none", "SMTP_TLS: SMTP_USER needs TLS, or its password is readable"],
  ];
  return rules.flatMap(([broken, sentence]) => (broken ? [sentence] : []));
}

export function toMail(given: MailVariables): MailConfig | undefined {
  const { SMTP_HOST: host, SMTP_USER: user, SMTP_PASSWORD_FILE: passwordFile, SMTP_CA_FILE: caFile } = given;
  if (host === "") return undefined;
  return {
    host,
    port: given.SMTP_PORT,
    tls: given.SMTP_TLS,
    from: given.SMTP_FROM,
    ...(user !== "" && { user }),
    ...(passwordFile !== "" && { passwordFile }),
    ...(caFile !== "" && { caFile }),
    userDomains: given.SMTP_USER_DOMAINS,
  };
}
