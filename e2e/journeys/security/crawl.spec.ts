import type { APIRequestContext, APIResponse } from "@playwright/test";
import { readEntireFleet } from "#lib/contract/read-fleet.ts";
import { appPages } from "#server/start/app-files.ts";
import { checksEveryWidthAndScheme, expect, test } from "../../journey.ts";

interface Row {
  readonly uid: string;
  readonly project: string;
  readonly name: string;
}

/** The projects that each demo user is allowed to see. */
const people: readonly (readonly [string, readonly string[]])[] = [
  ["owner-commerce", ["payments", "shop"]],
  ["owner-data", ["analytics", "logistics", "ml"]],
  ["viewer", ["logistics", "platform", "shop"]],
  ["stranger", []],
];

/** Headers with which Next.js requests pages, and some that only an attacker sends. */
const askings: readonly Readonly<Record<string, string>>[] = [
  {},
  { rsc: "1" },
  { rsc: "1", "next-router-prefetch": "1" },
  { rsc: "1", "next-router-prefetch": "1", "next-router-segment-prefetch": "/_tree" },
  { rsc: "1", "next-router-segment-prefetch": "/_full" },
  { "x-middleware-subrequest": "proxy:proxy:proxy:proxy:proxy" },
  { "x-nextjs-data": "1" },
];

/** All headers, or in `npm test` a varying part of them for each page, so that each header is used for some page. */
function someOf<Item>(items: readonly Item[], place: number, share: number): readonly Item[] {
  return checksEveryWidthAndScheme ? items : items.filter((_, index) => index % share === place % share);
}

async function rowsOf(request: APIRequestContext): Promise<readonly Row[]> {
  return readEntireFleet(await (await request.get("/api/fleet")).text()).rows;
}

function fill(path: string, { project, name }: Pick<Row, "project" | "name">): string {
  return path
    .replace(/\/?\[\[\.\.\.\w+\]\]/, "/nothing")
    .replace("[project]", project)
    .replace("[name]", name)
    .replace(/\[\w+\]/, "gardenlinux");
}

/** The UIDs of other users' clusters in a text. UIDs cannot be guessed or echoed. */
function foreignIn(text: string, foreign: readonly Row[]): readonly string[] {
  return foreign.filter(({ uid }) => text.includes(uid)).map(({ project, name }) => `${project}/${name}`);
}

// Responses of routes and streams are tested by server/access/crawl.test.ts and two-tenants.test.ts.
test.describe("S12: whatever page is asked for as whomever, nothing of other tenants comes", () => {
  for (const [identity, own] of people) {
    test(identity, { tag: identity === "viewer" ? [] : "@all" }, async ({ page, signIn }) => {
      await signIn("operator");
      const all = await rowsOf(page.request);
      const foreign = all.filter(({ project }) => !own.includes(project));
      expect(foreign.length).toBeGreaterThan(10);
      await page.context().clearCookies();
      await signIn(identity);
      const mine = await rowsOf(page.request);
      expect(foreignIn(JSON.stringify(mine), foreign)).toEqual([]);
      const samples = [foreign[0], foreign.at(-1), mine[0]].flatMap((row) => row ?? []);
      const look = async (where: string, answer: APIResponse) => {
        const text = `${JSON.stringify(answer.headers())} ${await answer.text()}`;
        expect([where, foreignIn(text, foreign)]).toEqual([where, []]);
        expect([where, answer.status() < 500]).toEqual([where, true]);
      };
      for (const [place, { path }] of appPages().entries()) {
        for (const address of new Set(samples.map((row) => fill(path, row)))) {
          for (const headers of someOf(askings, place, 3))
            await look(`page ${address}`, await page.request.get(address, { headers }));
        }
      }
    });
  }
});

test("S30: without a good session no page and no payload of a page is shown, however it is asked for", async ({
  page,
  signIn,
}) => {
  // A thousand requests with all headers; a user who is not signed in gets about 15 responses per second.
  test.slow();
  await signIn("operator");
  const all = await rowsOf(page.request);
  const cookies = await page.context().cookies();
  await page.context().clearCookies();
  const good = cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
  const bad = [{}, { cookie: good.replace(/.{6}$/, "AAAAAA") }, { cookie: good.replace(/=\d\.[^;]{20}/, "=1.AAAA") }];
  const row = all[0] ?? { project: "shop", name: "storefront-eu" };
  const ways = bad.flatMap((cookie) =>
    askings.flatMap((asking) => ["", "?_rsc=abc12"].map((query) => ({ query, headers: { ...asking, ...cookie } }))),
  );
  const closed = appPages().filter(({ access }) => access === "signed-in");
  for (const [place, { path }] of closed.entries()) {
    for (const { query, headers } of someOf(ways, place, 7)) {
      const answer = await page.request.get(`${fill(path, row)}${query}`, { maxRedirects: 0, headers });
      const text = await answer.text();
      const where = `${path}${query} ${JSON.stringify(headers)}`;
      const sendsAway = answer.status() === 307 || text.includes("NEXT_REDIRECT") || answer.status() >= 400;
      const isTreeOnly = "next-router-prefetch" in headers || "next-router-segment-prefetch" in headers;
      expect([where, answer.status(), sendsAway || isTreeOnly]).toEqual([where, answer.status(), true]);
      expect([where, foreignIn(text, all)]).toEqual([where, []]);
      expect([where, text.includes('aria-label="Main"')]).toEqual([where, false]);
    }
  }
});
