import { expect, test } from "vitest";
import type { Shoot } from "#lib/garden/shoot.ts";
import { startDemoTestBed } from "#server/testing/demo-test-bed.ts";
import { tokenOfDemoUser } from "#server/testing/embedded-garden.ts";
import { readProfiles } from "./read-quota-users.ts";

const demo = startDemoTestBed({ garden: { speed: 0 } });

const shootOf = (name: string, kind = "CloudProfile"): Shoot => ({
  metadata: { name: `with-${name}`, namespace: "garden-ml" },
  spec: { cloudProfile: { kind, name }, kubernetes: { version: "1.33.2" }, provider: { type: "aws" } },
});

/** What is known of the profile of each Shoot. */
async function read(person: string, shoots: readonly Shoot[]) {
  const reading = {
    client: demo.app.withToken(tokenOfDemoUser(demo.embedded, person)),
    signal: AbortSignal.timeout(60_000),
  };
  const profileOf = await readProfiles(reading, new Set(shoots));
  return shoots.map((shoot) => {
    const found = profileOf(shoot);
    return typeof found === "string" ? found : "read";
  });
}

test("a profile that a person is not allowed to read is told from one that does not exist", async () => {
  const shoots = [shootOf("aws"), shootOf("gone"), shootOf("ml-gpu", "NamespacedCloudProfile")];
  expect(await read("operator", shoots)).toEqual(["read", "missing", "read"]);
  expect(await read("owner-commerce", shoots)).toEqual(["read", "missing", "forbidden"]);
});

test("profiles beyond those that are read are told as left out, not as forbidden", async () => {
  const shoots = [shootOf("aws"), ...Array.from({ length: 52 }, (_, index) => shootOf(`gone-${index}`))];
  const found = await read("operator", shoots);
  expect(found.slice(0, 50)).toEqual(["read", ...Array.from({ length: 49 }, () => "missing")]);
  expect(found.slice(50)).toEqual(["too-many", "too-many", "too-many"]);
});
