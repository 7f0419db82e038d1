import { message, messageKeyOf, text } from "#lib/language/text.ts";

/** Descriptions of why a delivery failed, by the stored code. */
const sentences = {
  "too-many-at-once": message("Too many notices came at once."),
  "too-many-an-hour": message("More was to be delivered than is sent in an hour."),
  "webhooks-off": message("This Almanac sends nothing to webhooks."),
  "key-gone": message("The key that sealed its address is gone. Enter the address again."),
  "no-address": message("Its name leads to no address that Almanac sends to."),
  "nobody-listens": message("Nobody listens there."),
  broken: message("The connection was broken."),
  "no-connection": message("No connection within 5 seconds."),
  "no-answer": message("No answer within 10 seconds."),
  // This code was stored by older versions, which waited for the body of a response.
  "no-whole-answer": message("No whole answer within 10 seconds."),
  "host-unreachable": message("The host cannot be reached."),
  "network-unreachable": message("The network cannot be reached."),
  "no-tls": message("It accepts no TLS connection."),
  "certificate-of-another": message("Its certificate is for another name."),
  "certificate-out-of-time": message("Its certificate has expired, or is not valid yet."),
  "certificate-untrusted": message("Its certificate is not trusted."),
  unreachable: message("It could not be reached."),
  "no-mail-server": message("This Almanac sends no e-mail: no mail server is set up."),
  "no-mail-address": message("It is no address that mails are sent to."),
  "mail-not-sent": message("The mail could not be sent."),
  "mail-no-answer": message("The mail server did not answer within 10 seconds."),
  "mail-user": message("The mail server does not accept Almanac's user or password."),
  "mail-password-file": message("The file with the password of the mail server cannot be read."),
  "mail-address": message("The mail server does not accept the sender or the address."),
  "mail-refused": message("The mail server does not accept the mail."),
  "mail-tls": message("There is no trusted TLS connection to the mail server."),
  "mail-unreachable": message("The mail server cannot be reached."),
} as const;

type Code = keyof typeof sentences;
type CodeOfStatus = "answers" | "leads-elsewhere";

/** Stored code of a failed delivery, with the HTTP or SMTP status if any, such as `answers 503`, `mail-refused 554`. */
export type DeliveryFailureCode = Code | `${Code | CodeOfStatus} ${number}`;

/** Codes by the English sentences that older versions stored instead of codes. */
const before = new Map(Object.values(sentences).map((sentence) => [messageKeyOf(sentence.of), sentence]));
const beforeWithStatus = /^(?:(.*) )?It answers (\d+)( and leads elsewhere, which Almanac does not follow)?\.$/;

/** Describes a failed delivery in the current language; reasons unknown to this build are returned as stored. */
export function describeDeliveryFailure(why: string): string {
  const known = descriptionOf(why);
  if (known !== undefined) return known;
  const [, code = "", status] = /^([a-z-]+) (\d+)$/.exec(why) ?? [];
  if (status !== undefined) return withStatus(code, status) ?? why;
  const [, first, statusBefore, elsewhere] = beforeWithStatus.exec(why) ?? [];
  if (statusBefore === undefined) return why;
  return withStatus(first ?? (elsewhere === undefined ? "answers" : "leads-elsewhere"), statusBefore) ?? why;
}

function descriptionOf(why: string): string | undefined {
  const sentence = isCode(why) ? sentences[why] : before.get(why);
  return sentence && text(sentence);
}

function isCode(why: string): why is Code {
  return Object.hasOwn(sentences, why);
}

function withStatus(code: string, status: string): string | undefined {
  const answer = text("It answers {status}.", { status });
  if (code === "answers") return answer;
  if (code === "leads-elsewhere") {
    return text("It answers {status} and leads elsewhere, which Almanac does not follow.", { status });
  }
  const sentence = descriptionOf(code);
  return sentence && `${sentence} ${answer}`;
}
