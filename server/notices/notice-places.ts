import "server-only";
import { createHash } from "node:crypto";
import { textAt } from "#lib/kube/field.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { isWaiting } from "#lib/notices/deliveries.ts";
import { emptyNoticeBook, formatNoticeBook, type NoticeBook, parseNoticeBook } from "#lib/notices/notice-book.ts";
import { emptyRuleBook, formatRuleBook, parseRuleBook, type RuleBook, type RuleOwner } from "#lib/notices/rule-book.ts";
import { type BookPlace, changeBook } from "#server/storage/change-book.ts";
import { type OwnKeeping, ownerKey, ownerLabel, ownTarget } from "#server/storage/own-keeping.ts";

/** Label value `own` for a user's rules, `told` for their notices. */
export const rulesLabel = "almanac.garden/watch-rules";
/** Label value `waiting` on notices with pending outbound deliveries. */
export const deliveryLabel = "almanac.garden/delivery";

export const rulesTarget = (keeping: Pick<OwnKeeping, "namespace">, owner: string) =>
  ownTarget(keeping, "rules", owner);

export function rulesPlace(keeping: OwnKeeping, owner: RuleOwner, signal?: AbortSignal): BookPlace<RuleBook> {
  return {
    client: keeping.client,
    target: rulesTarget(keeping, owner.name),
    signal,
    read: (kept) => (kept === undefined ? emptyRuleBook(owner) : ruleBookOf(kept)),
    write: writeRules,
  };
}

export function noticesPlace(keeping: OwnKeeping, owner: string, signal?: AbortSignal): BookPlace<NoticeBook> {
  return {
    client: keeping.client,
    target: ownTarget(keeping, "notices", owner),
    signal,
    read(kept) {
      const book = kept === undefined ? emptyNoticeBook(owner) : noticeBookIn(kept);
      return book?.owner === owner ? book : undefined;
    },
    write: (book) => ({
      labels: {
        [rulesLabel]: "told",
        [ownerLabel]: ownerKey(book.owner),
        [deliveryLabel]: isWaiting(book) ? "waiting" : "none",
      },
      data: { notices: formatNoticeBook(book) },
    }),
  };
}

export function writeRules(book: RuleBook) {
  const labels = { [rulesLabel]: "own", [ownerLabel]: ownerKey(book.owner.name) };
  return { labels, data: { rules: formatRuleBook(book) } };
}

/** Undefined for data in an unknown format. The object's name must match the hash of the owner's name. */
export function ruleBookOf(kept: KubeObject): RuleBook | undefined {
  const book = parseRuleBook(textAt(kept, "data", "rules") ?? "");
  return book && kept.metadata.name === `almanac-rules-${ownerKey(book.owner.name)}` ? book : undefined;
}

/** Parses the notices of any owner; undefined for data in an unknown format or under another name. */
export function noticeBookIn(kept: KubeObject): NoticeBook | undefined {
  const book = parseNoticeBook(textAt(kept, "data", "notices") ?? "");
  return book && kept.metadata.name === `almanac-notices-${ownerKey(book.owner)}` ? book : undefined;
}

/** Applies a change to a user's notices, bound to the version that was read. */
export function changeNoticeBook(
  keeping: OwnKeeping,
  owner: string,
  change: (book: NoticeBook) => NoticeBook,
): Promise<NoticeBook> {
  return changeBook(noticesPlace(keeping, owner), (before) => {
    const book = change(before);
    return { book, value: book };
  });
}

/** A short hash, practically unique among a user's keys. */
export function shortDigest(key: string): string {
  return createHash("sha256").update(key).digest("base64url").slice(0, 12);
}
