import { QueryObserver } from "@tanstack/react-query";
import { afterEach, expect, test, vi } from "vitest";
import { unreadFreezesDescriptions } from "#lib/words/freeze/freeze-descriptions.ts";
import { makeQueryClient } from "../calls/query-client.ts";
import { freezesOfLinesQuery, freezesQuery, knownFreezesOf } from "../queries/freeze-queries.ts";

afterEach(() => vi.unstubAllGlobals());

/** Lets the server refuse each request; returns how many were made. */
function refuse() {
  let asked = 0;
  vi.stubGlobal("fetch", () => {
    asked += 1;
    return Promise.resolve(Response.json({ reason: "internal", detail: "The garden is away." }, { status: 500 }));
  });
  return () => asked;
}

test("lines that scroll into view do not ask again for freezes that could not be read, other screens do", async () => {
  const asked = refuse();
  const client = makeQueryClient();
  const show = async (options: ReturnType<typeof freezesQuery>) => {
    const observer = new QueryObserver(client, options);
    const stop = observer.subscribe(() => undefined);
    await vi.waitFor(() => expect(observer.getCurrentResult().fetchStatus).toBe("idle"));
    stop();
    return observer.getCurrentResult();
  };
  expect((await show(freezesOfLinesQuery())).status).toBe("error");
  for (let line = 0; line < 20; line += 1) await show(freezesOfLinesQuery());
  expect(asked()).toBe(1);
  await show(freezesQuery());
  expect(asked()).toBe(2);
  client.clear();
});

test("freezes that could not be read are never taken for none", async () => {
  refuse();
  const client = makeQueryClient();
  const { queryKey } = freezesQuery("pay");
  expect(knownFreezesOf("pay", { data: undefined, error: null })).toBeUndefined();
  const error = await client.fetchQuery(freezesQuery("pay")).catch((reason: unknown) => reason);
  if (!(error instanceof Error)) throw new Error("the server has answered");
  const known = knownFreezesOf("pay", { data: client.getQueryData(queryKey), error });
  expect(known && unreadFreezesDescriptions(known)).toEqual([
    expect.stringMatching(/^The freezes of pay could not be read: ./),
  ]);
  const read = { projects: [], forbidden: [], beyond: 0 };
  expect(knownFreezesOf("pay", { data: read, error })).toBe(read);
});
