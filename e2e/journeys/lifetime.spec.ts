import type { Page } from "@playwright/test";
import { dayMs } from "#lib/kube/time-units.ts";
import { utcClock } from "#lib/words/clock.ts";
import { formatDate } from "#lib/words/format-time.ts";
import { expect, expectAccessible, test } from "../journey.ts";

const dialogOf = (page: Page) => page.getByRole("dialog", { name: "Extend lifetime: sandbox/trial-run" });
const field = (page: Page) => dialogOf(page).getByLabel("Ends on (UTC)");
const send = (page: Page) => dialogOf(page).getByRole("button", { name: "Extend lifetime now" });

/** The date some days after a given date, as `2026-12-04`. */
function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);
}

/** A date as screens show it, such as `4 Dec 2026`. */
const said = (day: string) => formatDate(Date.parse(`${day}T00:00:00Z`), utcClock);

test("a lifetime that ends soon is extended to a chosen day, and then with many as far as its quota allows", async ({
  page,
  signIn,
  passTimeUntil,
}) => {
  await signIn("operator");
  await page.goto("/clusters/sandbox/trial-run?clock=utc");
  const actions = page.getByRole("group", { name: "Actions" });
  let furthest = "";

  await test.step("it is what the page offers first, as far as allowed", async () => {
    await actions.getByRole("button", { name: "Extend lifetime…" }).click();
    await expect(field(page)).toHaveValue(/^\d{4}-\d{2}-\d{2}$/);
    furthest = await field(page).inputValue();
    await expect(send(page)).toBeEnabled();
    await expectAccessible(page);
  });

  await test.step("to an earlier day", async () => {
    const chosen = dayAfter(furthest, -2);
    await field(page).fill(chosen);
    await expect(
      dialogOf(page).getByText(new RegExp(`^Move the end of the lifetime from .* to .* ${said(chosen)},`)),
    ).toBeVisible();
    await send(page).click();
    await expect(dialogOf(page)).toBeHidden();
    await expect(
      page.getByText(new RegExp(`Gardener deletes this cluster at .* ${said(chosen)},`)).first(),
    ).toBeVisible();
    await expect(actions.getByRole("link", { name: "Update…" })).toBeVisible();
  });

  await test.step("with all that are selected", async () => {
    await page.goto("/clusters?q=trial-run");
    await page.getByRole("checkbox", { name: "Select sandbox/trial-run" }).click();
    await page.getByRole("region", { name: "Selected clusters" }).getByRole("button", { name: "More…" }).click();
    await page.getByRole("menuitem", { name: "Extend lifetimes as far as allowed" }).click();
    await expect(page.getByText("1 eligible, 0 excluded.")).toBeVisible();
    await page.getByRole("textbox", { name: "Type extend 1 cluster to confirm" }).fill("extend 1 cluster");
    await page.getByRole("button", { name: "Extend 1 cluster" }).click();
    await passTimeUntil(page.getByText("1 of 1 succeeded"));
    await page.goto("/clusters/sandbox/trial-run?clock=utc");
    const newEnd = new RegExp(`Gardener deletes this cluster at .* ${said(furthest)},`);
    await expect(page.getByText(newEnd).first()).toBeVisible();
  });
});
