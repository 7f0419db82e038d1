import { expect, test } from "vitest";
import type { RuleNotice } from "#lib/contract/notices.ts";
import { createMailBody } from "./create-mail-body.ts";

const notice: RuleNotice = {
  id: "n1",
  rule: "r1",
  ruleName: "Pay\r\nBcc: everybody@evil.example",
  event: "unhealthy",
  at: "2026-11-24T10:00:00Z",
  lines: [
    {
      project: "pay",
      namespace: "garden-pay",
      name: "ledger",
      what: `<script>alert("x")</script> & \u202e'more'`,
      at: "2026-11-24T09:30:00Z",
    },
  ],
  more: 1,
  read: false,
};
const letter = { id: "n1-me", notices: [notice], url: "https://almanac.example" };

test("a mail says the same in plain text and in HTML", () => {
  const { subject, text, html } = createMailBody(letter);
  expect(subject).toBe("Almanac: Unhealthy, 2 changes");
  expect(text).toContain("- pay/ledger: <script>");
  expect(text).toContain("https://almanac.example/clusters/pay/ledger");
  expect(text).toContain("https://almanac.example/notices");
  expect(html).toContain('<a href="https://almanac.example/clusters/pay/ledger">pay/ledger</a>');
});

test("a mail about a project names the project, and leads to its page", () => {
  const line = { project: "pilots", namespace: "garden-pilots", name: "", what: "" };
  const fact = { kind: "project", date: "deleted" } as const;
  const told: RuleNotice = { ...notice, event: "unusedProject", lines: [{ ...line, fact }], more: 0 };
  const { subject, text } = createMailBody({ ...letter, notices: [told] });
  expect(subject).toBe("Almanac: Unused project, pilots");
  expect(text).toContain("- pilots: If it stays unused, Gardener deletes the project");
  expect(text).toContain("https://almanac.example/projects/pilots");
});

test("S19: nothing that a cluster or a rule is called becomes markup, a line or a hidden character", () => {
  const { text, html } = createMailBody(letter);
  expect(html).toContain("&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt; &amp; ⟨U+202E⟩&#39;more&#39;");
  expect(html).not.toContain("<script");
  expect(text.split("\n").filter((line) => line.startsWith("Bcc"))).toEqual([]);
});

test("a test says that it is one", () => {
  const { subject, text, html } = createMailBody({ id: "t", notices: [], url: undefined });
  expect([subject, text, html]).toEqual([
    "Almanac: a test",
    expect.stringMatching(/^This is a test\./),
    expect.stringContaining("<p>This is a test."),
  ]);
});
