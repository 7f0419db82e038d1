import path from "node:path";
import type { Page } from "@playwright/test";
import { viewChangedSchema, viewsSchema } from "#lib/contract/views.ts";
import { languageCookie } from "#lib/language/languages.ts";
import { openGarden } from "../garden-request.ts";
import { expectGoodLook } from "../good-look.ts";
import { untilItHearsKeys } from "../hears-keys.ts";
import { expect, expectAccessibleAtEveryWidth, test } from "../journey.ts";
import { ours } from "../our-request.ts";
import { freePort, startAlmanac, startGarden, temporaryFolder } from "../processes.ts";

/** How many clusters are pinned in one garden, as this browser keeps them. */
function pinsIn(page: Page, garden: string): Promise<number> {
  return page.evaluate((name) => {
    const kept = Object.entries(localStorage).find(([key]) => key.endsWith(`@${name}`) && key.includes("habits"));
    const { pinned = [] }: { readonly pinned?: readonly string[] } = JSON.parse(kept?.[1] ?? "{}");
    return pinned.length;
  }, garden);
}

/** How many causes the overview of a garden lists, all groups together. */
async function causesOn(page: Page): Promise<number> {
  await expect(page.getByRole("heading", { name: "Needs attention" })).toBeVisible();
  const counts = await page.getByText(/^[\d,]+ causes?$/).allTextContents();
  return counts.reduce((sum, text) => sum + numberIn(text), 0);
}

function numberIn(text: string): number {
  return Number(/[\d,]+/.exec(text)?.[0].replaceAll(",", ""));
}

test.use({ clock: "machine" });

test("of several gardens each has its own sign-in and address, and one that is away hides no other", async ({
  page,
  expectedFaults,
}) => {
  // Three gardens, of which one is started twice, and some forty pages.
  test.slow();
  expectedFaults.push("502", "503", "504", "401", "409");
  const { folder, remove } = await temporaryFolder();
  const kubeconfig = path.join(folder, "kubeconfig");
  const [gardenPort, port] = [await freePort(), await freePort()];
  const options = ["--port", String(gardenPort)];
  let garden = await startGarden(kubeconfig, { options });
  const gardens = `live=${kubeconfig}, canary=demo:40, small=demo`;
  const almanac = await startAlmanac(port, { GARDENS: gardens, DEMO_LIFE: "false" });
  const origin = `http://localhost:${port}`;
  const line = (name: string) => page.getByRole("listitem").filter({ has: page.getByRole("heading", { name }) });
  const live = page.getByRole("button", { name: "Data: Live" });
  const shown = page.getByRole("main").getByRole("status").first();
  const expectList = (clusters: number) =>
    expect(shown).toHaveText(new RegExp(`^Showing ${clusters.toLocaleString("en-GB")} of`));

  try {
    await test.step("an address that names no garden leads to all of them, and nobody is signed in", async () => {
      await page.goto(`${origin}/clusters`);
      await expect(page).toHaveURL(`${origin}/gardens?next=%2Fclusters`);
      for (const name of ["live", "canary", "small"]) {
        await expect(line(name)).toContainText("You are not signed in");
        // How a garden fares is told to whoever is signed in to one of them.
        await expect(line(name)).not.toContainText("Live");
      }
      await expectAccessibleAtEveryWidth(page);
      await page.setViewportSize({ width: 1440, height: 900 });
    });

    await test.step("whoever signs in to one is nobody in the others", async () => {
      await page.goto(`${origin}/g/live/clusters`);
      const { tokenOf } = await openGarden(kubeconfig);
      await page.getByRole("textbox", { name: "Bearer token" }).fill(tokenOf("operator"));
      await page.getByRole("button", { name: "Sign in with this token" }).click();
      await expect(page).toHaveURL(`${origin}/g/live/clusters`);
      await expect(live).toBeVisible();
      await page.goto(`${origin}/g/canary/clusters`);
      await expect(page).toHaveURL(/\/g\/canary\/login/);
      const answer = await page.request.post(`${origin}/g/canary/api/session`, {
        data: { method: "demo", identity: "operator" },
        headers: ours,
      });
      expect(answer.status()).toBeLessThan(300);
      await page.goto(`${origin}/g/canary/clusters`);
      await expect(live).toBeVisible();
    });

    await test.step("every address names the garden, and a pin of one is none in another", async () => {
      await page.getByRole("link", { name: "Forecast", exact: true }).click();
      await expect(page).toHaveURL(/\/g\/canary\/forecast/);
      await page.goto(`${origin}/g/canary/clusters`);
      await expect(page.getByRole("grid", { name: "Clusters" }).getByRole("row").nth(3)).toBeVisible();
      await untilItHearsKeys(page);
      await page.keyboard.press("Control+k");
      const palette = page.getByRole("dialog", { name: "Command palette" });
      const chosen = palette.locator("[role=option][aria-selected=true]");
      await expect(page.getByRole("combobox", { name: "Command or search" })).toBeFocused();
      await page.keyboard.type("acquiring");
      await expect(chosen).toHaveText(/^acquiring/);
      await page.keyboard.press("ArrowRight");
      await expect(palette.getByRole("group", { name: "payments/acquiring" })).toBeVisible();
      await page.keyboard.type("pin");
      await expect(chosen).toHaveText(/^Pin/);
      await page.keyboard.press("Enter");
      await expect.poll(() => pinsIn(page, "canary")).toBe(1);
      expect(await pinsIn(page, "live")).toBe(0);
      const keys = await page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes("habits")));
      expect(keys.filter((key) => !/@(live|canary)$/.test(key))).toEqual([]);
    });

    await test.step("the scope switch leads to the same page of another garden, and says who is signed in where", async () => {
      await page.goto(`${origin}/g/canary/forecast`);
      await page.getByRole("button", { name: "Scope: canary, All projects" }).click();
      const choices = page.getByRole("navigation", { name: "Gardens" });
      await expect(choices.getByRole("link", { name: /^canary/ })).toHaveAttribute("aria-current", "true");
      await expect(choices.getByRole("link", { name: /^small/ })).toContainText("Not signed in");
      await choices.getByRole("link", { name: /^live/ }).click();
      await expect(page).toHaveURL(`${origin}/g/live/forecast`);
      await expect(page.getByRole("button", { name: "Scope: live, All projects" })).toBeVisible();
    });

    await test.step("a view is kept in its garden: in another, the same person neither sees nor changes it", async () => {
      const viewsOf = (name: string) => `${origin}/g/${name}/api/views`;
      const send = (name: string, data: object) => page.request.post(viewsOf(name), { data, headers: ours });
      const ownIn = async (name: string) => viewsSchema.parse(await (await page.request.get(viewsOf(name))).json()).own;
      const saved = await send("canary", {
        kind: "save",
        name: "Unhealthy here",
        address: "/clusters?status=unhealthy",
      });
      const { view } = viewChangedSchema.parse(await saved.json());
      expect((await ownIn("live")).views).toEqual([]);
      const foreign = { id: view?.id, seen: view?.at };
      expect((await send("live", { kind: "delete", ...foreign })).status()).toBe(409);
      expect((await ownIn("canary")).views).toEqual([view]);
      await page.goto(`${origin}/g/live/views`);
      await expect(page.getByText("No saved views yet")).toBeVisible();
      await page.goto(`${origin}/g/canary/views`);
      await page.getByRole("link", { name: "Unhealthy here" }).click();
      await expect(page).toHaveURL(`${origin}/g/canary/clusters?status=unhealthy`);
    });

    await test.step("each number of a garden is that of the list that it opens, and a search asks every garden", async () => {
      await page.context().addCookies([{ name: languageCookie, value: "de", url: origin }]);
      await page.goto(`${origin}/gardens`);
      await expectGoodLook(page, line("canary").getByRole("link", { name: "ohne Prognose in canary" }));
      await page.context().clearCookies({ name: languageCookie });
      await page.goto(`${origin}/gardens`);
      const figures = line("canary").getByRole("listitem").getByRole("link");
      await expect(figures.first()).toBeVisible();
      await expectAccessibleAtEveryWidth(page);
      await page.setViewportSize({ width: 1440, height: 900 });
      const told = await figures.evaluateAll((links) =>
        links.map((link) => ({ href: link.getAttribute("href") ?? "", text: link.textContent ?? "" })),
      );
      expect(told.map(({ text }) => text.replace(/^[\d,]+ /, ""))).toEqual([
        expect.stringMatching(/^clusters? in canary$/),
        expect.stringMatching(/^causes? needs? attention in canary$/),
        "with a forced change within 90 days in canary",
        "without a forecast in canary",
      ]);
      // What the others count lib/view/gardens/across-gardens.test.ts tells.
      for (const { href, text } of told.slice(0, 2)) {
        await page.goto(`${origin}${href}`);
        if (text.includes("attention")) await expect.poll(() => causesOn(page)).toBe(numberIn(text));
        else await expectList(numberIn(text));
      }
      await page.goto(`${origin}/gardens`);
      await page.getByRole("textbox", { name: /^Find clusters/ }).fill("acquiring");
      await page.getByRole("button", { name: "Find", exact: true }).click();
      for (const name of ["live", "canary"]) {
        const found = page.getByRole("list", { name: `Clusters found in ${name}` });
        await expect(found.getByRole("link", { name: "acquiring", exact: true })).toBeVisible();
      }
      await expect(line("small")).toContainText("You are not signed in");
      await page.goto(`${origin}/g/canary/clusters`);
    });

    await test.step("what needs attention, weeks and dates of all gardens: each number leads to its list, in its garden", async () => {
      await page.goto(`${origin}/gardens`);
      await expect(page.getByText("From live and canary. Without small: you are not signed in there.")).toBeVisible();
      for (const [title, garden] of [
        ["Needs attention", "canary"],
        ["Next twelve weeks", "live"],
        ["Dates of versions in use", "canary"],
      ] as const) {
        await page.goto(`${origin}/gardens`);
        const links = page.getByRole("region", { name: title }).getByRole("listitem").getByRole("link");
        const link = links.and(page.locator(`[href^="/g/${garden}/clusters?"]`)).first();
        const count = numberIn((await link.textContent()) ?? "");
        await page.goto(`${origin}${await link.getAttribute("href")}`);
        await expectList(count);
      }
    });

    await test.step("one garden is killed: it says so, with its last clusters; the other stays live", async () => {
      await garden.stop();
      await expect(live).toBeVisible();
      await page.goto(`${origin}/gardens`);
      await expect(line("live")).toContainText(/Last known \d\d:\d\d/, { timeout: 30_000 });
      await expect(line("canary")).toContainText("Live");
      await expect(page.getByText(/^From live and canary\. live: last known \d\d:\d\d/)).toBeVisible();
      const attention = page.getByRole("region", { name: "Needs attention" });
      await expect(attention.getByRole("link", { name: /^All [\d,]+ causes of live$/ })).toBeVisible();
      await expect(attention.getByRole("link", { name: /^All [\d,]+ causes of canary$/ })).toBeVisible();
      expect((await page.request.get(`${origin}/readyz`)).status()).toBe(200);
      await page.goto(`${origin}/g/live/clusters`);
      await expect(page.getByRole("button", { name: /^Data: (?!Live)/ })).toBeVisible();
      await expect(page.getByRole("link", { name: "acquiring", exact: true })).toBeVisible();
      await page.goto(`${origin}/g/canary/clusters`);
      await expect(live).toBeVisible();
    });

    await test.step("restored, it is live again by itself", async () => {
      garden = await startGarden(kubeconfig, { options });
      await page.goto(`${origin}/gardens`);
      await expect(line("live")).toContainText("Live", { timeout: 60_000 });
      await line("live").getByRole("link", { name: "Open" }).click();
      await expect(page).toHaveURL(/\/g\/live/);
      await expect(live).toBeVisible();
    });
  } finally {
    await page.close(); // its stream would knock at a server that is gone
    await almanac.stop();
    await garden.stop();
    await remove();
  }
});
