import "server-only";
import { type Notices, noticeLimits, type RuleNotice, type ShownNotice } from "#lib/contract/notices.ts";
import { text } from "#lib/language/text.ts";
import type { NoticeDocument } from "#lib/notices/notice-document.ts";
import { watchRulesOf } from "#lib/notices/rule-document.ts";
import { countFilterValuesOfRules } from "#lib/notices/rule-subject.ts";
import { type StoredDestination, storedDestinationsOf, toNoticeDestination } from "#lib/notices/stored-destinations.ts";
import { utcClock } from "#lib/words/clock.ts";
import { formatDateTime } from "#lib/words/format-time.ts";
import type { UserIdentity } from "#server/access/access-reviews.ts";
import type { UserScope } from "#server/access/user-scope.ts";
import type { Session } from "#server/identity/session.ts";
import { findDocument } from "#server/storage/document-store.ts";
import { describeStorageError, type PersonalDataStorage } from "#server/storage/own-keeping.ts";
import { type NoticeContext, noRuleStorageMessage } from "./notice-context.ts";
import { noticeDocumentStore, ruleDocumentStore } from "./notice-document-stores.ts";
import { visibleNotices } from "./visible-notices.ts";

const nothing: Notices = { rules: [], notices: [], destinations: [], hidden: 0, unshown: 0 };

/** The caller's own rules and notices, without clusters that the caller can no longer see. */
export async function listNotices(context: NoticeContext, session: Session, signal: AbortSignal): Promise<Notices> {
  const { ownKeeping } = context;
  if (ownKeeping === undefined) return { ...nothing, unavailable: text(noRuleStorageMessage) };
  const identity = await context.reviews.identityOf(session.token);
  try {
    const reading = { keeping: ownKeeping, owner: identity, signal };
    const notices = await read(reading, () => context.scopes.scopeOf(session.token));
    const { deliveries } = context;
    const noDelivery = notices.destinations.length === 0 ? undefined : whyNothingIsDelivered(context, ownKeeping);
    return {
      ...notices,
      ...(notices.rules.length > 0 && { unwatched: [...(context.ruleWatch?.unwatchedOf(identity.name) ?? [])] }),
      email: deliveries.addressOf(session, identity),
      ...(deliveries.noWebhooks !== undefined && { noWebhooks: deliveries.noWebhooks }),
      ...(noDelivery !== undefined && { noDelivery }),
    };
  } catch (error) {
    return { ...nothing, unavailable: describeStorageError(error, ownKeeping) };
  }
}

function whyNothingIsDelivered(
  { deliverer }: Pick<NoticeContext, "deliverer">,
  { namespace }: PersonalDataStorage,
): string | undefined {
  if (deliverer === undefined) return text("This Almanac is read-only.");
  const { mayKeepLeases, standsStillSince } = deliverer;
  if (mayKeepLeases && standsStillSince !== undefined) {
    const since = formatDateTime(standsStillSince, utcClock);
    return text("The garden has not told Almanac what waits to be delivered since {since}. It is tried again.", {
      since,
    });
  }
  if (mayKeepLeases) return undefined;
  return text("Almanac may not keep Leases in the namespace {namespace} of this garden.", { namespace });
}

interface Reading {
  readonly keeping: PersonalDataStorage;
  readonly owner: UserIdentity;
  readonly signal: AbortSignal;
}

async function read({ keeping, owner, signal }: Reading, scopeOf: () => Promise<UserScope>): Promise<Notices> {
  const [rulesKept, noticesKept] = [
    ruleDocumentStore(keeping, owner, signal),
    noticeDocumentStore(keeping, owner.name, signal),
  ];
  const [rules, told] = await Promise.all([findDocument(rulesKept), findDocument(noticesKept)]);
  if (rules === undefined || told === undefined) {
    const { name } = (told === undefined ? noticesKept : rulesKept).target;
    const unavailable = text("The ConfigMap {name} has a form that this Almanac does not know. It stays as it is.", {
      name,
    });
    return { ...nothing, unavailable };
  }
  const shown = watchRulesOf(rules);
  const scope = told.notices.length === 0 ? undefined : await scopeOf();
  const notices = scope === undefined ? [] : visibleNotices(told.notices, scope);
  const destinations = storedDestinationsOf(rules);
  const newest = notices.slice(-noticeLimits.notices).reverse();
  return {
    rules: [...shown],
    values: countFilterValuesOfRules(shown),
    notices: newest.map((notice) => withDeliveries(notice, told, destinations)),
    destinations: destinations.map((each) => toNoticeDestination(each, told)),
    hidden: told.notices.length - notices.length,
    unshown: rules.entries.length - shown.length + told.unknown.length,
  };
}

function withDeliveries(
  notice: RuleNotice,
  { deliveries }: NoticeDocument,
  destinations: readonly StoredDestination[],
): ShownNotice {
  const shown = destinations.flatMap(({ id, name }) => {
    const delivery = deliveries.find((each) => each.notice === notice.id && each.to === id);
    if (delivery === undefined) return [];
    const { state, why } = delivery;
    return [{ name, state, ...(why !== undefined && { why }) }];
  });
  return { ...notice, deliveries: shown };
}
