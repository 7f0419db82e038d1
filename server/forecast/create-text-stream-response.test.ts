import { expect, test } from "vitest";
import { createTextStreamResponse } from "./create-text-stream-response.ts";

const line = `${"ä".repeat(1_000)}\n`;

test("an answer in texts is all of them", async () => {
  const whole = await createTextStreamResponse(Array<string>(1_000).fill(line), new Headers()).text();
  expect(whole === line.repeat(1_000)).toBe(true);
  expect(await createTextStreamResponse([], new Headers()).text()).toBe("");
});

test("no more of it is made than the reader comes to", async () => {
  let made = 0;
  function* texts(): Generator<string> {
    for (; made < 1_000; made += 1) yield line;
  }
  const reader = createTextStreamResponse(texts(), new Headers()).body?.getReader();
  await reader?.read();
  expect(made).toBeGreaterThan(0);
  expect(made).toBeLessThan(200);
  await reader?.cancel();
});
