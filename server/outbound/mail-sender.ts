import "server-only";
import { readFile } from "node:fs/promises";
import { rootCertificates } from "node:tls";
import { isMailAddress, type MailConfig } from "../config/mail-config.ts";

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
  | { readonly kind: "refused"; readonly why: string };

/** Hands mails to the operator's mail server. */
export interface MailSender {
  send(mail: Mail): Promise<Mailed>;
}

const connectTimeoutMs = 4_000;
const wholeTimeoutMs = 10_000;

/** A connection for each mail: there are few, and a server that is away is noticed at once. */
export function createMailSender(config: MailConfig): MailSender {
  return {
    async send(mail) {
      // What is kept in the garden can have been written by somebody else.
      if (!isMailAddress(mail.to)) return { kind: "no-address" };
      const timedOut = Promise.withResolvers<Mailed>();
      const late = { kind: "refused", why: "The mail server did not answer within 10 seconds." } as const;
      const timer = setTimeout(() => timedOut.resolve(late), wholeTimeoutMs);
      try {
        return await Promise.race([sendOnce(config, mail), timedOut.promise]);
      } catch (error) {
        return { kind: "refused", why: wordsOf(error) };
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
  const ca = caFile === undefined ? {} : { ca: [...rootCertificates, await readFile(caFile, "utf8")] };
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

/** In words of our own: what a server says may name people. */
function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return "The mail could not be sent.";
  const code = "code" in error ? String(error.code) : "";
  const cause = "originalCode" in error ? String(error.originalCode) : "";
  const answer = "responseCode" in error ? ` It answers ${String(error.responseCode)}.` : "";
  if (code === "EAUTH") return `The mail server does not accept Almanac's user or password.${answer}`;
  if (code === "ENOENT" || code === "EACCES") return "The file with the password of the mail server cannot be read.";
  if (code === "EENVELOPE") return `The mail server does not accept the sender or the address.${answer}`;
  if (answer !== "") return `The mail server does not accept the mail.${answer}`;
  if (code === "ETLS" || /CERT|SIGNATURE|SSL|ALTNAME/.test(cause))
    return "There is no trusted TLS connection to the mail server.";
  return "The mail server cannot be reached.";
}
