import { describe, expect, test } from "vitest";
import type { RuleNotice } from "#lib/contract/notices.ts";
import { createWebhookBody } from "./create-webhook-body.ts";
import type { MessageContent } from "./message-content.ts";
import { messageTitleOf } from "./message-content.ts";

const notice: RuleNotice = {
  id: "n1",
  rule: "r1",
  ruleName: "Pay <!channel> & go",
  event: "unhealthy",
  at: "2026-11-24T10:00:00Z",
  lines: [
    {
      project: "pay",
      namespace: "garden-pay",
      name: "ledger",
      what: "Unhealthy: <https://evil.example|click> \u202e[x](y)",
      at: "2026-11-24T09:30:00Z",
    },
  ],
  more: 2,
  read: false,
};
const letter: MessageContent = { id: "n1-chat", notices: [notice], url: "https://almanac.example/g/live" };
const probe: MessageContent = { id: "test-1", notices: [], url: undefined };
const bodyOf = (of: MessageContent, shape: "json" | "slack" | "teams") => JSON.parse(createWebhookBody(of, shape));

test("JSON says what changed on which cluster, and where it is seen", () => {
  expect(bodyOf(letter, "json")).toEqual({
    version: 1,
    id: "n1-chat",
    kind: "notices",
    url: "https://almanac.example/g/live/notices",
    notices: [
      {
        id: "n1",
        rule: { id: "r1", name: "Pay <!channel> & go" },
        event: "unhealthy",
        title: "Unhealthy",
        at: "2026-11-24T10:00:00Z",
        clusters: [
          {
            project: "pay",
            name: "ledger",
            what: "Unhealthy: <https://evil.example|click> ⟨U+202E⟩[x](y)",
            at: "2026-11-24T09:30:00Z",
            url: "https://almanac.example/g/live/clusters/pay/ledger",
          },
        ],
        more: 2,
      },
    ],
  });
  expect(bodyOf(probe, "json")).toEqual({ version: 1, id: "test-1", kind: "test", notices: [] });
});

describe("Slack", () => {
  test("is sent one text with links, in which nothing of a cluster or a rule calls anybody or links anywhere", () => {
    const { text, ...others } = bodyOf(letter, "slack");
    expect(others).toEqual({ unfurl_links: false, unfurl_media: false });
    expect(text).toContain("<https://almanac.example/g/live/clusters/pay/ledger|pay/ledger>");
    expect(text).toContain("And 2 more changes. By the rule Pay &lt;!channel&gt; &amp; go");
    const angled = text.match(/<[^>]*>/g);
    expect(angled).toEqual([
      "<https://almanac.example/g/live/clusters/pay/ledger|pay/ledger>",
      "<https://almanac.example/g/live/notices|Notices in Almanac>",
    ]);
  });

  test("is sent a test as a sentence", () => {
    expect(bodyOf(probe, "slack").text).toMatch(/^This is a test/);
  });

  test("is sent no more than it shows", () => {
    const lines = Array.from({ length: 10 }, () => ({ ...notice.lines[0], what: "x".repeat(2_000) }));
    const long = { ...letter, notices: [Object.assign({}, notice, { lines })] };
    expect(bodyOf(long, "slack").text.length).toBeLessThan(4_000);
  });
});

test("Teams is sent a card whose texts are runs, in which no Markdown is read", () => {
  const { type, attachments } = bodyOf(letter, "teams");
  expect(type).toBe("message");
  const [{ contentType, content }] = attachments;
  expect(contentType).toBe("application/vnd.microsoft.card.adaptive");
  expect(content).toMatchObject({ type: "AdaptiveCard", version: "1.4" });
  expect(content.body.map((block: { type: string }) => block.type)).toEqual(content.body.map(() => "RichTextBlock"));
  expect(content.actions).toMatchObject([{ type: "Action.OpenUrl", url: "https://almanac.example/g/live/notices" }]);
  expect(bodyOf(probe, "teams").attachments[0].content.body).toHaveLength(2);
});

test("the title of a letter says what, and where when it is one cluster", () => {
  expect(messageTitleOf(probe)).toBe("Almanac: a test");
  expect(messageTitleOf({ ...letter, notices: [{ ...notice, more: 0 }] })).toBe("Almanac: Unhealthy, pay/ledger");
  expect(messageTitleOf(letter)).toBe("Almanac: Unhealthy, 3 changes");
  expect(messageTitleOf({ ...letter, notices: [notice, notice] })).toBe("Almanac: 2 notices");
});
