import { once } from "node:events";
import { text } from "node:stream/consumers";
import { SMTPServer } from "smtp-server";

export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  /** Whether the mail was sent over TLS. */
  readonly isPrivate: boolean;
  readonly user: string | undefined;
  /** The mail as received, with headers. */
  readonly source: string;
}

/** A local mail server for tests. */
export interface Mailbox {
  readonly port: number;
  readonly mails: readonly ReceivedMail[];
  /** Refuses mails with this SMTP code from now on; undefined accepts them again. */
  refuse(code: number | undefined): void;
  forget(): void;
  close(): Promise<void>;
}

export interface MailboxOptions {
  /** Key and certificate for TLS, which is used from the start (`implicit`) or after STARTTLS. */
  readonly tls?: { readonly key: string; readonly cert: string; readonly implicit: boolean };
  readonly password?: string;
}

export async function startMailbox({ tls, password }: MailboxOptions = {}): Promise<Mailbox> {
  const mails: ReceivedMail[] = [];
  let refusal: number | undefined;
  const server = new SMTPServer({
    ...(tls && { key: tls.key, cert: tls.cert, secure: tls.implicit }),
    disabledCommands: [...(tls ? [] : ["STARTTLS"]), ...(password === undefined ? ["AUTH"] : [])],
    logger: false,
    onAuth(auth, _session, callback) {
      if (auth.password === password) callback(null, { user: auth.username });
      else callback(new Error("no"));
    },
    onRcptTo(_address, _session, callback) {
      if (refusal === undefined) callback();
      else callback(Object.assign(new Error("no"), { responseCode: refusal }));
    },
    onData(stream, session, callback) {
      text(stream).then((source) => {
        const { mailFrom, rcptTo } = session.envelope;
        mails.push({
          from: mailFrom === false ? "" : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          isPrivate: session.secure,
          user: session.user === undefined ? undefined : String(session.user),
          source,
        });
        callback();
      }, callback);
    },
  });
  const listener = server.listen(0, "127.0.0.1");
  await once(listener, "listening");
  const address = listener.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return {
    port: address.port,
    mails,
    refuse(code) {
      refusal = code;
    },
    forget() {
      mails.length = 0;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
