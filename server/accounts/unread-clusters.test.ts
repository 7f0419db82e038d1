import { expect, test } from "vitest";
import { ProblemError } from "#server/boundary/problem.ts";
import { type AccountContext, accountPlaceOf } from "./account-context.ts";

test("until all clusters are read, nothing is asked or done about accounts: none would seem to be used", async () => {
  const asked: string[] = [];
  const fleet = {
    requireRead() {
      throw new ProblemError("not-ready");
    },
  };
  const context = new Proxy<Partial<AccountContext>>(
    { fleet },
    {
      get(target, name) {
        if (name === "fleet") return target.fleet;
        asked.push(String(name));
        return undefined;
      },
    },
  );
  const request = { token: "t", name: "shop", signal: AbortSignal.timeout(1_000) };
  const answer = Reflect.apply(accountPlaceOf, undefined, [context, request]);
  await expect(answer).rejects.toMatchObject({ reason: "not-ready" });
  expect(asked).toEqual([]);
});
