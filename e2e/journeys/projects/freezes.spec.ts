import type { Page } from "@playwright/test";
import { dayMs, hourMs } from "#lib/kube/time-units.ts";
import { fieldTimeOf } from "#lib/view/freeze/field-times.ts";
import { expect, expectAccessible, test } from "../../journey.ts";
import { journeyNowMs } from "../../morning.ts";
import { controlPlaneUpdates, openUpdatesPage } from "../../updates.ts";

const clock = { kind: "zone", timeZone: "Europe/Berlin" } as const;
const cluster = { project: "shop", name: "storefront-apac" } as const;

const card = (page: Page) => page.getByRole("region", { name: "Freezes" });

interface Times {
  readonly fromMs: number;
  readonly untilMs: number;
}

/** Fills the times of a freeze, from now on in milliseconds. */
async function fillTimes(page: Page, { fromMs, untilMs }: Times): Promise<void> {
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("From (Europe/Berlin)").fill(fieldTimeOf(journeyNowMs() + fromMs, clock));
  await dialog.getByLabel("Until (Europe/Berlin)").fill(fieldTimeOf(journeyNowMs() + untilMs, clock));
}

async function saveFreeze(page: Page, times: Times): Promise<void> {
  await fillTimes(page, times);
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("dialog")).toBeHidden();
}

/** Opens the preview of an update now, and returns what it says about a freeze. */
async function previewedFreeze(page: Page) {
  await openUpdatesPage(page, cluster);
  await controlPlaneUpdates(page).getByRole("button", { name: "Update to 1.33.13…" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("heading", { name: "Exact request" })).toBeVisible();
  return dialog.getByText(/Inside the freeze Sale of the project shop/);
}

test("an owner adds a freeze, learns which forced update meets it and what can be done, and deletes it", async ({
  page,
  signIn,
}) => {
  await signIn("owner-commerce");
  await page.goto("/projects/shop");
  await expect(card(page)).toContainText("No freeze is planned.");
  await card(page).getByRole("button", { name: "New freeze…" }).click();
  const dialog = page.getByRole("dialog", { name: "New freeze" });
  await dialog.getByLabel("Name").fill("Sale");

  await test.step("an end before the beginning is said beside its field, and not saved", async () => {
    await fillTimes(page, { fromMs: 3 * dayMs, untilMs: 2 * dayMs });
    await expect(dialog.getByLabel("Until (Europe/Berlin)")).toHaveAccessibleDescription(
      "The end is not after the beginning.",
    );
    await expect(dialog.getByRole("button", { name: "Save" })).toHaveAttribute("aria-disabled", "true");
    await expectAccessible(page);
  });
  await saveFreeze(page, { fromMs: 3 * dayMs, untilMs: 10 * dayMs });
  await expect(card(page).getByRole("listitem")).toHaveCount(1);
  await expectAccessible(page);

  await test.step("Updates names the forced step, the window before the freeze, and whom to ask", async () => {
    await page.goto("/clusters/shop/storefront-apac/updates");
    const steps = page.getByRole("table", { name: "Upcoming steps and dead ends" });
    await expect(steps.getByRole("row", { name: /1\.33\.13.*forced patch.*in the freeze Sale/ })).toBeVisible();
    await expect(page.getByText(/Forced to 1\.33\.13, .*in the freeze Sale: 1\.33\.9 /).last()).toBeVisible();
    const sentence = page.getByText(/^Control plane: 1\.33\.13 is forced in the freeze Sale/);
    await expect(sentence).toContainText(
      "Make the update yourself before: the last maintenance window before the freeze",
    );
    await expect(sentence).toContainText("can move the end of 1.33.9");
    await expectAccessible(page);
  });

  await test.step("the calendar shows the freeze, and how many changes it meets", async () => {
    await page.goto("/calendar");
    const bands = page.getByRole("region", { name: "Freezes" }).getByRole("listitem");
    await expect(bands.filter({ hasText: "Sale" })).toContainText("its clusters here");
    await expect(page.getByText("Not counted, because they are hidden")).toBeHidden();
    await expectAccessible(page);
    await page.goto("/calendar?layer=k8s,lifetime");
    await expect(page.getByText("Not counted, because they are hidden: Forced updates and dead ends.")).toBeVisible();
    await expect(bands.filter({ hasText: "Sale" })).not.toContainText("its clusters here");
  });

  await test.step("an update now lies outside of the freeze: its preview has no such warning", async () => {
    await expect(await previewedFreeze(page)).toBeHidden();
  });

  await test.step("once the freeze has begun, the preview warns", async () => {
    await page.goto("/projects/shop");
    await card(page).getByRole("button", { name: "Edit… Sale" }).click();
    await saveFreeze(page, { fromMs: -hourMs, untilMs: 10 * dayMs });
    await expect(card(page).getByText("now", { exact: true })).toBeVisible();
    await expect(await previewedFreeze(page)).toBeVisible();
  });

  await page.goto("/projects/shop");
  await card(page).getByRole("button", { name: "Delete Sale" }).click();
  await expect(card(page)).toContainText("No freeze is planned.");
  await page.goto("/clusters/shop/storefront-apac/updates");
  await expect(page.getByRole("table", { name: "Upcoming steps and dead ends" })).toBeVisible();
  await expect(page.getByText("in the freeze Sale")).toBeHidden();
});

test("a viewer reads the freezes of a project, and is told why they cannot be changed", async ({ page, signIn }) => {
  await signIn("viewer");
  await page.goto("/projects/shop");
  const button = card(page).getByRole("button", { name: "New freeze…" });
  await expect(button).toHaveAttribute("aria-disabled", "true");
  await expect(button).toHaveAccessibleDescription(/You cannot change freezes of shop/);
});

test("a freeze that a colleague changes or deletes meanwhile is not written over, however often one saves", async ({
  page,
  signIn,
  colleague,
  expectedFaults,
}) => {
  expectedFaults.push("409 (Conflict)");
  await signIn("owner-commerce");
  await page.goto("/projects/shop");
  await card(page).getByRole("button", { name: "New freeze…" }).click();
  await page.getByRole("dialog").getByLabel("Name").fill("Audit");
  await saveFreeze(page, { fromMs: 3 * dayMs, untilMs: 10 * dayMs });
  const operator = await colleague("operator");
  await operator.goto("/projects/shop");
  const mine = page.getByRole("dialog", { name: "Edit freeze" });

  await test.step("changed: a second Save is refused like the first, although the new times are read by then", async () => {
    await card(page).getByRole("button", { name: "Edit… Audit" }).click();
    await mine.getByLabel("Name").fill("Audit, mine");
    await card(operator).getByRole("button", { name: "Edit… Audit" }).click();
    await operator.getByRole("dialog").getByLabel("Name").fill("Audit, theirs");
    await saveFreeze(operator, { fromMs: 4 * dayMs, untilMs: 10 * dayMs });
    for (const _ of ["first", "second"]) {
      const answer = page.waitForResponse((response) => response.url().endsWith("/api/freezes") && !response.ok());
      await mine.getByRole("button", { name: "Save" }).click();
      expect((await answer).status()).toBe(409);
      await expect(mine).toContainText("Somebody else has changed this freeze since you saw it.");
      await expect(page.getByText("Audit, theirs", { exact: true }).first()).toBeVisible();
    }
    await mine.getByRole("button", { name: "Cancel" }).click();
  });

  await test.step("deleted: the dialog stays, and says that the freeze is gone", async () => {
    await card(page).getByRole("button", { name: "Edit… Audit, theirs" }).click();
    await card(operator).getByRole("button", { name: "Delete Audit, theirs" }).click();
    await expect(card(operator)).toContainText("No freeze is planned.");
    await mine.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("No freeze is planned.")).toBeVisible();
    await expect(mine).toContainText("This freeze no longer exists.");
  });
});

test("the time line of a cluster says early which update falls into a freeze, and how to keep it out", async ({
  page,
  signIn,
}) => {
  await signIn("owner-commerce");
  await page.goto("/clusters/payments/ledger-us?tz=utc");
  const timeLine = page.getByRole("region", { name: "Time line" });
  await timeLine.getByText(/later events?$/).click();
  const update = timeLine.getByRole("button", { name: /in the freeze Quarter-end close/ });
  await update.click();
  await expect(timeLine).toContainText(
    "Make the update yourself before: the last maintenance window before the freeze is",
  );
  await expect(timeLine).toContainText("Gardener does not know freezes");
});
