import type { ActPreview } from "#lib/contract/act.ts";

/** A preview of an action without warnings or errors. */
export function allowedPreview(differing: Partial<ActPreview> = {}): ActPreview {
  return {
    uid: "u1",
    resourceVersion: "100",
    checkedAt: "2026-11-24T12:00:00Z",
    sentence: "Maintain now.",
    decision: "allow",
    reasons: [],
    hints: [],
    when: { at: "now", notes: [] },
    pools: [],
    changes: [],
    checks: [],
    afterwards: [],
    request: [],
    dryRun: { verdict: "accepted", causes: [], warnings: [], standing: [] },
    friction: { tier: "dialog", consequences: [] },
    hash: "h".repeat(43),
    ...differing,
  };
}
