import path from "node:path";
import { languageCookie } from "#lib/language/languages.ts";
import { openKubeconfigGarden } from "../garden-request.ts";
import { expectReadablePage } from "../good-look.ts";
import { checksEveryWidthAndScheme, expect, expectAccessibleAtEveryWidth, test } from "../journey.ts";
import { ownPageHeaders } from "../our-request.ts";
import { createTemporaryFolder, findFreePort, startAlmanac, startGarden } from "../processes.ts";

test.use({ clock: "machine" });

test("of several gardens each has its own sign-in and address, and one that is away hides no other", {
  tag: "@all",
}, async ({ page, expectedFaults }) => {
  // Long timeout: the test starts three gardens, one of them twice, and opens about twenty pages.
  test.slow();
  expectedFaults.push("502", "503", "504", "401");
  const { folder, remove } = await createTemporaryFolder();
  const kubeconfig = path.join(folder, "kubeconfig");
  const [gardenPort, port] = [await findFreePort(), await findFreePort()];
  const options = ["--port", String(gardenPort)];
  let garden = await startGarden(kubeconfig, { options });
  const gardens = `live=${kubeconfig}, canary=demo:40, small=demo`;
  const almanac = await startAlmanac(port, { GARDENS: gardens, DEMO_LIFE: "false" });
  const origin = `http://localhost:${port}`;
  const line = (name: string) => page.getByRole("listitem").filter({ has: page.getByRole("heading", { name }) });
  const live = page.getByRole("button", { name: "Data: Live" });

  try {
    await test.step("an address that names no garden leads to all of them, and nobody is signed in", async () => {
      await page.goto(`${origin}/clusters`);
      await expect(page).toHaveURL(`${origin}/gardens?next=%2Fclusters`);
      for (const name of ["live", "canary", "small"]) {
        await expect(line(name)).toContainText("You are not signed in");
        // Users who are signed in to one of several gardens see whether each garden is available.
        await expect(line(name)).not.toContainText("Live");
      }
    });

    await test.step("whoever signs in to one is nobody in the others", async () => {
      await page.goto(`${origin}/g/live/clusters`);
      const { tokenOf } = await openKubeconfigGarden(kubeconfig);
      await page.getByRole("textbox", { name: "Bearer token" }).fill(tokenOf("operator"));
      await page.getByRole("button", { name: "Sign in with this token" }).click();
      await expect(page).toHaveURL(`${origin}/g/live/clusters`);
      await expect(live).toBeVisible();
      await page.goto(`${origin}/g/canary/clusters`);
      await expect(page).toHaveURL(/\/g\/canary\/login/);
      const answer = await page.request.post(`${origin}/g/canary/api/session`, {
        data: { method: "demo", identity: "operator" },
        headers: ownPageHeaders,
      });
      expect(answer.status()).toBeLessThan(300);
      await page.goto(`${origin}/g/canary/clusters`);
      await expect(live).toBeVisible();
    });

    await test.step("every address names the garden, and what one has opened in it is kept for it alone", async () => {
      await page.getByRole("link", { name: "Forecast", exact: true }).click();
      await expect(page).toHaveURL(/\/g\/canary\/forecast/);
      const keys = () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes("habits")));
      await expect.poll(keys).toContainEqual(expect.stringMatching(/@canary$/));
      expect((await keys()).filter((key) => !/@(live|canary)$/.test(key))).toEqual([]);
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

    await test.step("a view is kept in its garden: another has none, and it leads back into its own", async () => {
      const data = { kind: "save", name: "Unhealthy here", address: "/clusters?status=unhealthy" };
      const saved = await page.request.post(`${origin}/g/canary/api/views`, { data, headers: ownPageHeaders });
      expect(saved.status()).toBeLessThan(300);
      await page.goto(`${origin}/g/live/views`);
      await expect(page.getByText("No saved views yet")).toBeVisible();
      await page.goto(`${origin}/g/canary/views`);
      await page.getByRole("link", { name: "Unhealthy here" }).click();
      await expect(page).toHaveURL(`${origin}/g/canary/clusters?status=unhealthy`);
    });

    await test.step("what all gardens have leads into each of them, and a search asks every garden", async () => {
      if (checksEveryWidthAndScheme) {
        await page.context().addCookies([{ name: languageCookie, value: "de", url: origin }]);
        await page.goto(`${origin}/gardens`);
        await expectReadablePage(page, line("canary").getByRole("link", { name: "ohne Prognose in canary" }));
        await page.context().clearCookies({ name: languageCookie });
      }
      await page.goto(`${origin}/gardens`);
      await expect(page.getByText("From live and canary. Without small: you are not signed in there.")).toBeVisible();
      const clusters = line("canary").getByRole("listitem").getByRole("link").first();
      await expect(clusters).toBeVisible();
      await expectAccessibleAtEveryWidth(page);
      await page.setViewportSize({ width: 1440, height: 900 });
      for (const [title, garden] of [
        ["Needs attention", "canary"],
        ["Next twelve weeks", "live"],
        ["Dates of versions in use", "canary"],
      ] as const) {
        const links = page.getByRole("region", { name: title }).getByRole("listitem").getByRole("link");
        await expect(links.and(page.locator(`[href^="/g/${garden}/clusters?"]`)).first()).toBeVisible();
      }
      await page.getByRole("textbox", { name: /^Find clusters/ }).fill("acquiring");
      await page.getByRole("button", { name: "Find", exact: true }).click();
      for (const name of ["live", "canary"]) {
        const found = page.getByRole("list", { name: `Clusters found in ${name}` });
        await expect(found.getByRole("link", { name: "acquiring", exact: true })).toBeVisible();
      }
      await expect(line("small")).toContainText("You are not signed in");
      await page.goto(`${origin}/gardens`);
      const [count = ""] = /^[\d,]+/.exec((await clusters.textContent()) ?? "") ?? [];
      expect(count).not.toBe("");
      await page.goto(`${origin}${await clusters.getAttribute("href")}`);
      await expect(page.getByRole("main").getByRole("status").first()).toHaveText(new RegExp(`^Showing ${count} of`));
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
