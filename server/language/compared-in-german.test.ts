import { expect, test } from "vitest";
import { clusterDetailSchema } from "#lib/contract/cluster.ts";
import type { FleetRow } from "#lib/contract/fleet.ts";
import { readEntireFleet } from "#lib/contract/read-fleet.ts";
import { parseShoot } from "#lib/garden/parse-shoot.ts";
import { compileLanguageBundle } from "#lib/language/catalogue.ts";
import { type LanguageBundle, setLanguageProvider } from "#lib/language/language-bundle.ts";
import german from "#lib/language/messages/de.json" with { type: "json" };
import { compareClusters } from "#lib/view/compare/compare-clusters.ts";
import type { ComparedCluster, ComparedRow } from "#lib/view/compare/compared-row.ts";
import { utcClock } from "#lib/words/clock.ts";
import { parseOkResponse, startDemoTestBed } from "#server/testing/demo-test-bed.ts";

const demo = startDemoTestBed({ people: ["operator"] });

/** Words that are the same in both languages. */
const sameInGerman = new Set(
  [
    ...["Observability", "Nodes", "Region", "Seed", "Pods", "Services", "Pools", "Kubernetes", "Gardener", "Image"],
    ...["Volume", "Extension", "Label", "Minor", "Patch", "UTC"],
  ].map((word) => word.toLowerCase()),
);
const wordsIn = (text: string) => text.toLowerCase().match(/\p{L}[\p{L}\p{N}-]+/gu) ?? [];

function inLanguage<Made>(speech: LanguageBundle | undefined, make: () => Made): Made {
  const before = globalThis.almanacSpeech;
  setLanguageProvider(() => speech);
  try {
    return make();
  } finally {
    globalThis.almanacSpeech = before;
  }
}

async function readCluster({ project, name }: FleetRow): Promise<ComparedCluster> {
  const { row, shoot: read } = await parseOkResponse(
    await demo.as("operator").cluster(project, name),
    clusterDetailSchema,
  );
  const shoot = parseShoot(read);
  if (shoot === undefined) throw new Error(`${project}/${name} is no Shoot`);
  return { row, shoot };
}

/** Compares each demo cluster with the next two, line by line, in English and German. */
async function comparedInBoth() {
  const { rows } = readEntireFleet(await (await demo.as("operator").fleet()).text());
  const clusters: ComparedCluster[] = [];
  for (const row of rows) clusters.push(await readCluster(row));
  const written = clusters.map((cluster) => new Set(wordsIn(JSON.stringify(cluster))));
  const now = Date.now();
  const inGerman = compileLanguageBundle("de", german);
  return clusters.flatMap((_, at) => {
    const beside = clusters.slice(at, at + 3);
    const compare = () => compareClusters(beside, { now, clockFor: () => utcClock });
    const said = inLanguage(inGerman, compare);
    return inLanguage(undefined, compare).flatMap(({ id, rows: lines }, place) =>
      lines.map((english, line) => ({
        id,
        english,
        german: said[place]?.rows[line],
        written: written.slice(at, at + 3),
      })),
    );
  });
}

const textsOf = ({ label, cells }: ComparedRow) => [label, ...cells.flatMap(({ text, more = "" }) => [text, more])];

test("clusters differ in the same in every language", async () => {
  const lines = await comparedInBoth();
  expect(lines.length).toBeGreaterThan(5_000);
  const differing = (row: ComparedRow | undefined) => [
    row?.key,
    row?.cells.map(({ kind, differs }) => [kind, differs]),
  ];
  expect(
    lines.filter((line) => JSON.stringify(differing(line.german)) !== JSON.stringify(differing(line.english))),
  ).toEqual([]);
});

test("in German a comparison says nothing in English but what the garden writes", async () => {
  const lines = await comparedInBoth();
  const left = lines.flatMap(({ id, english, german, written }) => {
    if (german === undefined || german.verbatim) return [];
    const said = textsOf(german);
    return textsOf(english)
      .filter((text, place) => text === said[place])
      .filter(
        (text) => !wordsIn(text).every((word) => sameInGerman.has(word) || written.some((words) => words.has(word))),
      )
      .map((text) => `${id} ${english.key}: ${text}`);
  });
  expect([...new Set(left)]).toEqual([]);
});
