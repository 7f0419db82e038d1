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
import { markRead } from "#lib/notices/notice-document.ts";
import { changeRules, type RuleDocument, type RuleError, watchRulesOf } from "#lib/notices/rule-document.ts";
import { queryOfSubject, valuesOfRules } from "#lib/notices/rule-subject.ts";
import type { UserIdentity } from "#server/access/access-reviews.ts";
import type { Call } from "#server/boundary/create-handler.ts";
import { ProblemError } from "#server/boundary/problem.ts";
import { visibleJson } from "#server/boundary/visible-json.ts";
import { rejectLongQuery } from "#server/fleet/select-rows.ts";
import type { Session } from "#server/identity/session.ts";
import { workAccountNow } from "#server/processor-time/work-account.ts";
import { updateDocument } from "#server/storage/document-store.ts";
import { type OwnKeeping, whyNotStored } from "#server/storage/own-keeping.ts";
import { type NoticeContext, requireOwnKeeping } from "./notice-context.ts";
import { ruleDocumentStore, updateNoticeDocument } from "./notice-document-stores.ts";

type NoticeCall = Call<NoticeContext, Session, NoticeChangeRequest>;

/** Changes the caller's rules, or marks notices as read or unread. The audit line names only the kind of change. */
export async function changeNotices({ app, session, body, note, signal }: NoticeCall): Promise<Response> {
  note({ change: body.kind });
  const keeping = requireOwnKeeping(app);
  const owner = await app.reviews.identityOf(session.token);
  try {
    if (body.kind === "read" || body.kind === "unread") {
      await updateNoticeDocument(keeping, owner.name, (book) => markRead(book, body.ids, body.kind === "read"));
      return visibleJson(noticeChangeResponseSchema.parse({}));
    }
    await workAccountNow()?.requireLeft();
    if (body.kind === "save") rejectLongQuery(queryOfSubject(body.subject));
    const rule = await changeRule(keeping, owner, { change: body, now: app.now(), signal });
    // Records the current state for the rule, so that only later changes are reported.
    await app.ruleWatch?.checkOne(owner.name);
    return visibleJson(noticeChangeResponseSchema.parse({ rule }));
  } catch (error) {
    throw new ProblemError("not-ready", { detail: whyNotStored(error, keeping) }, { cause: error });
  }
}

/** @throws ProblemError when a change increases the filter values of a user's rules beyond the limit */
function refuseTooMuch(before: RuleDocument, after: RuleDocument): void {
  const values = valuesOfRules(watchRulesOf(after));
  if (values <= noticeLimits.values || values <= valuesOfRules(watchRulesOf(before))) return;
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

/** Every write also updates the owner's groups to the current ones. */
function changeRule(keeping: OwnKeeping, owner: UserIdentity, { change, now, signal }: Changing): Promise<WatchRule> {
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
