import { useEffect, useEffectEvent, useState } from "react";
import * as z from "zod/mini";
import { readStoredValue, storeInTab } from "#components/data/storage/tab-store.ts";
import { isRecord } from "#lib/kube/wire.ts";
import { compressTextForUrl, decompressTextFromUrl } from "./compress-text-for-url.ts";

const field = "#draft=";
const writtenFragmentKey = "almanac.profile-draft-fragment";

/** Draft of a CloudProfile change in a link: a merge patch of the spec, and the resourceVersion it is based on. */
export interface SharedDraft {
  readonly resourceVersion: string;
  readonly spec: Readonly<Record<string, unknown>>;
}

type Received =
  /** `isOwn`: this tab has written the link, so what the tab itself keeps of the draft is at least as new. */
  { readonly kind: "read"; readonly draft: SharedDraft; readonly isOwn: boolean } | { readonly kind: "unreadable" };

async function received(fragment: string): Promise<Received> {
  const isOwn = readStoredValue(writtenFragmentKey, z.string()) === fragment;
  try {
    const packed = fragment.slice(field.length);
    const value: unknown = JSON.parse(await decompressTextFromUrl(packed));
    if (isRecord(value) && isRecord(value.spec) && typeof value.resourceVersion === "string") {
      return { kind: "read", draft: { resourceVersion: value.resourceVersion, spec: value.spec }, isOwn };
    }
    return { kind: "unreadable" };
  } catch {
    // The content was not written by this page.
    return { kind: "unreadable" };
  }
}

/** Returns the URL fragment for a draft; empty if there is no draft or it is too large for a link. */
async function fragmentOf(text: string | undefined): Promise<string> {
  if (text === undefined) return "";
  const packed = await compressTextForUrl(text).catch(() => undefined);
  return packed === undefined ? "" : `${field}${packed}`;
}

function write(fragment: string): void {
  const { pathname, search, hash } = window.location;
  storeInTab(writtenFragmentKey, fragment === "" ? undefined : fragment);
  if (hash !== fragment) window.history.replaceState(null, "", `${pathname}${search}${fragment}`);
}

/**
 * Writes a draft to the URL on every change, so that a colleague who opens the link gets the same draft. It is in the
 * fragment, which browsers do not send to the server. `onReceived` is called once, with the draft in the initial URL.
 */
export function useSharedDraft(draft: SharedDraft | undefined, onReceived: (received: Received) => void): void {
  const [isRead, setRead] = useState(false);
  const receive = useEffectEvent(onReceived);
  useEffect(() => {
    let gone = false;
    const { hash } = window.location;
    const reading = hash.startsWith(field) ? received(hash) : Promise.resolve(undefined);
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
