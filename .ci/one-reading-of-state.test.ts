import { expect, test } from "vitest";
import { isTestFile, readSourceFiles } from "./source-files.ts";

/**
 * Patterns of code that derives from a Shoot's status what Gardener does next. Only the policy core should derive that.
 */
const derivations = [
  { what: "the state of the last operation", pattern: /\blastOperation\b\)?\??\.state\b/ },
  { what: "the state of the last operation", pattern: /\{[^{}]*\bstate\b[^{}]*\} = [\w.?]*\blastOperation\b/ },
  { what: "a state that only an operation has", pattern: /(=== |case )"(Aborted|Pending)"/ },
  { what: "the last operation, read once more", pattern: /\breadLastOperation\(/ },
  { what: "the generation that gardenlet has seen", pattern: /\bobservedGeneration\b|\b(row|observed)\.observed\b/ },
  { what: "an annotation that holds back, ends or retries", pattern: /\bannotations\.(ignore|needsRetry|expir\w*)\b/ },
  {
    what: "an annotation that holds back, ends or retries",
    pattern:
      /shoot\.gardener\.cloud\/(ignore|expiration-timestamp)|emergency-stop-reconciliations|needs-retry-operation/,
  },
] as const;

/** Exceptions: files that only show the last operation, or compare it with itself, and draw no conclusions from it. */
const shown: Readonly<Record<string, string>> = {
  "components/clusters/credentials/cloud-account-card.tsx": "asks again when another operation is reported",
  "components/clusters/deletion/deletion-card.tsx": "how far the deletion is, in per cent",
  "components/clusters/overview/operation-card.tsx": "shows the last operation itself",
  "lib/act/follow/operation-progress.ts":
    "compares the last operation with the one before the act: its end is what was seen",
  "lib/act/preview/checks-of-act.ts": "names the last operation; what becomes of it stands in the outlook",
  "lib/fleet/fields/state-fields.ts": "the column, the filter and the order of the last operation itself",
  "lib/view/activity/activity-entries.ts": "what was reported, as a line of the past",
  "lib/view/cluster/time-line/past-events-of.ts": "what was reported, as a line of the past",
  "lib/view/compare/state-sections.ts": "the last operations side by side, as they were reported",
  "lib/view/deletion/deletion-stage.ts": "how far the deletion is",
  "lib/view/deletion/observed-deletion-steps.ts": "keeps the steps of a deletion as they were reported",
  "lib/view/readiness/readiness-commands.ts":
    "the command that takes the annotation off, for a finding of the policy core",
  "server/contents/workload-facts.ts": "what the controller of disruption budgets has seen, inside a cluster",
  "server/fleet/fleet-row.ts": "makes the row",
};

const apart = /^(lib\/(policy|garden|contract|testing)|garden|server\/testing)\/|\.fixture\.ts$/;
const product = readSourceFiles().filter(
  ({ path }) => /^(app|components|lib|server)\//.test(path) && !isTestFile(path) && !apart.test(path),
);
const found = product.flatMap(({ path, text }) =>
  derivations.filter(({ pattern }) => pattern.test(text)).map(({ what }) => ({ path, what })),
);

test("what Gardener does next is read from the policy core, and derived nowhere else", () => {
  const known = Object.keys(shown);
  expect(found.filter(({ path }) => !known.includes(path))).toEqual([]);
});

test("no exception outlives its reason", () => {
  const derives = new Set(found.map(({ path }) => path));
  expect(Object.keys(shown).filter((path) => !derives.has(path))).toEqual([]);
});

test("a derivation is found however it is written", () => {
  const written = [
    'if (row.lastOperation?.state === "Failed") retry();',
    "const { type, state } = shoot.status?.lastOperation ?? {};",
    'case "Aborted":',
    "const reading = readLastOperation(status?.lastOperation);",
    "const isNew = metadata.generation !== status.observedGeneration;",
    "if (!row.observed) wait();",
    "if (metadata.annotations?.[annotations.ignore]) return;",
    'const key = "shoot.gardener.cloud/expiration-timestamp";',
  ];
  expect(written.filter((text) => !derivations.some(({ pattern }) => pattern.test(text)))).toEqual([]);
});
