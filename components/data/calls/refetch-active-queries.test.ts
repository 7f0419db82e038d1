import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { eventually } from "#lib/testing/eventually.ts";
import { refetchActiveQueries } from "./refetch-active-queries.ts";

/** A query with an observer, and the responses to its requests. */
function watched() {
  const answers: ((value: string) => void)[] = [];
  const client = new QueryClient();
  const queryKey = ["feeds"];
  const queryFn = () => new Promise<string>((resolve) => answers.push(resolve));
  const observer = new QueryObserver(client, { queryKey, queryFn, retry: false });
  observer.subscribe(() => undefined);
  const answer = async (reading: number, value: string) => {
    const resolve = await eventually(() => {
      const found = answers[reading];
      if (found === undefined) throw new Error(`reading ${reading} has not begun`);
      return found;
    });
    resolve(value);
  };
  return { client, queryKey, observer, answer };
}

test("what is being read for the first time is read again, and its first answer counts no more", async () => {
  const { client, queryKey, observer, answer } = watched();
  const done = refetchActiveQueries(client, queryKey);
  await answer(0, "before");
  await answer(1, "after");
  await done;
  expect(observer.getCurrentResult()).toMatchObject({ status: "success", data: "after" });
});

test("what was read before stays until the new answer is there", async () => {
  const { client, queryKey, observer, answer } = watched();
  await answer(0, "before");
  await eventually(() => expect(observer.getCurrentResult().data).toBe("before"));
  const done = refetchActiveQueries(client, queryKey);
  expect(observer.getCurrentResult()).toMatchObject({ data: "before", isFetching: true });
  await answer(1, "after");
  await done;
  expect(observer.getCurrentResult().data).toBe("after");
});

test("somebody who waits for the first reading gets the answer of the second", async () => {
  const { client, queryKey, answer } = watched();
  const waiting = client.fetchQuery({ queryKey, queryFn: () => "never asked" });
  void refetchActiveQueries(client, queryKey);
  await answer(1, "after");
  expect(await waiting).toBe("after");
});
