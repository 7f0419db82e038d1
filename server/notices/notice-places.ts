import "server-only";
import { createHash } from "node:crypto";
import type { KubeObject } from "#lib/kube/object.ts";
import type { ObjectTarget } from "#lib/kube/paths.ts";
import { configMaps } from "#lib/kube/resource.ts";
import { isRecord } from "#lib/kube/wire.ts";
import { isWaiting } from "#lib/notices/deliveries.ts";
import { emptyNoticeBook, formatNoticeBook, type NoticeBook, parseNoticeBook } from "#lib/notices/notice-book.ts";
import { formatRuleBook, parseRuleBook, type RuleBook } from "#lib/notices/rule-book.ts";
import { type ConfigMap, changeConfigMap } from "#server/storage/change-config-map.ts";
import { otherForm } from "#server/storage/other-form.ts";
import { type OwnKeeping, ownerKey, ownerLabel } from "#server/storage/own-keeping.ts";

/** `own` on the rules of one person, `told` on what they told. */
export const rulesLabel = "almanac.garden/watch-rules";
/** `waiting` on notices of which one is to be delivered outside. */
export const deliveryLabel = "almanac.garden/delivery";

export function rulesTarget({ namespace }: Pick<OwnKeeping, "namespace">, owner: string): ObjectTarget {
  return { resource: configMaps, namespace, name: `almanac-rules-${ownerKey(owner)}` };
}

export function noticesTarget({ namespace }: OwnKeeping, owner: string): ObjectTarget {
  return { resource: configMaps, namespace, name: `almanac-notices-${ownerKey(owner)}` };
}

/** Undefined for what this build does not know as somebody's rules. What names the object is a hash of whose they are. */
export function ruleBookOf(kept: KubeObject): RuleBook | undefined {
  const text = textOf(kept, "rules");
  const book = text === undefined ? undefined : parseRuleBook(text);
  return book && kept.metadata.name === `almanac-rules-${ownerKey(book.owner.name)}` ? book : undefined;
}

/** Undefined for what this build does not know as the notices of that person. */
export function noticeBookOf(kept: KubeObject | undefined, owner: string): NoticeBook | undefined {
  if (kept === undefined) return emptyNoticeBook(owner);
  const text = textOf(kept, "notices");
  const book = text === undefined ? undefined : parseNoticeBook(text);
  return book?.owner === owner ? book : undefined;
}

/** The notices of whoever they say they are of; undefined for what this build does not know as somebody's. */
export function noticeBookIn(kept: KubeObject): NoticeBook | undefined {
  const text = textOf(kept, "notices");
  const book = text === undefined ? undefined : parseNoticeBook(text);
  return book && kept.metadata.name === `almanac-notices-${ownerKey(book.owner)}` ? book : undefined;
}

export function ruleObject({ name, namespace = "" }: ObjectTarget, book: RuleBook): ConfigMap {
  const labels = { [rulesLabel]: "own", [ownerLabel]: ownerKey(book.owner.name) };
  return {
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: { name, namespace, labels },
    data: { rules: formatRuleBook(book) },
  };
}

/** Applies a change to somebody's notices, bound to the version that was read. */
export function changeNoticeBook<Value>(
  keeping: OwnKeeping,
  owner: string,
  change: (book: NoticeBook) => { readonly book: NoticeBook; readonly value: Value },
): Promise<Value> {
  const target = noticesTarget(keeping, owner);
  return changeConfigMap({ client: keeping.client, target }, (kept) => {
    const before = noticeBookOf(kept, owner);
    if (before === undefined) {
      throw otherForm(target.name);
    }
    const { book, value } = change(before);
    return book === before ? { value } : { value, object: noticeObject(target, book) };
  });
}

function noticeObject({ name, namespace = "" }: ObjectTarget, book: NoticeBook): ConfigMap {
  const labels = {
    [rulesLabel]: "told",
    [ownerLabel]: ownerKey(book.owner),
    [deliveryLabel]: isWaiting(book) ? "waiting" : "none",
  };
  return {
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: { name, namespace, labels },
    data: { notices: formatNoticeBook(book) },
  };
}

/** Short, and as good as unique among a person's marks. */
export function markOf(key: string): string {
  return createHash("sha256").update(key).digest("base64url").slice(0, 12);
}

function textOf(kept: KubeObject, key: string): string | undefined {
  const text = "data" in kept && isRecord(kept.data) ? kept.data[key] : undefined;
  return typeof text === "string" ? text : undefined;
}
