import type { Page } from "@playwright/test";
import { listAt, textAt } from "#lib/kube/field.ts";
import { dayMs } from "#lib/kube/time-units.ts";
import type { FarmGarden, FarmShoot } from "../faults/farm-garden.ts";
import { changeToPixel, openList, visibleShoots } from "./list-page.ts";
import { type Measurement, maxForSize } from "./measurement.ts";
import { newPage, type ScaleSetup } from "./setup.ts";

const core = "/apis/core.gardener.cloud/v1beta1";

/** One version of one profile ends on another day: how long until the list says what that means for its clusters. */
export async function measureExpiry(setup: ScaleSetup): Promise<readonly Measurement[]> {
  const page = await newPage(setup);
  await openList(page, setup);
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

/** Undefined where the cluster's next forced change has another cause. */
async function moveExpiry(page: Page, garden: FarmGarden, shoot: FarmShoot): Promise<number | undefined> {
  const object = await garden.send({ path: `${core}/namespaces/${shoot.namespace}/shoots/${shoot.name}` });
  const version = textAt(object, "spec", "kubernetes", "version");
  const profile = textAt(object, "spec", "cloudProfile", "name") ?? textAt(object, "spec", "cloudProfileName");
  if (profile === undefined || textAt(object, "spec", "cloudProfile", "kind") === "NamespacedCloudProfile")
    return undefined;
  const path = `${core}/cloudprofiles/${profile}`;
  const versions = listAt(await garden.send({ path }), "spec", "kubernetes", "versions");
  const expirationDate = textAt(
    versions.find((each) => textAt(each, "version") === version),
    "expirationDate",
  );
  if (expirationDate === undefined || Date.parse(expirationDate) < Date.now()) return undefined;
  const later = new Date(Date.parse(expirationDate) + 3 * dayMs).toISOString().replace(".000Z", "Z");
  const moved = versions.map((each) =>
    textAt(each, "version") === version && typeof each === "object" ? { ...each, expirationDate: later } : each,
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
