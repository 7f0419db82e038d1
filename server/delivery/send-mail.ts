import "server-only";
import type { Outcome } from "#lib/notices/deliveries.ts";
import type { StoredEmail } from "#lib/notices/destination-book.ts";
import { type Letter, noticesPage } from "#lib/notices/letter.ts";
import { mailBody } from "#lib/notices/mail-body.ts";
import type { MailSender } from "#server/outbound/mail-sender.ts";

/** Sends a letter as a mail once, and says what came of it. */
export async function sendMail(
  letter: Letter,
  { address }: StoredEmail,
  sender: MailSender | undefined,
): Promise<Outcome> {
  if (sender === undefined) return { kind: "failed", why: "no-mail-server" };
  const { subject, text, html } = mailBody(letter);
  const unsubscribeUrl = noticesPage(letter);
  const mailed = await sender.send({ id: letter.id, to: address, subject, text, html, unsubscribeUrl });
  switch (mailed.kind) {
    case "accepted":
      return { kind: "delivered" };
    case "no-address":
      return { kind: "lost", why: "no-mail-address" };
    case "refused":
      return { kind: "failed", why: mailed.why };
  }
}
