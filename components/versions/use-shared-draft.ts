import { useEffect, useEffectEvent, useState } from "react";
import { isRecord } from "#lib/kube/wire.ts";
import { packText, unpackText } from "./pack-text.ts";

const field = "#draft=";

/** Draft of a profile change as stored in a link: a merge patch of the spec, and the version it is based on. */
export interface SharedDraft {
  readonly resourceVersion: string;
  readonly spec: Readonly<Record<string, unknown>>;
}

type Received = { readonly kind: "read"; readonly draft: SharedDraft } | { readonly kind: "unreadable" };

async function received(packed: string): Promise<Received> {
  try {
    const value: unknown = JSON.parse(await unpackText(packed));
    if (isRecord(value) && isRecord(value.spec) && typeof value.resourceVersion === "string") {
      return { kind: "read", draft: { resourceVersion: value.resourceVersion, spec: value.spec } };
    }
    return { kind: "unreadable" };
  } catch {
    // Any other content is not a draft written by this page.
    return { kind: "unreadable" };
  }
}

/** Returns an empty string if there is no draft, or one too large for a link. */
async function fragmentOf(text: string | undefined): Promise<string> {
  if (text === undefined) return "";
  const packed = await packText(text).catch(() => undefined);
  return packed === undefined ? "" : `${field}${packed}`;
}

function write(fragment: string): void {
  const { pathname, search, hash } = window.location;
  if (hash !== fragment) window.history.replaceState(null, "", `${pathname}${search}${fragment}`);
}

/**
 * Keeps the address in step with a draft, so that a link shows a colleague the same. The draft is in the fragment,
 * which is not sent to the server. The initial fragment is passed to `onReceived` once.
 */
export function useSharedDraft(draft: SharedDraft | undefined, onReceived: (received: Received) => void): void {
  const [isRead, setRead] = useState(false);
  const receive = useEffectEvent(onReceived);
  useEffect(() => {
    let gone = false;
    const { hash } = window.location;
    const reading = hash.startsWith(field) ? received(hash.slice(field.length)) : Promise.resolve(undefined);
    void reading.then((found) => {
      if (gone) return;
      if (found) receive(found);
      setRead(true);
    });
    return () => {
      gone = true;
    };
  }, []);
  const text = draft && JSON.stringify(draft);
  useEffect(() => {
    if (!isRead) return;
    let gone = false;
    void fragmentOf(text).then((fragment) => {
      if (!gone) write(fragment);
    });
    return () => {
      gone = true;
    };
  }, [isRead, text]);
}
