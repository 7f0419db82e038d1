import "server-only";
import { randomBytes } from "node:crypto";
import {
  type NoticeChangeRequest,
  noticeChangeResponseSchema,
  noticeLimits,
  type RuleChange,
  type WatchRule,
} from "#lib/contract/notices.ts";
import { text } from "#lib/language/text.ts";
import { markNoticesRead } from "#lib/notices/notice-document.ts";
import { changeRules, type RuleDocument, type RuleError, watchRulesOf } from "#lib/notices/rule-document.ts";
import { countFilterValuesOfRules, queryOfRuleSubject } from "#lib/notices/rule-subject.ts";
import type { UserIdentity } from "#server/access/access-reviews.ts";
import type { RouteCall } from "#server/boundary/create-handler.ts";
import { createVisibleJsonResponse } from "#server/boundary/create-visible-json-response.ts";
import { ProblemError } from "#server/boundary/problem.ts";
import { rejectLongQuery } from "#server/fleet/select-rows.ts";
import type { Session } from "#server/identity/session.ts";
import { currentProcessorTimeBudget } from "#server/processor-time/processor-time-budget.ts";
import { updateDocument } from "#server/storage/document-store.ts";
import { describeStorageError, type PersonalDataStorage } from "#server/storage/own-keeping.ts";
import { type NoticeContext, requireRuleStorage } from "./notice-context.ts";
import { ruleDocumentStore, updateNoticeDocument } from "./notice-document-stores.ts";

type NoticeCall = RouteCall<NoticeContext, Session, NoticeChangeRequest>;

/** Changes the caller's watch rules, or marks notices as (un)read. The audit line has only the kind of change. */
export async function changeNotices({ app, session, body, note, signal }: NoticeCall): Promise<Response> {
  note({ change: body.kind });
  const keeping = requireRuleStorage(app);
  const owner = await app.reviews.identityOf(session.token);
  try {
    if (body.kind === "read" || body.kind === "unread") {
      await updateNoticeDocument(keeping, owner.name, (book) => markNoticesRead(book, body.ids, body.kind === "read"));
      return createVisibleJsonResponse(noticeChangeResponseSchema.parse({}));
    }
    await currentProcessorTimeBudget()?.requireLeft();
    if (body.kind === "save") rejectLongQuery(queryOfRuleSubject(body.subject));
    const rule = await changeRule(keeping, owner, { change: body, now: app.now(), signal });
    // Evaluates the new rule once, so that only later changes are reported.
    await app.ruleWatch?.checkOne(owner.name);
    return createVisibleJsonResponse(noticeChangeResponseSchema.parse({ rule }));
  } catch (error) {
    throw new ProblemError("not-ready", { detail: describeStorageError(error, keeping) }, { cause: error });
  }
}

/** @throws ProblemError when the change lets the filters of a user's rules exceed the limit */
function refuseTooMuch(before: RuleDocument, after: RuleDocument): void {
  const values = countFilterValuesOfRules(watchRulesOf(after));
  if (values <= noticeLimits.values || values <= countFilterValuesOfRules(watchRulesOf(before))) return;
  const detail = text(
    "Your rules would ask for {values} values in their filters, and may ask for {most} together: each is held against every cluster. Ask for fewer, or switch a rule off.",
    { values, most: noticeLimits.values },
  );
  throw new ProblemError("conflict", { detail });
}

interface Changing {
  readonly change: RuleChange;
  readonly now: number;
  readonly signal: AbortSignal;
}

/** Changes the caller's stored rules, and also records the caller's current groups. */
function changeRule(
  keeping: PersonalDataStorage,
  owner: UserIdentity,
  { change, now, signal }: Changing,
): Promise<WatchRule> {
  const hand = { at: new Date(now).toISOString(), newId: randomBytes(6).toString("hex") };
  return updateDocument(ruleDocumentStore(keeping, owner, signal), (book) => {
    const changed = changeRules({ ...book, owner }, change, hand);
    if (!changed.ok) throw new ProblemError("conflict", { detail: descriptionOf(changed.error) });
    refuseTooMuch(book, changed.value.book);
    return { book: changed.value.book, value: changed.value.rule };
  });
}

function descriptionOf(fault: RuleError): string {
  switch (fault) {
    case "too-many":
      return text("You have {rules} rules already; delete one first.", { rules: noticeLimits.rules });
    case "unknown-rule":
      return text("This rule is not there any more.");
    case "changed-meanwhile":
      return text("You have changed this rule elsewhere since you saw it.");
  }
}
