import type { Page } from "@playwright/test";
import { listAt, stringAt } from "#lib/kube/field.ts";
import { dayMs } from "#lib/kube/time-units.ts";
import type { BenchGarden, BenchShoot } from "../faults/farm-garden.ts";
import { changeToPixel, openClusterList, visibleShoots } from "./list-page.ts";
import { type Measurement, maxForSize } from "./measurement.ts";
import { openSignedInPage, type ScaleSetup } from "./setup.ts";

const core = "/apis/core.gardener.cloud/v1beta1";

/** Measures how long it takes until the list shows the effects of a changed expiration date of one version. */
export async function measureExpiry(setup: ScaleSetup): Promise<readonly Measurement[]> {
  const page = await openSignedInPage(setup);
  await openClusterList(page, setup);
  await page.mouse.move(0, 0);
  for (const shoot of await visibleShoots(page, setup)) {
    const ms = await moveExpiry(page, setup.farm.garden, shoot);
    if (ms === undefined) continue;
    await page.context().close();
    const most = maxForSize(setup.shoots, { 1000: 500, 10000: 500 });
    return [{ name: "moved expiry to pixel", unit: "ms", value: ms, most }];
  }
  throw new Error("no cluster on the screen stands on a version whose end says when it is forced");
}

/** Undefined if the next forced update of the cluster has another cause. */
async function moveExpiry(page: Page, garden: BenchGarden, shoot: BenchShoot): Promise<number | undefined> {
  const object = await garden.send({ path: `${core}/namespaces/${shoot.namespace}/shoots/${shoot.name}` });
  const version = stringAt(object, "spec", "kubernetes", "version");
  const profile = stringAt(object, "spec", "cloudProfile", "name") ?? stringAt(object, "spec", "cloudProfileName");
  if (profile === undefined || stringAt(object, "spec", "cloudProfile", "kind") === "NamespacedCloudProfile")
    return undefined;
  const path = `${core}/cloudprofiles/${profile}`;
  const versions = listAt(await garden.send({ path }), "spec", "kubernetes", "versions");
  const expirationDate = stringAt(
    versions.find((each) => stringAt(each, "version") === version),
    "expirationDate",
  );
  if (expirationDate === undefined || Date.parse(expirationDate) < Date.now()) return undefined;
  const later = new Date(Date.parse(expirationDate) + 3 * dayMs).toISOString().replace(".000Z", "Z");
  const moved = versions.map((each) =>
    stringAt(each, "version") === version && typeof each === "object" ? { ...each, expirationDate: later } : each,
  );
  const send = (list: readonly unknown[]) =>
    garden.send({
      method: "PATCH",
      path,
      contentType: "application/merge-patch+json",
      body: { spec: { kubernetes: { versions: list } } },
    });
  const link = `line.querySelector("a[href$='/updates']")?.title`;
  await page.evaluate(
    `globalThis.titleBefore = (line => ${link})(document.querySelector("[role=row]:has(a[href^='/clusters/${shoot.project}/${shoot.name}'])"))`,
  );
  const ms = await changeToPixel(page, { shoot, holds: `${link} !== titleBefore` }, () => send(moved));
  await send(versions);
  return ms;
}
