import path from "node:path";
import type { Page } from "@playwright/test";
import { openKubeconfigGarden } from "../../garden-request.ts";
import { expect, test } from "../../journey.ts";
import { createTemporaryFolder, findFreePort, startAlmanac, startGarden } from "../../processes.ts";

const script = "<script>window.hostile=1</script>";
const image = `"><img src=x onerror="window.hostile=1">`;
const attribute = `' autofocus onfocus='window.hostile=1' x='`;
const turned = "receipt\u202Efdp.exe\u202C";
const hostile = [script, image, attribute, turned, "{{7*7}}#{7*7}", "\u001b[31mred\u001b[0m", "javascript:alert(1)"];
const text = hostile.join(" ");
/** Five kilobytes of invisible characters and of characters that change the writing direction. */
const endless = `${"\u200B\u202E\u2066".repeat(800)}${"مرحبا".repeat(200)}`;

const condition = (type: string) => ({
  type,
  status: "False",
  reason: "Hostile",
  message: text,
  lastTransitionTime: "2026-11-20T10:00:00Z",
  lastUpdateTime: "2026-11-20T10:00:00Z",
});

const status = {
  conditions: ["APIServerAvailable", "ControlPlaneHealthy"].map(condition),
  lastErrors: [
    { description: text, taskID: image, codes: ["ERR_CONFIGURATION_PROBLEM", script] },
    { description: endless, taskID: "long" },
  ],
  lastOperation: {
    type: "Reconcile",
    state: "Error",
    progress: 40,
    description: text,
    lastUpdateTime: "2026-11-20T10:00:00Z",
  },
};

/** Pages that show these texts, each with a text that is visible when its data is loaded. */
const pages = [
  ["/clusters/payments/ledger-eu", script],
  ["/clusters/payments/ledger-eu/yaml", "core.gardener.cloud"],
  ["/clusters?q=ledger-eu", "ledger-eu"],
  ["/", "Needs attention"],
] as const;

/** Elements and scripts that would exist if a text had been interpreted as HTML. */
function becameMarkup(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const elements = [...document.querySelectorAll("*")];
    const handlers = elements.filter((element) =>
      [...element.attributes].some(({ name }) => /^on/.test(name) || name === "autofocus"),
    );
    const images = elements.filter((element) => element.getAttribute("src") === "x");
    const links = elements.filter((element) =>
      /^\s*(javascript|data|vbscript):/i.test(element.getAttribute("href") ?? ""),
    );
    const ran = "hostile" in window ? ["a script of theirs ran"] : [];
    return [...ran, ...[...handlers, ...images, ...links].map(({ outerHTML }) => outerHTML.slice(0, 200))];
  });
}

test("S19: whatever is written into a cluster is text, shown as it is, and reads as it is written", {
  tag: "@all",
}, async ({ page }) => {
  const { folder, remove } = await createTemporaryFolder();
  const kubeconfig = path.join(folder, "kubeconfig");
  const port = await findFreePort();
  const origin = `http://localhost:${port}`;
  const garden = await startGarden(kubeconfig, { options: ["--pace", "60"] });
  const { patch, tokenOf } = await openKubeconfigGarden(kubeconfig);
  const shoot = "/apis/core.gardener.cloud/v1beta1/namespaces/garden-payments/shoots/ledger-eu";
  const annotations = { "example.com/link": "javascript:window.hostile=1", "example.com/note": text };
  expect(await patch(shoot, { metadata: { annotations } })).toBe(200);
  expect(await patch(`${shoot}/status`, { status })).toBe(200);
  const project = "/apis/core.gardener.cloud/v1beta1/projects/payments";
  const link = "javascript:window.hostile";
  expect(await patch(project, { spec: { description: text } }), "a Project takes no markup").toBe(422);
  expect(await patch(project, { spec: { description: link, purpose: link } })).toBe(200);
  const almanac = await startAlmanac(port, { KUBECONFIG: kubeconfig });
  const main = page.getByRole("main");

  try {
    await page.goto(`${origin}/login`);
    await page.getByRole("textbox", { name: "Bearer token" }).fill(tokenOf("operator"));
    await page.getByRole("button", { name: "Sign in with this token" }).click();
    await expect(page).toHaveURL(`${origin}/`);

    await test.step("on the cluster's own page, word for word", async () => {
      await page.goto(`${origin}/clusters/payments/ledger-eu`);
      await expect(main).toContainText(script);
      const errors = page.getByRole("region", { name: /^Last errors/ });
      await errors.getByRole("button", { name: "View all" }).first().click();
      await expect(main).toContainText(`<img src=x onerror="window.hostile=1">`);
      await expect(main).toContainText("{{7*7}}#{7*7}");
      await expect(main).toContainText("receipt⟨U+202E⟩fdp.exe");
    });

    for (const [address, loaded] of pages) {
      await test.step(`${address}: no markup, no link, no character that nobody sees`, async () => {
        await page.goto(`${origin}${address}`);
        await expect(main).toContainText(loaded);
        expect(await becameMarkup(page)).toEqual([]);
        expect(await main.textContent()).not.toMatch(/[\u200B\u200E\u200F\u202A-\u202E\u2066-\u2069]/);
        const overflows = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
        expect(overflows, "a text without blanks does not push the page aside").toBe(false);
      });
    }
  } finally {
    await page.close();
    await almanac.stop();
    await garden.stop();
    await remove();
  }
});
