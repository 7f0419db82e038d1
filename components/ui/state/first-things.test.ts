import { expect, test } from "vitest";
import { afterFirstThings, beginFirstThing } from "./first-things.ts";

test("what is good to have waits until the last first thing is over", () => {
  const done: string[] = [];
  const [endOne, endOther] = [beginFirstThing(), beginFirstThing()];
  afterFirstThings(() => done.push("waited"));
  endOne();
  endOne();
  expect(done).toEqual([]);
  endOther();
  expect(done).toEqual(["waited"]);
});

test("where nothing comes first it is done at once", () => {
  const done: string[] = [];
  afterFirstThings(() => done.push("at once"));
  expect(done).toEqual(["at once"]);
});

test("what was called off is not done", () => {
  const done: string[] = [];
  const end = beginFirstThing();
  const callOff = afterFirstThings(() => done.push("called off"));
  callOff();
  end();
  expect(done).toEqual([]);
});
