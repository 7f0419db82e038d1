import "server-only";
import { createHash } from "node:crypto";
import { textAt } from "#lib/kube/field.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { isWaiting } from "#lib/notices/deliveries.ts";
import {
  emptyNoticeDocument,
  formatNoticeDocument,
  type NoticeDocument,
  parseNoticeDocument,
} from "#lib/notices/notice-document.ts";
import {
  emptyRuleDocument,
  formatRuleDocument,
  parseRuleDocument,
  type RuleDocument,
  type RuleOwner,
} from "#lib/notices/rule-document.ts";
import { type DocumentStore, updateDocument } from "#server/storage/document-store.ts";
import { type OwnKeeping, ownerKey, ownerLabel, ownTarget } from "#server/storage/own-keeping.ts";

/** Label value `own` for a user's rules, `told` for their notices. */
export const rulesLabel = "almanac.garden/watch-rules";
/** Label value `waiting` on notices with pending outbound deliveries. */
export const deliveryLabel = "almanac.garden/delivery";

export const rulesTarget = (keeping: Pick<OwnKeeping, "namespace">, owner: string) =>
  ownTarget(keeping, "rules", owner);

export function ruleDocumentStore(
  keeping: OwnKeeping,
  owner: RuleOwner,
  signal?: AbortSignal,
): DocumentStore<RuleDocument> {
  return {
    client: keeping.client,
    target: rulesTarget(keeping, owner.name),
    signal,
    read: (kept) => (kept === undefined ? emptyRuleDocument(owner) : ruleDocumentIn(kept)),
    write: writeRules,
  };
}

export function noticeDocumentStore(
  keeping: OwnKeeping,
  owner: string,
  signal?: AbortSignal,
): DocumentStore<NoticeDocument> {
  return {
    client: keeping.client,
    target: ownTarget(keeping, "notices", owner),
    signal,
    read(kept) {
      const book = kept === undefined ? emptyNoticeDocument(owner) : noticeDocumentIn(kept);
      return book?.owner === owner ? book : undefined;
    },
    write: (book) => ({
      labels: {
        [rulesLabel]: "told",
        [ownerLabel]: ownerKey(book.owner),
        [deliveryLabel]: isWaiting(book) ? "waiting" : "none",
      },
      data: { notices: formatNoticeDocument(book) },
    }),
  };
}

export function writeRules(book: RuleDocument) {
  const labels = { [rulesLabel]: "own", [ownerLabel]: ownerKey(book.owner.name) };
  return { labels, data: { rules: formatRuleDocument(book) } };
}

/** Undefined for data in an unknown format. The object's name must match the hash of the owner's name. */
export function ruleDocumentIn(kept: KubeObject): RuleDocument | undefined {
  const book = parseRuleDocument(textAt(kept, "data", "rules") ?? "");
  return book && kept.metadata.name === `almanac-rules-${ownerKey(book.owner.name)}` ? book : undefined;
}

/** Parses the notices of any owner; undefined for data in an unknown format or under another name. */
export function noticeDocumentIn(kept: KubeObject): NoticeDocument | undefined {
  const book = parseNoticeDocument(textAt(kept, "data", "notices") ?? "");
  return book && kept.metadata.name === `almanac-notices-${ownerKey(book.owner)}` ? book : undefined;
}

/** Applies a change to a user's notices, bound to the version that was read. */
export function updateNoticeDocument(
  keeping: OwnKeeping,
  owner: string,
  change: (book: NoticeDocument) => NoticeDocument,
): Promise<NoticeDocument> {
  return updateDocument(noticeDocumentStore(keeping, owner), (before) => {
    const book = change(before);
    return { book, value: book };
  });
}

/** A short hash, practically unique among a user's keys. */
export function shortDigest(key: string): string {
  return createHash("sha256").update(key).digest("base64url").slice(0, 12);
}
