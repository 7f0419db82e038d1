import { QueryObserver } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { eventually } from "#lib/testing/eventually.ts";
import { ApiProblem, OutdatedPageError } from "./api-problem.ts";
import { makeQueryClient } from "./query-client.ts";

/** A query whose requests always fail, and the components that observe it. */
function failing(error: Error) {
  const client = makeQueryClient();
  let readings = 0;
  const queryFn = () => {
    readings += 1;
    return Promise.reject(error);
  };
  const appear = () => {
    const observer = new QueryObserver(client, { queryKey: ["fleet"], queryFn });
    observer.subscribe(() => undefined);
    return observer;
  };
  return { appear, readings: () => readings };
}

test("a part that appears in an outdated page takes nothing back, and asks for nothing", async () => {
  const { appear, readings } = failing(new OutdatedPageError());
  const first = appear();
  await eventually(() => expect(first.getCurrentResult().status).toBe("error"));
  const late = appear();
  expect([first, late].map((part) => part.getCurrentResult().status)).toEqual(["error", "error"]);
  expect(readings()).toBe(1);
});

test("after any other fault it asks again", async () => {
  const { appear, readings } = failing(new ApiProblem({ reason: "internal" }));
  const first = appear();
  await eventually(() => expect(first.getCurrentResult().status).toBe("error"));
  const late = appear();
  expect(late.getCurrentResult().status).toBe("pending");
  expect(readings()).toBe(2);
});
