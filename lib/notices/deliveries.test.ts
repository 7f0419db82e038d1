import { describe, expect, test } from "vitest";
import type { RuleNotice, WatchRule } from "#lib/contract/notices.ts";
import { noticeLimits } from "#lib/contract/notices.ts";
import {
  type DeliveryOutcome,
  dueMessages,
  giveUpOldDeliveries,
  isDeliveryWaiting,
  maxMessagesPerHour,
  oldestWaitMs,
  queueDeliveries,
  recordDeliveryOutcome,
  type TimedDestination,
} from "./deliveries.ts";
import {
  emptyNoticeDocument,
  formatNoticeDocument,
  type NoticeDocument,
  parseNoticeDocument,
} from "./notice-document.ts";

const now = Date.parse("2026-11-24T10:00:00Z");
const minute = 60_000;
const rule: WatchRule = {
  id: "r1",
  name: "Watch",
  subject: { kind: "view", address: "/clusters" },
  events: { deadEnd: true },
  to: ["chat", "mine"],
  off: false,
  at: "2026-11-24T09:00:00Z",
};

function noticeOf(id: string): RuleNotice {
  const lines = [{ project: "pay", namespace: "garden-pay", name: "a", what: "Dead end" }];
  return {
    id,
    rule: "r1",
    ruleName: "Watch",
    event: "deadEnd",
    at: "2026-11-24T10:00:00Z",
    lines,
    more: 0,
    read: false,
  };
}

function told(...ids: readonly string[]): NoticeDocument {
  const notices = ids.map(noticeOf);
  return queueDeliveries({ ...emptyNoticeDocument("ravi"), notices }, { notices, rules: [rule], now });
}

const timed = (id: string): TimedDestination => ({ id, when: { kind: "at-once" } });
const [chat, mine, other] = [timed("chat"), timed("mine"), timed("other")];
const both = [chat, mine];
const failed: DeliveryOutcome = { kind: "failed", why: "answers 503" };

function settle(book: NoticeDocument, outcome: DeliveryOutcome, at = now, chance = 1): NoticeDocument {
  const [message] = dueMessages(book, chat, at);
  if (message === undefined) throw new Error("nothing is due");
  return recordDeliveryOutcome(book, { message, outcome, now: at, chance });
}

describe("a notice", () => {
  test("waits for each destination of its rule, and for no other", () => {
    const book = told("n1");
    expect(dueMessages(book, chat, now)).toMatchObject([{ id: "n1-chat", notices: [{ id: "n1" }] }]);
    expect(dueMessages(book, mine, now)).toMatchObject([{ id: "n1-mine" }]);
    expect(dueMessages(book, other, now)).toEqual([]);
    const { to: _, ...bellOnly } = rule;
    const notices = [noticeOf("n2")];
    expect(queueDeliveries({ ...book, notices }, { notices, rules: [bellOnly], now }).deliveries).toEqual([]);
  });

  test("that was delivered waits no more, and is known as delivered after it was kept and read", () => {
    const book = parseNoticeDocument(formatNoticeDocument(settle(told("n1"), { kind: "delivered" }, now + minute)));
    if (book === undefined) throw new Error("what was written cannot be read");
    expect(dueMessages(book, chat, now + minute)).toEqual([]);
    expect(dueMessages(book, mine, now + minute)).toHaveLength(1);
    expect(book.standings.chat).toEqual({ deliveredAt: "2026-11-24T10:01:00Z" });
    expect(isDeliveryWaiting(book)).toBe(true);
    expect(oldestWaitMs(book, both, now + minute)).toBe(minute);
  });

  test("that its receiver refuses for good is lost at once, and the next one is tried", () => {
    const book = settle(told("n1", "n2"), { kind: "lost", why: "answers 400" });
    expect(dueMessages(book, chat, now)).toMatchObject([{ id: "n2-chat" }]);
    expect(book.standings.chat?.lost).toMatchObject({ count: 1, why: "answers 400" });
  });

  test("that may not be seen any more is not sent, which is no fault of its receiver", () => {
    const book = settle(told("n1"), { kind: "withheld" });
    expect(dueMessages(book, chat, now)).toEqual([]);
    expect(book.standings.chat).toBeUndefined();
  });

  test("that a hundred newer ones have displaced is counted as lost", () => {
    const first = told("old");
    const notices = Array.from({ length: noticeLimits.notices }, (_, index) => noticeOf(`n${index}`));
    const book = queueDeliveries({ ...first, notices }, { notices, rules: [rule], now });
    expect(book.standings).toMatchObject({ chat: { lost: { count: 1 } }, mine: { lost: { count: 1 } } });
    expect(book.deliveries).toHaveLength(2 * noticeLimits.notices);
  });
});

describe("a receiver that does not answer", () => {
  test("is left alone for longer after each try, and half an hour at most", () => {
    let book = told("n1");
    let at = now;
    const pauses: number[] = [];
    for (let tries = 0; tries < 9; tries += 1) {
      book = settle(book, failed, at);
      const next = Date.parse(book.standings.chat?.failure?.next ?? "");
      expect(dueMessages(book, chat, next - 1_000)).toEqual([]);
      expect(dueMessages(book, chat, next)).toHaveLength(1);
      pauses.push((next - at) / minute);
      at = next;
    }
    expect(pauses).toEqual([0.5, 1, 2, 4, 8, 16, 30, 30, 30]);
    expect(book.standings.chat?.failure).toMatchObject({ tries: 9, since: "2026-11-24T10:00:00Z" });
  });

  test("is tried at different times by chance, and not before the time it has asked for", () => {
    const soon = settle(told("n1"), failed, now, 0).standings.chat?.failure?.next;
    expect(soon).toBe("2026-11-24T10:00:15Z");
    const asked = settle(told("n1"), { ...failed, retryAfterMs: 10 * minute }).standings.chat?.failure?.next;
    expect(asked).toBe("2026-11-24T10:10:00Z");
    const long = settle(told("n1"), { ...failed, retryAfterMs: 600 * minute }).standings.chat?.failure?.next;
    expect(long).toBe("2026-11-24T10:30:00Z");
  });

  test("gets what waits once it is back, and is well again", () => {
    const book = settle(settle(told("n1"), failed), { kind: "delivered" }, now + 10 * minute);
    expect(book.standings.chat).toEqual({ deliveredAt: "2026-11-24T10:10:00Z" });
  });

  test("is given up for a notice after a day, with the reason, and once", () => {
    const day = 24 * 60 * minute;
    const waiting = settle(told("n1"), failed);
    expect(giveUpOldDeliveries(waiting, both, now + day)).toBe(waiting);
    const book = giveUpOldDeliveries(waiting, both, now + day + 1);
    expect(book.deliveries).toMatchObject([
      { to: "chat", state: "lost", why: "answers 503" },
      { to: "mine", state: "lost" },
    ]);
    expect(book.standings.chat?.lost).toMatchObject({ count: 1, why: "answers 503" });
    expect(giveUpOldDeliveries(book, both, now + 2 * day)).toBe(book);
  });
});

test("what waits for a destination that is gone waits no more, and what was delivered there stays", () => {
  const book = settle(told("n1", "n2"), { kind: "delivered" });
  const left = giveUpOldDeliveries(book, [mine], now);
  expect(left.deliveries.map(({ notice, to, state }) => [notice, to, state])).toEqual([
    ["n1", "chat", "delivered"],
    ["n1", "mine", "waiting"],
    ["n2", "mine", "waiting"],
  ]);
});

test("no destination gets more than so many an hour, and the rest after it", () => {
  let book = told(...Array.from({ length: maxMessagesPerHour + 5 }, (_, index) => `n${index}`));
  for (let sent = 0; sent < maxMessagesPerHour; sent += 1) book = settle(book, { kind: "delivered" });
  expect(dueMessages(book, chat, now + 59 * minute)).toEqual([]);
  expect(dueMessages(book, chat, now + 60 * minute)).toHaveLength(5);
});

describe("a digest", () => {
  const hour = 60 * minute;
  const morning: TimedDestination = { id: "chat", when: { kind: "daily", hour: 8, zone: "Europe/Berlin" } };
  const eight = Date.parse("2026-11-25T07:00:00Z");

  test("goes once a day, at its hour, with all that was told since the last one, and is the same one when it is sent again", () => {
    const book = told("n1", "n2");
    expect(dueMessages(book, morning, eight - 1)).toEqual([]);
    const [message, ...more] = dueMessages(book, morning, eight);
    expect(more).toEqual([]);
    expect(message).toMatchObject({ id: `chat-${eight / minute}`, notices: [{ id: "n1" }, { id: "n2" }] });
    if (message === undefined) throw new Error("no digest is due");
    const failing = recordDeliveryOutcome(book, { message, outcome: failed, now: eight, chance: 1 });
    expect(dueMessages(failing, morning, eight)).toEqual([]);
    expect(dueMessages(failing, morning, eight + 5 * minute)).toEqual([message]);
    const done = recordDeliveryOutcome(failing, {
      message,
      outcome: { kind: "delivered" },
      now: eight + hour,
      chance: 1,
    });
    expect(dueMessages(done, morning, eight + 24 * hour)).toEqual([]);
    expect(done.deliveries.filter(({ to }) => to === "chat").map(({ state }) => state)).toEqual([
      "delivered",
      "delivered",
    ]);
  });

  test("is given up a day after it was due, and waits for nobody before that", () => {
    const book = told("n1");
    const all = [morning, mine];
    expect(
      oldestWaitMs({ ...book, deliveries: book.deliveries.filter(({ to }) => to === "chat") }, all, eight - 1),
    ).toBe(0);
    const late = giveUpOldDeliveries(book, all, eight + 24 * hour);
    expect(late.deliveries.find(({ to }) => to === "chat")?.state).toBe("waiting");
    expect(
      giveUpOldDeliveries(book, all, eight + 24 * hour + 1).deliveries.find(({ to }) => to === "chat")?.state,
    ).toBe("lost");
  });
});
