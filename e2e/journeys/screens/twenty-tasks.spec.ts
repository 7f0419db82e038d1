import { readFile } from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
import { measureEffort } from "../../effort.ts";
import { confirmShownPreview, giveConsent } from "../../give-consent.ts";
import { expect, test } from "../../journey.ts";
import { replaceEditorLine } from "../../manifest-editor.ts";
import { chosenInPalette, goByPalette, openPalette } from "../../open-palette.ts";
import { takeAlong } from "../../take-along.ts";
import { expectOperationDone } from "../../updates.ts";

// Twenty tasks that people come with, each begun where they are and by the way that they try first. Their limits are what
// the tasks take today. Measured elsewhere, within longer stories: 3 in updates-versions, 5 in rotation, 17 in versions.

const grid = (page: Page) => page.getByRole("grid", { name: "Clusters" });
const shown = (page: Page) => page.getByRole("status").filter({ hasText: /^Showing/ });
const region = (page: Page, name: string | RegExp) => page.getByRole("region", { name, exact: true });
const inNavigation = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Main" }).getByRole("link", { name, exact: true });
const tab = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Pages of this cluster" }).getByRole("link", { name });

/** The number that a text begins with or names first. */
async function numberIn(element: Locator): Promise<number> {
  return Number(/[\d,]+/.exec((await element.textContent()) ?? "")?.[0].replaceAll(",", ""));
}

async function openList(page: Page, search = ""): Promise<void> {
  await page.goto(`/clusters${search}`);
  await expect(grid(page).getByRole("row").nth(1)).toBeVisible();
}

/** The lines of a table by RFC 4180 below its head, where no cell is of several lines. */
const linesOf = (text: string) => text.trimEnd().split("\r\n").slice(1);

test("what is forced within 30 days is found by typing forced, and its number leads to as many clusters", async ({
  page,
  signIn,
}) => {
  await signIn("owner-commerce");
  await page.goto("/");
  let count = 0;
  await measureEffort(page, 1, { what: "which clusters are forced within 30 days", clicks: 1, fields: 1 }, async () => {
    await goByPalette(page, "forced", /^Forecast/);
    const soon = page.getByRole("link", { name: /^\d+ clusters? forced or stuck within 30 days$/ });
    count = await numberIn(soon);
    await soon.click();
    await expect(shown(page)).toHaveText(new RegExp(`^Showing ${count} of `));
  });
  expect(count).toBeGreaterThan(0);
  await expect(
    grid(page)
      .getByRole("row", { name: /ledger-us/ })
      .getByRole("link", { name: /minor/ }),
  ).toBeVisible();
});

test("why a cluster is stuck stands on its page, with what helps and the button to try again", async ({
  page,
  signIn,
}) => {
  await signIn("owner-commerce");
  await page.goto("/");
  await measureEffort(page, 2, { what: "why is a cluster stuck, and try again", clicks: 3 }, async () => {
    const needs = region(page, "Needs attention");
    await needs.getByRole("link", { name: "payments/fraud-scoring", exact: true }).first().click();
    const error = region(page, /^Last errors?/);
    await expect(error).toContainText("ERR_INFRA_QUOTA_EXCEEDED");
    await expect(error).toContainText(/quota/i);
    await page.getByRole("group", { name: "Actions" }).getByRole("button", { name: "Retry" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Retry now" }).click();
    await expect(region(page, "Your request").getByRole("status")).toHaveText(/^Retry: (Requested|Accepted)$/);
  });
});

test("three clusters are patched from the list by the first button of its bar", { tag: "@all" }, async ({
  page,
  signIn,
}) => {
  await signIn("operator");
  await openList(page, "?project=shop");
  await measureEffort(page, 4, { what: "patch three clusters from the list", clicks: 5, phrases: 1 }, async () => {
    for (const name of ["images", "loyalty", "storefront-us"])
      await page.getByRole("checkbox", { name: `Select shop/${name}`, exact: true }).click();
    const bar = region(page, "Selected clusters");
    await expect(bar.getByRole("status")).toHaveText("3 selected");
    await bar.getByRole("button", { name: /^Update to the newest patch/ }).click();
    await expect(page.getByText("3 eligible, 0 excluded.")).toBeVisible();
    await page.getByRole("textbox", { name: "Type update 3 clusters to confirm" }).fill("update 3 clusters");
    await page.getByRole("button", { name: "Update 3 clusters" }).click();
    await expect(page.getByText("Running", { exact: true })).toBeVisible();
    // One first: the others wait until it is done.
    await expect(page.getByRole("row").getByText("Requested", { exact: true })).toHaveCount(1);
    await expect(page.getByRole("row").getByText("Waiting", { exact: true })).toHaveCount(2);
  });
});

test("a kubeconfig is asked for by its name and the cluster's, and is downloaded", { tag: "@all" }, async ({
  page,
  signIn,
}) => {
  await signIn("owner-commerce");
  await page.goto("/");
  await measureEffort(page, 6, { what: "get a kubeconfig", clicks: 2, fields: 1 }, async () => {
    await goByPalette(page, "kubeconfig ledger-eu", /^Kubeconfig… ledger-eu/);
    const panel = page.getByRole("dialog", { name: /^Admin kubeconfig of payments\/ledger-eu/ });
    await panel.getByRole("button", { name: "Request kubeconfig" }).click();
    const started = page.waitForEvent("download");
    await panel.getByRole("button", { name: "Download" }).click();
    const download = await started;
    expect(download.suggestedFilename()).toBe("kubeconfig-admin-garden-payments-ledger-eu.yaml");
    expect(await readFile(await download.path(), "utf8")).toMatch(/^kind: Config$/m);
  });
});

test("the window of a production cluster is changed without typing its name", async ({ page, signIn }) => {
  await signIn("owner-commerce");
  await page.goto("/");
  await measureEffort(page, 7, { what: "change the maintenance window", clicks: 3, fields: 4 }, async () => {
    await goByPalette(page, "storefront-eu", /^storefront-eu/);
    await tab(page, "Maintenance").click();
    const editor = region(page, "Maintenance window");
    await editor.getByLabel("Offset from UTC, fixed").selectOption("+00:00");
    await editor.getByLabel("Begin").fill("02:15");
    await editor.getByLabel("End").fill("03:45");
    await editor.getByRole("button", { name: "Change window" }).click();
    await giveConsent(page, /^Change maintenance window: shop\/storefront-eu/, /^Change/);
    const next = region(page, "Next maintenance window");
    await expect(next.getByText(/02:15–03:45 UTC/).first()).toBeVisible();
  });
});

test("a cluster sleeps from 20:00 to 7:00 on weekdays, and the schedule is undone as a whole", async ({
  page,
  passTime,
  signIn,
}) => {
  await signIn("owner-commerce");
  await openList(page, "?project=shop");
  const schedules = region(page, "Hibernation schedules");
  const first = schedules.getByRole("group", { name: "Schedule 1" });
  await measureEffort(page, 8, { what: "hibernate on weekdays from 20 to 7", clicks: 5, fields: 1 }, async () => {
    await grid(page).getByRole("link", { name: "preview-apps", exact: true }).click();
    await tab(page, "Maintenance").click();
    await schedules.getByRole("button", { name: "Add a schedule" }).click();
    await first.getByLabel("Hibernate (cron)").fill("0 20 * * 1-5");
    await expect(first.getByText("At 20:00, Monday through Friday")).toBeVisible();
    await expect(first.getByText("At 07:00, Monday through Friday")).toBeVisible();
    await schedules.getByRole("button", { name: "Change schedules" }).click();
    await giveConsent(page, /^Change hibernation schedules: shop\/preview-apps/, /^Change/);
    // Whoever points at it is not hurried: one change is carried out before the next.
    await region(page, "Can be undone").getByText("Change hibernation schedules: shop/preview-apps").hover();
    await expect(schedules.getByText("Not saved yet")).toBeHidden();
    await expect(first.getByLabel("Hibernate (cron)")).toHaveValue("0 20 * * 1-5");
  });

  await expectOperationDone(page, passTime, { project: "shop", name: "preview-apps" });
  await measureEffort(page, 14, { what: "undo a schedule", clicks: 1 }, async () => {
    await page.keyboard.press("u");
    await confirmShownPreview(
      page.getByRole("dialog", { name: /^Undo: change hibernation schedules/ }),
      /^Change|^Undo/,
    );
    await expect(schedules.getByText(/^No schedule\./)).toBeVisible();
    await expect(schedules.getByText("Not saved yet")).toBeHidden();
  });
});

test("who is on a deprecated image is a filter of the list, and is taken along as a table", async ({
  page,
  signIn,
}) => {
  await signIn("operator");
  await openList(page);
  let count = 0;
  await measureEffort(page, 9, { what: "who is on a deprecated image", clicks: 2 }, async () => {
    await page.getByRole("button", { name: "Filters" }).click();
    const stages = page.getByRole("complementary", { name: "Filters" }).getByRole("group", { name: "Image stage" });
    const deprecated = stages.getByText(/^deprecated\d+$/i);
    count = await numberIn(deprecated);
    await deprecated.click();
    await expect(shown(page)).toHaveText(new RegExp(`^Showing ${count} of `));
  });
  expect(count).toBeGreaterThan(0);
  await measureEffort(page, 16, { what: "take a list along as CSV", clicks: 2 }, async () => {
    const { name, text } = await takeAlong(page, "Table (CSV)");
    expect(name).toBe("clusters.csv");
    expect(linesOf(text)).toHaveLength(count);
    for (const line of linesOf(text)) expect(line).toMatch(/,Deprecated/);
  });
});

test("a calendar program is given what Calendar shows", { tag: "@all" }, async ({
  page,
  signIn,
  playwright,
  baseURL,
}) => {
  await signIn("owner-commerce");
  await page.goto("/");
  await measureEffort(page, 10, { what: "subscribe to the calendar", clicks: 3 }, async () => {
    await inNavigation(page, "Calendar").click();
    await page.getByRole("link", { name: "Subscribe" }).click();
    await page.getByRole("button", { name: "Create feed link" }).click();
    await expect(page.getByLabel("Feed link")).toHaveValue(/\.ics$/);
  });
  // Without our cookies.
  const program = await playwright.request.newContext({ baseURL: baseURL ?? "" });
  const answer = await program.get(await page.getByLabel("Feed link").inputValue());
  expect(await answer.text()).toMatch(/SUMMARY:.*1\.33\.13/);
  await program.dispose();
});

test("a view is saved for a project, and a colleague finds it with the same clusters", { tag: "@all" }, async ({
  page,
  signIn,
  colleague,
}) => {
  await signIn("owner-commerce");
  await openList(page, "?project=shop");
  await measureEffort(page, 11, { what: "save and share a view", clicks: 4, fields: 2 }, async () => {
    await page
      .getByRole("list", { name: "Clusters by health" })
      .getByRole("button", { name: /unhealthy/ })
      .click();
    await page
      .getByRole("main")
      .getByRole("button", { name: /^Saved views/ })
      .click();
    await page.getByRole("menuitem", { name: "Save this view…" }).click();
    const dialog = page.getByRole("dialog", { name: "Save this view" });
    await dialog.getByLabel("Name").fill("Shop in trouble");
    await dialog.getByLabel("Who sees it").selectOption({ label: "Project shop" });
    await dialog.getByRole("button", { name: "Save view" }).click();
    await expect(dialog).toBeHidden();
  });
  const counted = (await shown(page).textContent())?.split(" of ")[0] ?? "";
  const other = await colleague("operator");
  await other.goto("/");
  await goByPalette(other, "shop in trouble", /^Shop in trouble/);
  await expect(shown(other)).toHaveText(new RegExp(`^${counted} of `));
});

test("whoever wants to be told types that, and begins with a template", { tag: "@all" }, async ({ page, signIn }) => {
  await signIn("owner-commerce");
  await page.goto("/");
  await measureEffort(page, 12, { what: "be told of forced changes and dead ends", clicks: 2, fields: 1 }, async () => {
    await goByPalette(page, "tell me", /^Notices/);
    await page.getByRole("button", { name: "Forced changes and dead ends" }).click();
    await page.getByRole("dialog", { name: "Tell me when" }).getByRole("button", { name: "Save rule" }).click();
    const rule = page.getByRole("list", { name: "Rules" }).getByRole("listitem");
    await expect(rule).toContainText("forced change within 30 days");
    await expect(rule).toContainText("dead end");
  });
});

test("two clusters are compared from the list, by what differs", { tag: "@all" }, async ({ page, signIn }) => {
  await signIn("owner-commerce");
  await openList(page, "?project=payments");
  await measureEffort(page, 13, { what: "compare two clusters", clicks: 3 }, async () => {
    for (const name of ["ledger-eu", "ledger-us"])
      await page.getByRole("checkbox", { name: `Select payments/${name}`, exact: true }).click();
    await region(page, "Selected clusters").getByRole("button", { name: "Compare" }).click();
    const seeds = page
      .getByRole("table", { name: /side by side$/ })
      .getByRole("row", { name: /^Differs: Seed / })
      .getByRole("cell");
    await expect(seeds).toHaveCount(2);
    expect(new Set(await seeds.allInnerTexts()).size).toBe(2);
  });
});

test("a cluster is deleted from anywhere by its name, at the price that it is worth", { tag: "@all" }, async ({
  page,
  signIn,
}) => {
  await signIn("operator");
  await page.goto("/");
  await measureEffort(page, 15, { what: "delete a cluster", clicks: 1, ticks: 3, phrases: 1, fields: 1 }, async () => {
    await goByPalette(page, "delete hack-2026", /^Delete… hack-2026/);
    const dialog = page.getByRole("dialog", { name: /^Delete sandbox\/hack-2026/ });
    await expect(dialog.getByRole("button", { name: "Cancel" })).toBeFocused();
    await giveConsent(page, /^Delete sandbox\/hack-2026/, /^Delete/);
  });
  await openList(page, "?q=hack-2026");
  await expect(grid(page).getByRole("row", { name: /hack-2026/ })).toContainText("being deleted");
});

test("the YAML of a cluster is opened by its name, edited and saved", { tag: "@all" }, async ({ page, signIn }) => {
  await signIn("owner-commerce");
  await page.goto("/");
  await measureEffort(page, 18, { what: "edit the YAML of a cluster", clicks: 5, fields: 2 }, async () => {
    await goByPalette(page, "yaml preview-apps", /^YAML… preview-apps/);
    await page.getByRole("button", { name: "Edit", exact: true }).click();
    const editor = page.getByRole("textbox", { name: "Shoot shop/preview-apps as YAML" });
    await expect(editor).toHaveClass(/cm-content/);
    await replaceEditorLine(
      page,
      editor,
      /^ +harborline\.example\/cost-centre: /,
      "harborline.example/cost-centre: preview",
    );
    await page.getByRole("button", { name: "Review changes" }).click();
    await page.getByRole("button", { name: "Preview and save…" }).click();
    await giveConsent(page, /^Change the manifest: shop\/preview-apps/, /^Save/);
    await expect(page.getByRole("button", { name: "Edit", exact: true })).toBeVisible();
    await expect(region(page, "YAML of the Shoot")).toContainText("cost-centre: preview");
  });
});

test("a cluster is found by whatever is remembered of it, and by a misspelled name", { tag: "@all" }, async ({
  page,
  signIn,
}) => {
  await signIn("operator");
  await page.goto("/");
  await measureEffort(page, 19, { what: "find a cluster by vague memory", clicks: 0, fields: 1 }, async () => {
    await openPalette(page);
    const box = page.getByRole("combobox", { name: "Command or search" });
    for (const [remembered, found] of [
      ["apac store", /^storefront-apac/],
      ["us-east ledger", /^ledger-us/],
      ["1.34.5 shop", /^storefront-us/],
      ["gpu", /ml · /],
      ["storefornt", /^storefront-/],
      ["mei.tanaka", /shop · /],
      ["4100-payments", /payments · /],
    ] as const) {
      await box.fill(remembered);
      await expect(chosenInPalette(page), remembered).toHaveText(found);
    }
    await box.fill("apac store");
    await box.press("Enter");
    await expect(page.getByRole("heading", { level: 1, name: "storefront-apac" })).toBeVisible();
  });
});

test("what ran last night is one click away, and so many operations are behind its numbers", async ({
  page,
  signIn,
}) => {
  await signIn("operator");
  await page.goto("/");
  const day = region(page, "The last 24 hours");
  await measureEffort(page, 20, { what: "what ran last night", clicks: 1 }, async () => {
    await inNavigation(page, "Operations").click();
    await expect(day.getByRole("link", { name: /succeeded$/ })).toBeVisible();
  });
  for (const [label, words] of [
    ["failed or retrying", /Failed/],
    ["succeeded", /Succeeded/],
  ] as const) {
    const link = day.getByRole("link", { name: label });
    const count = await numberIn(link);
    expect(count, label).toBeGreaterThan(0);
    await link.click();
    await expect(page.getByRole("heading", { name: new RegExp(`^${count} of \\d+ operations$`) })).toBeVisible();
    const lines = page.getByRole("table", { name: "Operations" }).getByRole("row");
    for (const line of (await lines.allInnerTexts()).slice(1)) expect(line).toMatch(words);
  }
});

test("evidence of how old credentials are is a file, a line for each of them", { tag: "@all" }, async ({
  page,
  signIn,
}) => {
  await signIn("operator");
  await page.goto("/");
  await measureEffort(page, 21, { what: "evidence of the ages of credentials", clicks: 2, fields: 1 }, async () => {
    await goByPalette(page, "credentials", /^Rotations/);
    await expect(
      region(page, "Age of credentials")
        .getByText(/^\d+ % of \d+ at most 90 days old/)
        .first(),
    ).toBeVisible();
    const { name, text } = await takeAlong(page, "Table (CSV)", "Export ages");
    expect(name).toBe("credential-ages.csv");
    const lines = linesOf(text);
    await expect(page.getByRole("status").getByText(`${lines.length} credentials, no filter`).first()).toBeVisible();
    for (const line of lines) expect(line).toMatch(/^[a-z]+,[^,]+,.*,\d+$/);
  });
});
