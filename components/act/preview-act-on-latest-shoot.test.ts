import { expect, test } from "vitest";
import { allowedPreview } from "#lib/act/preview/act-preview.fixture.ts";
import type { Act, ActPreview } from "#lib/contract/act.ts";
import { previewActOnLatestShoot } from "./preview-act-on-latest-shoot.ts";

const pools = (...names: readonly string[]): Act => ({
  kind: "change",
  about: "pool-settings",
  patch: { spec: { provider: { workers: names.map((name) => ({ name })) } } },
});

/** A cluster that another user changes before each read; the last state does not change any more. */
async function previewed(...states: readonly (Act | undefined)[]) {
  const asked: Act[] = [];
  let at = 0;
  const make = async () => states[Math.min(at++, states.length - 1)];
  const preview = async (act: Act): Promise<ActPreview> => {
    asked.push(act);
    return allowedPreview({ resourceVersion: String(asked.length) });
  };
  return { result: await previewActOnLatestShoot({ make, preview }).catch((error: Error) => error.message), asked };
}

test("an unchanged cluster is asked about once", async () => {
  const { result, asked } = await previewed(pools("web"));
  expect(result).toMatchObject({ act: pools("web"), preview: { resourceVersion: "1" } });
  expect(asked).toHaveLength(1);
});

test("a pool that somebody adds in between is kept: the act is made anew, and that one is shown", async () => {
  const { result, asked } = await previewed(pools("web"), pools("web", "batch"));
  expect(result).toMatchObject({ act: pools("web", "batch"), preview: { resourceVersion: "2" } });
  expect(asked).toEqual([pools("web"), pools("web", "batch")]);
});

test("a cluster that nobody leaves alone ends in a refusal, not in an endless reading", async () => {
  const { result, asked } = await previewed(pools("a"), pools("b"), pools("c"), pools("d"), pools("e"));
  expect(result).toContain("keeps changing");
  expect(asked).toHaveLength(3);
});

test("where nothing is left to change, nothing is previewed", async () => {
  const { result, asked } = await previewed(undefined);
  expect(result).toContain("Nothing is left to change");
  expect(asked).toEqual([]);
});
