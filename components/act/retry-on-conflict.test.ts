import { describe, expect, test } from "vitest";
import { allowedPreview } from "#lib/act/preview/act-preview.fixture.ts";
import type { ActPreview } from "#lib/contract/act.ts";
import type { RequestError } from "#lib/contract/request-error.ts";
import { type ConfirmedActResult, retryOnConflict } from "./retry-on-conflict.ts";

const read = allowedPreview();
const accepted: ConfirmedActResult = {
  kind: "accepted",
  accepted: { requestedAt: "2026-11-24T12:00:01Z", resourceVersion: "201", generation: 3, warnings: [] },
};
const refused = (reason: RequestError["reason"]): ConfirmedActResult => ({ kind: "refused", fault: { reason } });

/** A fake garden that answers requests in order, and whose newer previews have the given differences. */
function garden(answers: readonly ConfirmedActResult[], newer: Partial<ActPreview> | "none" = {}) {
  const sent: string[] = [];
  let replaced = 0;
  const transport = {
    send: async ({ resourceVersion }: ActPreview) => {
      sent.push(resourceVersion);
      return answers[sent.length - 1] ?? accepted;
    },
    preview: async () => (newer === "none" ? undefined : { ...read, resourceVersion: `20${sent.length}`, ...newer }),
    replaced: () => {
      replaced += 1;
    },
  };
  return { transport, sent, replaced: () => replaced };
}

describe("a confirmed act", () => {
  test("is sent once, bound to what was read", async () => {
    const { transport, sent } = garden([accepted]);
    expect(await retryOnConflict(read, transport)).toEqual(accepted);
    expect(sent).toEqual(["100"]);
  });

  test("goes on after a conflict when a new preview says the same, bound to the newer version", async () => {
    const { transport, sent, replaced } = garden([refused("conflict")]);
    expect(await retryOnConflict(read, transport)).toEqual(accepted);
    expect(sent).toEqual(["100", "201"]);
    expect(replaced()).toBe(1);
  });

  test.each<{ name: string; newer: Partial<ActPreview> | "none" }>([
    { name: "says something else", newer: { sentence: "Maintain now; 14 nodes are replaced." } },
    {
      name: "asks for more consent",
      newer: { friction: { tier: "typed-name", consequences: [], phrase: "eu" } },
    },
    { name: "is of another Shoot of that name", newer: { uid: "u2" } },
    { name: "cannot be made", newer: "none" },
  ])("asks the person again after a conflict when the new preview $name", async ({ newer }) => {
    const { transport, sent, replaced } = garden([refused("conflict")], newer);
    expect(await retryOnConflict(read, transport)).toEqual(refused("conflict"));
    expect(sent).toEqual(["100"]);
    expect(replaced()).toBe(0);
  });

  test("asks the person when the cluster changes faster than it can be confirmed", async () => {
    const { transport, sent } = garden([1, 2, 3, 4].map(() => refused("conflict")));
    expect(await retryOnConflict(read, transport)).toEqual(refused("conflict"));
    expect(sent).toEqual(["100", "201", "202"]);
  });

  test.each([
    "forbidden",
    "refused-by-garden",
    "refused-by-policy",
    "read-only",
    "too-many-requests",
    "garden-unreachable",
    "garden-timeout",
    "timeout",
    "unreachable",
    "internal",
  ] as const)("is never sent a second time after %s", async (reason) => {
    const { transport, sent } = garden([refused(reason)]);
    expect(await retryOnConflict(read, transport)).toEqual(refused(reason));
    expect(sent).toEqual(["100"]);
  });
});
