import { expect, test } from "vitest";
import { minuteMs } from "#lib/kube/time-units.ts";
import { createGardenRelease } from "./garden-release.ts";

/** A garden that answers so, or fails; it counts how often it was asked. */
function garden(gardenerAPIServer: string | undefined) {
  let [asked, nowMs] = [0, 0];
  const withToken = () => ({
    raw: async () => {
      asked += 1;
      if (gardenerAPIServer === undefined) throw new Error("not found");
      return { status: 200, body: { data: { gardenerAPIServer } }, warnings: [] };
    },
  });
  const releaseOf = createGardenRelease({ withToken, now: () => nowMs });
  return {
    releaseOf,
    asked: () => asked,
    pass: (ms: number) => {
      nowMs += ms;
    },
  };
}

test("the garden tells the release of its API server to everybody, and is asked once in ten minutes", async () => {
  const { releaseOf, asked, pass } = garden("version: v1.153.1\nworkloadIdentityIssuerURL: https://issuer.example\n");
  expect(await releaseOf("one")).toBe("v1.153.1");
  expect(await releaseOf("another")).toBe("v1.153.1");
  expect(asked()).toBe(1);
  pass(11 * minuteMs);
  expect(await releaseOf("one")).toBe("v1.153.1");
  expect(asked()).toBe(2);
});

test.each([undefined, "", "version: [", "features: {}", "version: 1"])(
  "a garden that tells %j tells no release, and nothing fails for it",
  async (told) => {
    expect(await garden(told).releaseOf("one")).toBeUndefined();
  },
);
