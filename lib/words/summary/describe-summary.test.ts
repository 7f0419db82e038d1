import { expect, test } from "vitest";
import type { OperationSummary } from "#lib/contract/summary/operation-summary.ts";
import { describeSummary, summaryText } from "./describe-summary.ts";

function summaryOf(more: Partial<OperationSummary> = {}): OperationSummary {
  return {
    ...{ cause: { kind: "maintenance" }, changes: [], pools: [], outcome: { kind: "done" }, failures: [], tasks: [] },
    ...{ begunAt: "2026-03-02T01:00:00Z", endedAt: "2026-03-02T01:31:00Z" },
    ...more,
  };
}

const image = { kind: "version", image: "gardenlinux", from: "1.0.0", to: "2.0.0", forced: false } as const;
const rolled = { impact: "rollingUpdate", triggers: ["kubernetesMinor"], pools: ["a", "b"] };

test("a maintenance is told from what to what, with nodes, time and what is left, in this order", () => {
  expect(
    describeSummary(
      summaryOf({
        changes: [
          { kind: "version", from: "1.33.2", to: "1.34.1", forced: true },
          { ...image, pools: ["a"] },
          { kind: "field", field: "addons", effect: "removed" },
          { kind: "text", said: "Removed feature gates" },
        ],
        pools: [
          { ...rolled, nodes: 4 },
          { impact: "kubeletRestart", triggers: ["kubernetesPatch"], pools: ["c"] },
        ],
        tasks: [{ kind: "pool-behind", pools: ["d"], version: "1.33.2" }],
      }),
    ),
  ).toEqual({
    title: "Maintenance done",
    hue: "positive",
    sentences: [
      "Kubernetes: 1.33.2 to 1.34.1, forced.",
      "gardenlinux of pool a: 1.0.0 to 2.0.0.",
      "addons is removed.",
      "Gardener reports: Removed feature gates",
      "4 nodes of pools a and b replaced (Kubernetes minor version).",
      "The kubelets of pool c restarted, the nodes stayed (Kubernetes patch version).",
      "What happened to nodes follows from Gardener's rules. Almanac did not see the nodes.",
      "It took 31 min.",
      "Still to do: pool d stays on Kubernetes 1.33.2.",
    ],
  });
});

test("no success and no number of nodes is told of an operation that failed or goes on", () => {
  const outcomes: readonly OperationSummary["outcome"][] = [
    { kind: "failed", codes: ["ERR_INFRA_QUOTA_EXCEEDED"] },
    { kind: "under-way" },
  ];
  for (const outcome of outcomes) {
    const { hue, sentences } = describeSummary(
      summaryOf({ outcome, changes: [image], pools: [{ ...rolled, nodes: 4 }], failures: ["no quota"] }),
    );
    const words = sentences.join(" ");
    expect(hue).toBe(outcome.kind === "failed" ? "negative" : "info");
    expect(words).toContain(
      "The nodes of pools a and b are to be replaced (Kubernetes minor version). How many were is not known.",
    );
    expect(words).toContain("Failed: no quota");
    expect(words).not.toMatch(/4 nodes|were replaced|nothing that is left/);
  }
});

test("what was not seen is said to be so, and nothing is told about nodes", () => {
  const unseen = summaryOf({
    outcome: { kind: "unseen", failed: false },
    firstSeenAt: "2026-03-02T02:00:00Z",
    pools: [rolled],
  });
  const { title, sentences } = describeSummary(unseen);
  expect([title, ...sentences]).toEqual([
    "Maintenance accepted",
    "How its operation ended was not seen.",
    "Almanac has watched the cluster without a break since Mon 2 Mar 2026, 02:00 UTC. What it was before is known only as far as Gardener reports it.",
  ]);
});

test("a refused maintenance changed nothing and took no time", () => {
  const refused = summaryOf({
    outcome: { kind: "refused" },
    failures: ["Shoot is invalid"],
    endedAt: "2026-03-02T01:00:00Z",
  });
  expect(summaryText(refused)).toBe("Maintenance refused, nothing changed. Failed: Shoot is invalid");
});

test("a step of a rotation is told with what people do next", () => {
  const family = "certificateAuthorities";
  const words = summaryText(
    summaryOf({
      cause: { kind: "rotation" },
      changes: [{ kind: "rotation", family, step: "ready-to-complete" }],
      tasks: [{ kind: "rotation", family, wait: "update-clients-and-complete", pools: [] }],
    }),
  );
  expect(words).toContain("Rotation step done. Certificate authorities: Prepared: old and new are both valid.");
  expect(words).toContain(
    "Still to do for the certificate authorities: Update every client, then complete the rotation.",
  );
});

test("a change names its client, and says where nobody is named", () => {
  expect(summaryText(summaryOf({ cause: { kind: "change", by: "kubectl-edit" } }))).toMatch(
    /^Change rolled out\. Written by kubectl-edit\. By Gardener's rules no node was replaced\./,
  );
  expect(summaryText(summaryOf({ cause: { kind: "unknown" } }))).toContain("Who wrote the change is not recorded.");
});

test("a change in a maintenance is told beside it, and the time since a change is not told as work", () => {
  const maintained = summaryText(summaryOf({ alsoBy: ["kubectl-edit"], hasFailedBefore: true }));
  expect(maintained).toContain("kubectl-edit changed the cluster as well: not all of this is from maintenance.");
  expect(maintained).toContain("It had failed before and was carried out again.");
  const changed = summaryText(summaryOf({ cause: { kind: "change", by: "kubectl-edit" } }));
  expect(changed).toContain("It ended 31 min after the change was written.");
  expect(changed).not.toContain("It took");
});

test("a summary with codes of a newer build has sentences without gaps", () => {
  const words = summaryText(
    summaryOf({
      changes: [{ kind: "rotation", family: "moonlight", step: "waxing" }],
      pools: [
        { impact: "levitation", triggers: [], pools: ["a"] },
        { impact: "rollingUpdate", triggers: ["moonPhase"], pools: ["a"] },
      ],
      tasks: [{ kind: "rotation", family: "moonlight", wait: "sing", pools: [] }],
    }),
  );
  expect(words).toContain("The nodes of pool a were replaced (moonPhase).");
  expect(words).not.toContain("undefined");
});
