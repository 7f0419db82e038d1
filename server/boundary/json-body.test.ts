import { expect, test } from "vitest";
import * as z from "zod/mini";
import { readJsonBody } from "./json-body.ts";

test("a body that breaks off is a request that is not valid, and no fault of ours", async () => {
  const body = new ReadableStream({ pull: (controller) => controller.error(new Error("aborted")) });
  const headers = { "content-type": "application/json" };
  const options = { method: "POST", headers, body, duplex: "half" };
  const request = new Request("http://127.0.0.1/", options);
  await expect(readJsonBody(request, z.object({}))).rejects.toMatchObject({ reason: "invalid-request" });
});
