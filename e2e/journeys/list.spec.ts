import type { Page } from "@playwright/test";
import { expect, test } from "../journey.ts";

const grid = (page: Page) => page.getByRole("grid", { name: "Clusters" });
/** Placeholder rows that are shown while the list scrolls. */
const passing = (page: Page) => grid(page).locator("[data-passing]");

test.beforeEach(async ({ page, signIn }) => {
  await page.setViewportSize({ width: 1200, height: 700 });
  await signIn("operator");
  await page.goto("/clusters");
  await expect(grid(page).getByRole("row").nth(10)).toBeVisible();
});

/**
 * Scrolls the list and returns the texts of the visible rows in each of the following frames, and which of them are
 * real rows. All frames are returned, because the last one can show the list at rest on a slow machine.
 */
function looksWhileScrolling(
  page: Page,
  distance: number,
): Promise<readonly (readonly (readonly [text: string, isReal: boolean])[])[]> {
  return grid(page).evaluate(async (element, far) => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const look = () => {
      const { top, bottom } = element.getBoundingClientRect();
      const lines = element.querySelectorAll("[role=row]:not([aria-rowindex='1']), [data-passing]");
      return [...lines].flatMap((line) => {
        const box = line.getBoundingClientRect();
        const inView = box.bottom > top + 40 && box.top < bottom;
        return inView ? [[line.textContent ?? "", line.role === "row"] as const] : [];
      });
    };
    const looks = [];
    for (const part of [0.25, 0.5, 0.75, 1]) {
      element.scrollTop = far * part;
      await frame();
      looks.push(look());
    }
    await frame();
    return [...looks, look()];
  }, distance);
}

test("the fleet is asked for once, by the document and not by its scripts", async ({ page }) => {
  const asked = await page.evaluate(() =>
    performance
      .getEntriesByType("resource")
      .flatMap((entry) =>
        entry instanceof PerformanceResourceTiming && entry.name.endsWith("/api/fleet") ? [entry.initiatorType] : [],
      ),
  );
  expect(asked).toEqual(["link"]);
});

test("what is typed is in the address as soon as the box is left, and half a field asks for nothing and offers its values", async ({
  page,
}) => {
  const search = page.getByRole("combobox", { name: "Search clusters" });
  const addressed = await search.evaluate(async (input: HTMLInputElement) => {
    const write = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set;
    const read = [];
    for (const typed of ["identity", ""]) {
      input.focus();
      write?.call(input, typed);
      input.dispatchEvent(new InputEvent("input", { bubbles: true }));
      // React has finished synchronous updates, but not started those in a transition.
      await Promise.resolve();
      input.blur();
      read.push(new URLSearchParams(window.location.search).get("q") ?? "");
    }
    return read;
  });
  expect(addressed).toEqual(["identity", ""]);
  const count = page.getByRole("main").getByRole("status").first();
  await expect(count).toHaveText(/^Showing (\d+) of \1$/);
  await expect(search, "what is cleared before it has come to the screen stays cleared").toHaveValue("");

  const all = (await count.textContent()) ?? "";
  await search.fill("status:unh");
  await expect(count).toHaveText(all);
  const offer = page.getByRole("option", { name: /^status:unhealthy/ });
  await expect(offer).toHaveText(/unhealthy[1-9]/);
  await offer.click();
  await expect(page).toHaveURL(/status=unhealthy/);
  await expect(count).not.toHaveText(all);
});

test("a misspelled name finds nothing, and the empty list offers similar names", async ({ page }) => {
  await page.getByRole("combobox", { name: "Search clusters" }).fill("storefornt-eu");
  await expect(page.getByRole("heading", { name: "No exact match for “storefornt-eu”" })).toBeVisible();
  await expect(page.getByRole("main").getByRole("status").first()).toHaveText(/^Showing 0 of /);
  await page.getByRole("link", { name: "shop/storefront-eu", exact: true }).click();
  await expect(page).toHaveURL(/\/clusters\/shop\/storefront-eu$/);
});

test("a garden that is still being read has no number of clusters, and nothing to act on", async ({ page }) => {
  // Simulates the response of a server that has just started: some rows, and no stream yet that marks them as complete.
  await page.route("**/api/stream?*", () => undefined);
  await page.route("**/api/fleet", async (route) => {
    const answer = await route.fetch();
    const [head = "", ...rows] = (await answer.text()).split("\n");
    const told = { ...JSON.parse(head), freshness: { state: "loading" } };
    await route.fulfill({ response: answer, body: [JSON.stringify(told), ...rows].join("\n") });
  });
  // The page continues with the rows that it has read.
  const follows = page.waitForRequest("**/api/stream?*");
  await page.reload();
  await follows;
  for (const name of ["Forecast", "Rotations", "Overview", "Clusters"]) {
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name }).click();
    await expect(page.getByRole("heading", { name, level: 1 })).toBeVisible();
    await expect(page.getByRole("main").getByText(/\d (of \d|clusters?|rotations?)/)).toHaveCount(0);
  }
  await expect(page.getByRole("button", { name: "Export" })).toHaveAttribute("aria-disabled", "true");
  await expect(grid(page)).toHaveCount(0);
});

test("lines that pass by say what they are at once, and are real ones when the list rests", async ({ page }) => {
  const looks = await looksWhileScrolling(page, 1_200);
  for (const seen of looks) {
    expect(seen.length).toBeGreaterThan(10);
    expect(seen.filter(([text]) => text === "")).toEqual([]);
  }
  expect(
    looks.flat().some(([, isReal]) => !isReal),
    "some came light",
  ).toBe(true);
  await expect(passing(page)).toHaveCount(0);
  const names = await grid(page).getByRole("row").getByRole("link").allInnerTexts();
  const seen = looks.at(-1) ?? [];
  const unknown = seen.filter(([text, isReal]) => !isReal && !names.some((name) => text.startsWith(name)));
  expect(unknown, "they stand where the real ones stand").toEqual([]);
});

test("a wide window shows what matters of each cluster without moving sideways, and in others names hold on to the edge", {
  tag: "@all",
}, async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(grid(page).getByRole("columnheader").getByRole("button")).toHaveText([
    ...["Cluster", "Health", "Forced change", "Last operation", "Kubernetes", "Images", "Next window"],
  ]);
  const hidden = () => grid(page).evaluate((element) => element.scrollWidth - element.clientWidth);
  await expect.poll(hidden).toBe(0);
  const shade = page.locator("main [data-more]");
  await expect(shade).toHaveCount(0);

  await page.setViewportSize({ width: 1280, height: 720 });
  const names = grid(page).locator("[role=gridcell]:nth-child(2) a");
  const cut = () =>
    names.evaluateAll((links) =>
      links.filter((link) => link.scrollWidth > link.clientWidth).map((link) => link.textContent),
    );
  expect(await names.count()).toBeGreaterThan(10);
  await expect.poll(async () => (await cut()).filter((name) => name.length <= 21)).toEqual([]);
  const change = grid(page)
    .getByRole("row", { name: /dns-edge/ })
    .getByRole("gridcell")
    .nth(3);
  const missing = () =>
    change.locator(".truncate").evaluate((words) => Math.max(0, words.scrollWidth - words.clientWidth));
  expect(await missing(), "it has more words than room").toBeGreaterThan(0);
  await expect(change.getByRole("link")).toHaveAttribute("title", /gardenlinux/);
  await change.focus();
  await expect.poll(missing, "who comes by key reads all of them").toBe(0);

  await page.setViewportSize({ width: 1000, height: 700 });
  await expect(shade).toBeVisible();
  const cell = grid(page).getByRole("row").nth(3).getByRole("gridcell").nth(1);
  const before = await cell.boundingBox();
  await grid(page).evaluate((element) => {
    element.scrollLeft = element.scrollWidth;
  });
  await expect(shade).toHaveCount(0);
  await expect(grid(page)).toHaveAttribute("data-sideways");
  expect((await cell.boundingBox())?.x).toBe(before?.x);
});

test("a line's menu fetches a kubeconfig, and leads to rotations", { tag: "@all" }, async ({ page }) => {
  const line = grid(page).getByRole("row").nth(2);
  await line.getByRole("button", { name: /^Actions of/ }).click();
  const menu = page.getByRole("menu");
  await expect(menu.getByRole("menuitem", { name: "Rotate…" })).toHaveAttribute("href", /\/credentials$/);
  await menu.getByRole("menuitem", { name: "Kubeconfig…" }).click();
  await expect(page.getByRole("dialog", { name: /kubeconfig of/i })).toBeVisible();
});

test("a project is found by what one types of it, and offered first the next time", async ({ page }) => {
  const scope = page.getByRole("button", { name: /^Scope:/ });
  await scope.click();
  const search = page.getByRole("combobox", { name: "Search projects" });
  await search.fill("pay");
  await expect(page.getByRole("option").first()).toHaveText(/^payments/);
  await search.press("Enter");
  await expect(page).toHaveURL(/project=payments/);
  await expect(scope).toHaveAccessibleName("Scope: payments");
  await scope.click();
  await expect(page.getByRole("group", { name: "Recent" }).getByRole("option")).toHaveText(/^payments/);
  await page.getByRole("option", { name: "All projects" }).click();
  await expect(page).not.toHaveURL(/project=/);
});

test("the keyboard reaches a line that was far below, and the one that has the focus keeps it wherever the list is moved", async ({
  page,
}) => {
  await grid(page).getByRole("row").nth(2).getByRole("gridcell").nth(2).focus();
  for (let turn = 0; turn < 3; turn += 1) await page.keyboard.press("PageDown");
  const focused = page.locator("[role=gridcell]:focus");
  await expect(focused).toBeInViewport();
  const line = grid(page).getByRole("row").filter({ has: focused });
  await expect(line.getByRole("checkbox")).toBeVisible();

  await grid(page).evaluate((element) => {
    element.scrollTop = 0;
  });
  await expect(passing(page)).toHaveCount(0);
  await expect(focused).toHaveCount(1);
  await page.keyboard.press("ArrowDown");
  await expect(focused).toBeInViewport();
});
