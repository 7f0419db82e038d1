import "server-only";
import { randomBytes } from "node:crypto";
import {
  type NoticeChange,
  noticeChangedSchema,
  noticeLimits,
  type RuleChange,
  type WatchRule,
} from "#lib/contract/notices.ts";
import { fleetContext } from "#lib/fleet/fields/fleet-context.ts";
import { text } from "#lib/language/text.ts";
import { markRead } from "#lib/view/notices/notice-book.ts";
import { changeRules, emptyRuleBook, type RuleFault } from "#lib/view/notices/rule-book.ts";
import { queryOfSubject } from "#lib/view/notices/rule-subject.ts";
import type { Identity } from "../access/access-reviews.ts";
import type { Call } from "../boundary/create-handler.ts";
import { ProblemError } from "../boundary/problem.ts";
import { visibleJson } from "../boundary/visible-json.ts";
import { selectRows } from "../fleet/select-rows.ts";
import type { Session } from "../identity/session.ts";
import { changeConfigMap } from "../kept/change-config-map.ts";
import { type OwnKeeping, whyNotKept } from "../kept/own-keeping.ts";
import { keepingOf, type NoticeContext } from "./notice-context.ts";
import { changeNoticeBook, ruleBookOf, ruleObject, rulesTarget } from "./notice-places.ts";

type NoticeCall = Call<NoticeContext, Session, NoticeChange>;

/** Saves, changes or deletes one of the caller's rules, or marks notices as read. The audit line says no more than that. */
export async function changeNotices({ app, session, body, note, signal }: NoticeCall): Promise<Response> {
  note({ change: body.kind });
  const keeping = keepingOf(app);
  const owner = await app.reviews.identityOf(session.token);
  try {
    if (body.kind === "read" || body.kind === "unread") {
      await changeNoticeBook(keeping, owner.name, (book) => ({
        book: markRead(book, body.ids, body.kind === "read"),
        value: undefined,
      }));
      return visibleJson(noticeChangedSchema.parse({}));
    }
    if (body.kind === "save") await refuseLongQuery(body, app.now());
    const rule = await changeRule(keeping, owner, { change: body, now: app.now(), signal });
    // From here on the rule knows what is so already.
    await app.ruleWatch?.check(owner.name);
    return visibleJson(noticeChangedSchema.parse({ rule }));
  } catch (error) {
    const detail = whyNotKept(error, keeping);
    throw detail === undefined ? error : new ProblemError("not-ready", { detail }, { cause: error });
  }
}

/** Rejects, before anything is kept, where the address asks for more than a view may. */
async function refuseLongQuery({ subject }: Extract<RuleChange, { readonly kind: "save" }>, now: number) {
  const query = queryOfSubject(subject);
  if (query !== undefined) await selectRows([], query, fleetContext(now));
}

interface Changing {
  readonly change: RuleChange;
  readonly now: number;
  readonly signal: AbortSignal;
}

/** With each write the owner's groups are those of today. */
function changeRule(keeping: OwnKeeping, owner: Identity, { change, now, signal }: Changing): Promise<WatchRule> {
  const target = rulesTarget(keeping, owner.name);
  const hand = { at: new Date(now).toISOString(), newId: randomBytes(6).toString("hex") };
  return changeConfigMap({ client: keeping.client, target, signal }, (kept) => {
    const book = kept === undefined ? emptyRuleBook(owner) : ruleBookOf(kept);
    if (book === undefined) {
      const detail = text("The ConfigMap {name} holds rules of another form; it is not written over.", {
        name: target.name,
      });
      throw new ProblemError("conflict", { detail });
    }
    const changed = changeRules({ ...book, owner }, change, hand);
    if (!changed.ok) throw new ProblemError("conflict", { detail: sentenceOf(changed.error) });
    return { value: changed.value.rule, object: ruleObject(target, changed.value.book) };
  });
}

function sentenceOf(fault: RuleFault): string {
  switch (fault) {
    case "too-many":
      return text("You have {rules} rules already; delete one first.", { rules: noticeLimits.rules });
    case "unknown-rule":
      return text("This rule is not there any more.");
    case "changed-meanwhile":
      return text("You have changed this rule elsewhere since you saw it.");
    default:
      return fault satisfies never;
  }
}
