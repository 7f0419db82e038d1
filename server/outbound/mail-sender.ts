import "server-only";
import { readFile } from "node:fs/promises";
import type { DeliveryFailureCode } from "#lib/notices/delivery-failure-descriptions.ts";
import { isMailAddress, type MailConfig } from "#server/config/mail-config.ts";
import { readTrustedAuthorities } from "./trusted-authorities.ts";

export interface Mail {
  /** Id of the mail, the same for every attempt to send it. */
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Page on which the recipient can turn off these mails. */
  readonly unsubscribeUrl: string | undefined;
}

export type MailResult =
  | { readonly kind: "accepted" }
  /** The recipient is not exactly one plain address. */
  | { readonly kind: "no-address" }
  | { readonly kind: "refused"; readonly why: DeliveryFailureCode };

/** Sends mails through the operator's mail server. */
export type MailSender = ReturnType<typeof createMailSender>;

const connectTimeoutMs = 4_000;
const totalTimeoutMs = 10_000;

/** Uses one connection per mail: there are few, and an unreachable server is noticed at once. */
export function createMailSender(config: MailConfig) {
  return {
    async send(mail: Mail): Promise<MailResult> {
      // Checked again, since the stored address could have been changed in the garden.
      if (!isMailAddress(mail.to)) return { kind: "no-address" };
      const timedOut = Promise.withResolvers<MailResult>();
      const late = { kind: "refused", why: "mail-no-answer" } as const;
      const timer = setTimeout(() => timedOut.resolve(late), totalTimeoutMs);
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

async function sendOnce(config: MailConfig, mail: Mail): Promise<MailResult> {
  const { createTransport } = await import("nodemailer");
  const { host, port, tls, from, user, passwordFile, caFile } = config;
  const pass = passwordFile === undefined ? "" : (await readFile(passwordFile, "utf8")).trim();
  const ca = caFile === undefined ? {} : { ca: readTrustedAuthorities(caFile) };
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
    socketTimeout: totalTimeoutMs,
    // The mail library must not read files or URLs that a text mentions.
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

/** Error codes for users, instead of messages of the mail server, which may contain names. */
function whyOf(error: unknown): DeliveryFailureCode {
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
