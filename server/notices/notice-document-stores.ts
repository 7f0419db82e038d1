import "server-only";
import { createHash } from "node:crypto";
import { stringAt } from "#lib/kube/field.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { isDeliveryWaiting } from "#lib/notices/deliveries.ts";
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
import {
  hashOwnerName,
  ownerLabel,
  type PersonalDataStorage,
  personalConfigMapTarget,
} from "#server/storage/own-keeping.ts";

/** Label on ConfigMaps: `own` for a user's watch rules, `told` for their notices. */
export const rulesLabel = "almanac.garden/watch-rules";
/** Label on ConfigMaps with notices: `waiting` while some must be delivered by webhook or mail. */
export const deliveryLabel = "almanac.garden/delivery";

export const rulesTarget = (keeping: Pick<PersonalDataStorage, "namespace">, owner: string) =>
  personalConfigMapTarget(keeping, "rules", owner);

export function ruleDocumentStore(
  keeping: PersonalDataStorage,
  owner: RuleOwner,
  signal?: AbortSignal,
): DocumentStore<RuleDocument> {
  return {
    client: keeping.client,
    target: rulesTarget(keeping, owner.name),
    signal,
    read: (kept) => (kept === undefined ? emptyRuleDocument(owner) : parseRuleConfigMap(kept)),
    write: formatRuleConfigMap,
  };
}

export function noticeDocumentStore(
  keeping: PersonalDataStorage,
  owner: string,
  signal?: AbortSignal,
): DocumentStore<NoticeDocument> {
  return {
    client: keeping.client,
    target: personalConfigMapTarget(keeping, "notices", owner),
    signal,
    read(kept) {
      const book = kept === undefined ? emptyNoticeDocument(owner) : parseNoticeConfigMap(kept);
      return book?.owner === owner ? book : undefined;
    },
    write: (book) => ({
      labels: {
        [rulesLabel]: "told",
        [ownerLabel]: hashOwnerName(book.owner),
        [deliveryLabel]: isDeliveryWaiting(book) ? "waiting" : "none",
      },
      data: { notices: formatNoticeDocument(book) },
    }),
  };
}

export function formatRuleConfigMap(book: RuleDocument) {
  const labels = { [rulesLabel]: "own", [ownerLabel]: hashOwnerName(book.owner.name) };
  return { labels, data: { rules: formatRuleDocument(book) } };
}

/** Parses a ConfigMap with watch rules; undefined for an unknown format or a name that is not the owner's. */
export function parseRuleConfigMap(kept: KubeObject): RuleDocument | undefined {
  const book = parseRuleDocument(stringAt(kept, "data", "rules") ?? "");
  return book && kept.metadata.name === `almanac-rules-${hashOwnerName(book.owner.name)}` ? book : undefined;
}

/** Parses a ConfigMap with notices; undefined for an unknown format, or when its name does not belong to the owner. */
export function parseNoticeConfigMap(kept: KubeObject): NoticeDocument | undefined {
  const book = parseNoticeDocument(stringAt(kept, "data", "notices") ?? "");
  return book && kept.metadata.name === `almanac-notices-${hashOwnerName(book.owner)}` ? book : undefined;
}

/** Changes a user's stored notices. If they were changed meanwhile, the change is applied to the new state. */
export function updateNoticeDocument(
  keeping: PersonalDataStorage,
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
