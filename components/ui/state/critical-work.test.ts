import { expect, test } from "vitest";
import { afterCriticalWork, startCriticalWork } from "./critical-work.ts";

test("what is good to have waits until the last first thing is over", () => {
  const done: string[] = [];
  const [endOne, endOther] = [startCriticalWork(), startCriticalWork()];
  afterCriticalWork(() => done.push("waited"));
  endOne();
  endOne();
  expect(done).toEqual([]);
  endOther();
  expect(done).toEqual(["waited"]);
});

test("where nothing comes first it is done at once", () => {
  const done: string[] = [];
  afterCriticalWork(() => done.push("at once"));
  expect(done).toEqual(["at once"]);
});

test("what was called off is not done", () => {
  const done: string[] = [];
  const end = startCriticalWork();
  const callOff = afterCriticalWork(() => done.push("called off"));
  callOff();
  end();
  expect(done).toEqual([]);
});
