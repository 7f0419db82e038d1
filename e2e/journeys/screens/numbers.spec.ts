import type { Page } from "@playwright/test";
import { expect, test } from "../../journey.ts";

/** A number that a page shows, and where its link leads. */
interface ShownNumber {
  readonly what: string;
  readonly href: string;
  readonly number: number;
}

/** Runs in the page: every link with a number to a list of clusters or of rotations. */
function readLinks(): readonly ShownNumber[] {
  const main = document.querySelector("main");
  const links = [...(main?.querySelectorAll("a") ?? [])].map((link) => ({
    href: link.getAttribute("href") ?? "",
    // What a link is read as says most; where it is not said apart, its hint or its text does.
    what: link.getAttribute("aria-label") ?? link.getAttribute("title") ?? link.textContent,
  }));
  const patterns = [
    / ([\d,]+)$/,
    /([\d,]+) in half a year/,
    /([\d,]+) clusters? stuck/,
    /([\d,]+) clusters? forced/,
    /([\d,]+)/,
  ];
  const numberOf = (text: string) => {
    const counted = /: ([\d,]+) clusters?$/.exec(text) ?? patterns.map((pattern) => pattern.exec(text)).find(Boolean);
    return counted?.[1] === undefined ? Number.NaN : Number(counted[1].replaceAll(",", ""));
  };
  return links
    .filter(({ href }) => /^\/(clusters|rotations)\?/.test(href))
    .map(({ href, what }) => ({ what, href, number: numberOf(what) }))
    .filter(({ number }) => !Number.isNaN(number));
}

/** Runs in the page: of each entry of a calendar that leads to a list, how many clusters it names. */
function readEntries(): readonly ShownNumber[] {
  return [...document.querySelectorAll("main a")].flatMap((link) => {
    if (link.textContent !== "Show in the list") return [];
    const entry = link.closest("li");
    const items = [...(entry?.querySelectorAll("ul[aria-label='Clusters concerned'] > li") ?? [])];
    const named = items.filter((item) => item.querySelector("a") !== null).length;
    const more = items.map((item) => /^and (\d+) more$/.exec(item.textContent)?.[1] ?? "0");
    const number = more.reduce((sum, text) => sum + Number(text), named);
    return [{ what: entry?.querySelector("p")?.textContent ?? "", href: link.getAttribute("href") ?? "", number }];
  });
}

/** Goes to another address of the page that is open, as its own filters do: hundreds of numbers are looked at. */
async function goWithin(page: Page, address: string): Promise<void> {
  await page.evaluate((to) => window.history.pushState(null, "", to), address);
}

async function expectRows(page: Page, numbers: readonly ShownNumber[], of: "clusters" | "rotations"): Promise<void> {
  const ofThese = numbers.filter(({ href }) => href.startsWith(`/${of}`));
  if (ofThese.length === 0) return;
  const shown = page.getByRole("status").filter({ hasText: of === "clusters" ? /^Showing/ : /rotations?$/ });
  const nothing = page.getByRole("heading", { name: /^No rotations?/ });
  await page.goto(`/${of}`);
  await expect(shown).toHaveText(/[1-9]/);
  for (const { what, href, number } of ofThese) {
    await test.step(`${what}: ${number}`, async () => {
      // First to where another number stands, so that what is read is not what was there before.
      await goWithin(page, number === 0 ? `/${of}` : `/${of}?q=nothing-is-called-so`);
      if (of === "clusters") await expect(shown).toHaveText(number === 0 ? /^Showing [1-9]/ : /^Showing 0 of /);
      else await expect(number === 0 ? shown : nothing).toBeVisible();
      await goWithin(page, href);
      const expected = number.toLocaleString("en-GB");
      if (of === "clusters") await expect(shown, what).toHaveText(new RegExp(`^Showing ${expected} of `));
      else if (number === 0) await expect(nothing, what).toBeVisible();
      else await expect(shown, what).toHaveText(new RegExp(`^${expected} rotations?$`));
    });
  }
}

const pages = {
  "/": { settled: "Kubernetes in use", least: 20 },
  "/forecast": { settled: "Stuck, and what would free it", least: 20 },
  "/rotations": { settled: "Rotations by cluster", least: 3 },
} as const;

function countedIn(told: string): number {
  return Number(/^([\d,]+) *dated/.exec(told)?.[1]?.replaceAll(",", "") ?? 0);
}

for (const identity of ["operator", "owner-commerce", "owner-data", "viewer"]) {
  test(`every number that ${identity} reads is that of the rows behind its link`, { tag: "@all" }, async ({
    page,
    signIn,
  }) => {
    test.slow();
    await signIn(identity);
    const numbers = new Map<string, ShownNumber>();
    const add = (read: readonly ShownNumber[]) => {
      for (const each of read) numbers.set(`${each.href} ${each.number}`, each);
    };
    for (const [path, { settled, least }] of Object.entries(pages)) {
      await page.goto(path);
      await expect(page.getByRole("heading", { name: settled })).toBeVisible();
      if (path === "/")
        await page
          .getByRole("button", { name: /^Show \d+ more/ })
          .first()
          .waitFor();
      for (const more of await page.getByRole("button", { name: /^Show \d+ more:/ }).all()) await more.click();
      if (path === "/forecast") {
        await expect(page.getByRole("figure").locator("svg a").first()).toBeVisible();
        add(await page.evaluate(readLinks));
        await page.getByRole("button", { name: "Show as table" }).click();
        await page.getByRole("button", { name: "Cloud profile" }).click();
        await expect(page).toHaveURL(/rows=profile/);
        await expect(page.getByRole("table", { name: /by week and cloud profile/ })).toBeVisible();
      }
      const read = await page.evaluate(readLinks);
      expect(read.length, path).toBeGreaterThan(least - 1);
      add(read);
    }
    await page.goto("/calendar?view=agenda&layer=k8s,image,stage,forced,rotation");
    const months = page.getByRole("navigation", { name: "Months" }).getByRole("button");
    await expect(months.first()).toHaveText(/\d|–/);
    for (const month of await months.all()) {
      await month.click();
      await expect(month).toHaveAttribute("aria-current", "true");
      const dated = month.locator("span", { hasText: /dated/ }).first();
      // What a month counts are its entries, each of which has one line that says when.
      const entries = page.locator("main ol > li section > div > ul > li");
      await expect.poll(async () => countedIn((await dated.textContent()) ?? "") - (await entries.count())).toBe(0);
      add(await page.evaluate(readEntries));
    }
    await expectRows(page, [...numbers.values()], "clusters");
    await expectRows(page, [...numbers.values()], "rotations");
  });
}

test("a stranger reads no number at all", async ({ page, signIn }) => {
  await signIn("stranger");
  for (const path of ["/", "/forecast", "/calendar?view=agenda", "/rotations"]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.getByText(/No clusters to|No rotations|Nothing dated/).first()).toBeVisible();
    // A zero that was read is one; nothing else is counted for somebody who sees nothing.
    expect((await page.evaluate(readLinks)).filter(({ number }) => number !== 0)).toEqual([]);
  }
});
