import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { revealResponseSchema } from "#lib/contract/credentials-reveal.ts";
import { expect, test } from "../journey.ts";
import { ownPageHeaders } from "../our-request.ts";

const path = "/clusters/payments/acquire-stage/credentials";

/** The credentials of the cluster, requested through the only route that returns them. */
async function secretsOf(page: Page): Promise<readonly string[]> {
  const texts: string[] = [];
  for (const what of ["monitoring", "ssh-keypair"]) {
    const answer = await page.request.post("/api/clusters/payments/acquire-stage/reveal", {
      data: { what },
      headers: ownPageHeaders,
    });
    expect(answer.headers()["cache-control"]).toBe("no-store");
    const { parts } = revealResponseSchema.parse(await answer.json());
    texts.push(...parts.filter(({ secret }) => secret).map(({ text }) => text.trim()));
  }
  expect(texts).toHaveLength(2);
  // One line of a PEM file is enough to recognize it.
  return texts.flatMap((text) => text.split("\n").filter((line) => line.length > 20 && !line.startsWith("-----")));
}

/** All data that the browser stores for a page. */
async function keptByBrowser(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const databases = await indexedDB.databases();
    const caches = await window.caches.keys();
    return JSON.stringify([
      { ...window.localStorage },
      { ...window.sessionStorage },
      document.cookie,
      window.history.state,
      window.location.href,
      databases,
      caches,
      document.documentElement.outerHTML,
    ]);
  });
}

test("what is retrieved, a kubeconfig among it, is on screen on demand, and nowhere once its panel is closed", async ({
  page,
  signIn,
}) => {
  await signIn("owner-commerce");
  const answers: Promise<string>[] = [];
  page.on("response", (response) => {
    if (response.url().includes("/reveal") || response.request().resourceType() === "eventsource") return;
    answers.push(response.text().catch(() => ""));
  });
  await page.goto(path);
  const secrets = await secretsOf(page);
  const holds = (text: string) => secrets.filter((secret) => text.includes(secret));

  await page.getByRole("button", { name: "Retrieve: Monitoring credentials" }).click();
  const panel = page.getByRole("dialog", { name: "Monitoring credentials of payments/acquire-stage" });
  expect(holds(await keptByBrowser(page)), "nothing is read before it is asked for").toEqual([]);
  await panel.getByRole("button", { name: "Show credentials" }).click();
  const password = panel.getByRole("region", { name: "Password" });
  await expect(password.getByText("Hidden")).toBeVisible();
  await password.getByRole("button", { name: "Show Password" }).click();
  await expect(password.getByText(secrets[0] ?? "", { exact: true })).toBeVisible();
  await panel.getByRole("button", { name: "Close" }).first().click();
  await expect(panel).toBeHidden();

  expect(holds(await keptByBrowser(page)), "in storage, history, address or page").toEqual([]);
  const pages = page.getByRole("navigation", { name: "Pages of this cluster" });
  await pages.getByRole("link", { name: "Overview" }).click();
  await expect(page).not.toHaveURL(/credentials/);
  await page.goBack();
  await expect(page.getByRole("button", { name: "Retrieve: Monitoring credentials" })).toBeVisible();
  expect(holds(await keptByBrowser(page)), "after going back").toEqual([]);
  const rsc = await page.request.get(path, { headers: { rsc: "1" } });
  const everything = [...(await Promise.all(answers)), await rsc.text()].join("\n");
  expect(holds(everything), "in any HTML, RSC or API answer but the one that was asked for").toEqual([]);

  await page.getByRole("button", { name: "Retrieve: Admin kubeconfig" }).click();
  const kubeconfigs = page.getByRole("dialog", { name: /^Admin kubeconfig/ });
  await kubeconfigs.getByRole("combobox", { name: "Ends after" }).selectOption("10 minutes");
  await kubeconfigs.getByRole("button", { name: "Request kubeconfig" }).click();
  await expect(kubeconfigs.getByText(/in (9|10) min/)).toBeVisible();
  const started = page.waitForEvent("download");
  await kubeconfigs.getByRole("button", { name: "Download" }).click();
  const download = await started;
  expect(download.suggestedFilename()).toBe("kubeconfig-admin-garden-payments-acquire-stage.yaml");
  const kubeconfig = await readFile(await download.path(), "utf8");
  const [, key = ""] = /client-key-data: (\S+)/.exec(kubeconfig) ?? [];
  expect(key.length).toBeGreaterThan(40);
  await kubeconfigs.getByRole("button", { name: "Close" }).first().click();
  await expect(kubeconfigs).toBeHidden();
  const kept = await keptByBrowser(page);
  expect(kept.includes(key), "the key stays in no storage, history, address or page").toBe(false);
});
