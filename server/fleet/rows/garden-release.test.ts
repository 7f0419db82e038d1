import { expect, test } from "vitest";
import { minuteMs } from "#lib/kube/time-units.ts";
import { createFakeClock } from "#server/watch/testing/fake-clock.ts";
import { createGardenRelease, followRelease } from "./garden-release.ts";

/** A fake garden that returns the given release or fails, and counts the requests. */
function garden(first: string | undefined) {
  let [asked, told] = [0, first];
  const clock = createFakeClock();
  const client = {
    raw: async () => {
      asked += 1;
      if (told === undefined) throw new Error("not found");
      return { status: 200, body: { data: { gardenerAPIServer: told } }, warnings: [] };
    },
  };
  return {
    release: createGardenRelease(() => clock.monotonicMs()),
    client,
    clock,
    asked: () => asked,
    tells: (next: string | undefined) => {
      told = next;
    },
  };
}

test("the garden tells the release of its API server to everybody, and is asked once in ten minutes", async () => {
  const { release, client, clock, asked } = garden(
    "version: v1.153.1\nworkloadIdentityIssuerURL: https://issuer.example\n",
  );
  expect(release.current).toBeUndefined();
  expect(await release.readThrough(client)).toBe("v1.153.1");
  expect(await release.readThrough({ ...client })).toBe("v1.153.1");
  expect(asked()).toBe(1);
  await clock.advance(11 * minuteMs);
  expect(await release.readThrough(client)).toBe("v1.153.1");
  expect(asked()).toBe(2);
});

test("an update of the garden is noticed without anybody coming, and told once", async () => {
  const { release, client, clock, tells } = garden("version: v1.149.3");
  await release.readThrough(client);
  const told: (string | undefined)[] = [];
  release.onChange(() => told.push(release.current));
  const stop = followRelease(release, client, clock);
  tells("version: v1.150.0");
  for (let minute = 0; minute < 35; minute += 1) await clock.advance(minuteMs);
  expect(told).toEqual(["v1.150.0"]);
  stop();
  tells("version: v1.151.0");
  for (let minute = 0; minute < 35; minute += 1) await clock.advance(minuteMs);
  expect(release.current).toBe("v1.150.0");
});

test("what was read stands while the garden does not answer", async () => {
  const { release, client, clock, tells } = garden("version: v1.150.0");
  await release.readThrough(client);
  tells(undefined);
  await clock.advance(11 * minuteMs);
  expect(await release.readThrough(client)).toBe("v1.150.0");
});

test.each([undefined, "", "version: [", "features: {}", "version: 1"])(
  "a garden that tells %j tells no release, and nothing fails for it",
  async (told) => {
    const { release, client } = garden(told);
    expect(await release.readThrough(client)).toBeUndefined();
  },
);
