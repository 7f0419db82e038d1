import "server-only";
import { readFile } from "node:fs/promises";
import type { Why } from "#lib/notices/why-words.ts";
import { isMailAddress, type MailConfig } from "#server/config/mail-config.ts";
import { usualAuthoritiesAnd } from "./usual-authorities.ts";

export interface Mail {
  /** The same wherever and how often it is sent. */
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Where its reader sees to it that no more come. */
  readonly unsubscribeUrl: string | undefined;
}

export type Mailed =
  | { readonly kind: "accepted" }
  /** It is not one address and nothing else. */
  | { readonly kind: "no-address" }
  | { readonly kind: "refused"; readonly why: Why };

/** Hands mails to the operator's mail server. */
export type MailSender = ReturnType<typeof createMailSender>;

const connectTimeoutMs = 4_000;
const wholeTimeoutMs = 10_000;

/** A connection for each mail: there are few, and a server that is away is noticed at once. */
export function createMailSender(config: MailConfig) {
  return {
    async send(mail: Mail): Promise<Mailed> {
      // What is kept in the garden can have been written by somebody else.
      if (!isMailAddress(mail.to)) return { kind: "no-address" };
      const timedOut = Promise.withResolvers<Mailed>();
      const late = { kind: "refused", why: "mail-no-answer" } as const;
      const timer = setTimeout(() => timedOut.resolve(late), wholeTimeoutMs);
      try {
        return await Promise.race([sendOnce(config, mail), timedOut.promise]);
      } catch (error) {
        return { kind: "refused", why: whyOf(error) };
      } finally {
        clearTimeout(timer);
      }
    },
  };
}

async function sendOnce(config: MailConfig, mail: Mail): Promise<Mailed> {
  const { createTransport } = await import("nodemailer");
  const { host, port, tls, from, user, passwordFile, caFile } = config;
  const pass = passwordFile === undefined ? "" : (await readFile(passwordFile, "utf8")).trim();
  const ca = caFile === undefined ? {} : { ca: usualAuthoritiesAnd(caFile) };
  const transport = createTransport({
    host,
    port,
    secure: tls === "implicit",
    requireTLS: tls === "starttls",
    ignoreTLS: tls === "none",
    tls: { minVersion: "TLSv1.2", ...ca },
    ...(user !== undefined && { auth: { user, pass } }),
    connectionTimeout: connectTimeoutMs,
    greetingTimeout: connectTimeoutMs,
    socketTimeout: wholeTimeoutMs,
    // A mail holds what it is given: nothing is read from here or from elsewhere.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const { id, to, subject, text, html, unsubscribeUrl } = mail;
  await transport.sendMail({
    from,
    to: { name: "", address: to },
    envelope: { from, to: [to] },
    subject,
    text,
    html,
    messageId: `<${id}@${from.split("@").at(-1) ?? host}>`,
    headers: {
      "auto-submitted": "auto-generated",
      ...(unsubscribeUrl !== undefined && { "list-unsubscribe": `<${unsubscribeUrl}>` }),
    },
  });
  return { kind: "accepted" };
}

/** Codes of our own: what a server says may name people. */
function whyOf(error: unknown): Why {
  if (!(error instanceof Error)) return "mail-not-sent";
  const code = "code" in error ? String(error.code) : "";
  const cause = "originalCode" in error ? String(error.originalCode) : "";
  const status = "responseCode" in error ? Number(error.responseCode) : 0;
  const answered = <Code extends "mail-user" | "mail-address" | "mail-refused">(what: Code) =>
    status > 0 ? (`${what} ${status}` as const) : what;
  if (code === "EAUTH") return answered("mail-user");
  if (code === "ENOENT" || code === "EACCES") return "mail-password-file";
  if (code === "EENVELOPE") return answered("mail-address");
  if (status > 0) return answered("mail-refused");
  if (code === "ETLS" || /CERT|SIGNATURE|SSL|ALTNAME/.test(cause)) return "mail-tls";
  return "mail-unreachable";
}
