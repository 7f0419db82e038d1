import { keyOf, message, text } from "#lib/language/text.ts";

/** Why something was not delivered is kept in English, also by older builds. Here it is said. */
const sentences = new Map(
  [
    message("Too many notices came at once."),
    message("More was to be delivered than is sent in an hour."),
    message("This Almanac sends nothing to webhooks."),
    message("The key that sealed its address is gone. Enter the address again."),
    message("Its name leads to no address that Almanac sends to."),
    message("Nobody listens there."),
    message("The connection was broken."),
    message("No connection within 5 seconds."),
    message("No answer within 10 seconds."),
    message("No whole answer within 10 seconds."),
    message("The host cannot be reached."),
    message("The network cannot be reached."),
    message("Its certificate is not trusted."),
    message("It could not be reached."),
    message("This Almanac sends no e-mail: no mail server is set up."),
    message("It is no address that mails are sent to."),
    message("The mail could not be sent."),
    message("The mail server did not answer within 10 seconds."),
    message("The mail server does not accept Almanac's user or password."),
    message("The file with the password of the mail server cannot be read."),
    message("The mail server does not accept the sender or the address."),
    message("The mail server does not accept the mail."),
    message("There is no trusted TLS connection to the mail server."),
    message("The mail server cannot be reached."),
  ].map((sentence) => [keyOf(sentence.of), sentence]),
);

const withStatus = /^(?:(.*) )?It answers (\d+)( and leads elsewhere, which Almanac does not follow)?\.$/;

/** A reason in the language of the moment; one that this build does not know, as it was written. */
export function whyWords(why: string): string {
  const known = sentences.get(why);
  if (known !== undefined) return text(known);
  const [, before, status, elsewhere] = withStatus.exec(why) ?? [];
  if (status === undefined) return why;
  if (before !== undefined) return `${whyWords(before)} ${text("It answers {status}.", { status })}`;
  return elsewhere === undefined
    ? text("It answers {status}.", { status })
    : text("It answers {status} and leads elsewhere, which Almanac does not follow.", { status });
}
