import "server-only";
import { text } from "#lib/language/text.ts";
import { createMailBody } from "#lib/notices/create-mail-body.ts";
import type { DeliveryOutcome } from "#lib/notices/deliveries.ts";
import { type MessageContent, noticesPageUrlOf } from "#lib/notices/message-content.ts";
import type { StoredDestination, StoredEmail } from "#lib/notices/stored-destinations.ts";
import type { UserIdentity } from "#server/access/access-reviews.ts";
import type { Config } from "#server/config/config.ts";
import type { Session } from "#server/identity/session.ts";
import type { SessionKeys } from "#server/identity/session-keys.ts";
import { createGuardedSender } from "#server/outbound/guarded-sender.ts";
import { createMailSender, type MailSender } from "#server/outbound/mail-sender.ts";
import { findUserMailAddress } from "./find-user-mail-address.ts";
import { sendWebhook } from "./send-webhook.ts";

export interface MessageToSend {
  readonly letter: MessageContent;
  readonly destination: StoredDestination;
  readonly owner: string;
}

/** Channels over which users get their notices: webhooks and mail. */
export type DeliveryChannels = ReturnType<typeof createDeliveryChannels>;

export interface DeliveryChannelsOptions {
  readonly config: Pick<Config, "webhooks" | "mail" | "sessionKeyFiles" | "garden">;
  readonly keys: SessionKeys;
  readonly now: () => number;
}

export function createDeliveryChannels({ config, keys, now }: DeliveryChannelsOptions) {
  const sender = config.webhooks && createGuardedSender(config.webhooks);
  const mails = config.mail && createMailSender(config.mail);
  return {
    keys,
    /** Why users cannot add webhooks, in the language of the request; undefined if they can. */
    get noWebhooks() {
      return sender === undefined ? switchedOff() : whyNotStored(config);
    },
    /** Why Almanac never sends to a URL; undefined if it is allowed. */
    faultOf: (url: string) => (sender === undefined ? switchedOff() : sender.faultOf(url)),
    /** Sends a message once, without a retry. Never rejects: errors are returned as the outcome. */
    send: ({ letter, destination, owner }: MessageToSend): Promise<DeliveryOutcome> =>
      destination.kind === "email"
        ? sendMail(letter, destination, mails)
        : sendWebhook({ letter, destination, owner }, { sender, keys, now: now() }),
    /** The mail address of a signed-in user. */
    addressOf: (session: Session, identity: UserIdentity) => findUserMailAddress(session, identity, config.mail),
    close: async () => sender?.close(),
  };
}

function switchedOff(): string {
  return text("This Almanac sends nothing to webhooks.");
}

/** Why webhook addresses cannot be stored: no key file to decrypt them after a restart. The demo garden needs none. */
function whyNotStored({ sessionKeyFiles, garden }: DeliveryChannelsOptions["config"]): string | undefined {
  if (sessionKeyFiles.length > 0 || garden.kind === "embedded") return undefined;
  return text(
    "Addresses are sealed with the keys of sessions, and this Almanac has none that outlive a restart. An operator sets SESSION_KEY_FILES.",
  );
}

/** Sends a notice as a mail once, without a retry, and returns the outcome. */
async function sendMail(
  letter: MessageContent,
  { address }: StoredEmail,
  sender: MailSender | undefined,
): Promise<DeliveryOutcome> {
  if (sender === undefined) return { kind: "failed", why: "no-mail-server" };
  const mail = { id: letter.id, to: address, ...createMailBody(letter), unsubscribeUrl: noticesPageUrlOf(letter) };
  const mailed = await sender.send(mail);
  switch (mailed.kind) {
    case "accepted":
      return { kind: "delivered" };
    case "no-address":
      return { kind: "lost", why: "no-mail-address" };
    case "refused":
      return { kind: "failed", why: mailed.why };
  }
}
