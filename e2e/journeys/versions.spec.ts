import type { Page } from "@playwright/test";
import { isRecord } from "#lib/kube/wire.ts";
import { measureEffort } from "../effort.ts";
import { expect, expectAccessible, test } from "../journey.ts";
import { ownPageHeaders } from "../our-request.ts";

const kubernetes = "/versions/kubernetes?profile=gcp";

function gantt(page: Page) {
  return page.getByRole("grid", { name: /Kubernetes versions in/ });
}

async function specOf(page: Page, profile: string): Promise<Readonly<Record<string, unknown>>> {
  const { profile: object } = await (await page.request.get(`/api/profiles/${profile}`)).json();
  return object;
}

test("the time line is read and walked through by keys alone, and a missing minor leads to the clusters that it blocks", async ({
  page,
  signIn,
}) => {
  await signIn("operator");
  await page.goto("/versions?profile=gcp");
  await expect(page).toHaveURL(/\/versions\/kubernetes\?profile=gcp/);
  await expect(gantt(page)).toBeVisible();
  await page.getByRole("checkbox", { name: "Used only" }).focus();
  await page.keyboard.press("Tab");
  await expect(gantt(page).locator(":focus")).toBeVisible();
  await page.keyboard.press("Control+Home");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowRight");
  await expect(page.locator(":focus")).toHaveAccessibleName(
    /^1\.36\.1, preview, start unknown, no end date, not used$/,
  );
  await page.keyboard.press("End");
  await expect(page.locator(":focus")).toHaveAccessibleName("Actions for 1.36.1");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("menuitem", { name: "Copy 1.36.1" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("menu")).toBeHidden();
  await expect(page.getByRole("button", { name: "Actions for 1.36.1" })).toBeFocused();
  await page.keyboard.press("-");
  await expect(page).toHaveURL(/zoom=24/);
  await page.keyboard.press("+");
  await expect(page).not.toHaveURL(/zoom=/);

  const support = page.getByRole("region", { name: "Support by the Kubernetes project" });
  await expect(page.getByText("The Kubernetes project ended support of 1.33 on 28 Jun 2026.")).toHaveCount(1);
  await expect(support.getByRole("listitem").filter({ hasText: "1.33:" })).toContainText("Source, read");
  await expect(support).toContainText("Gardener does not act on these dates");

  const gap = gantt(page).getByRole("row", { name: /^1\.34/ });
  await expect(gap).toContainText("no usable version, a dead end for");
  const blocked = gap.getByRole("link");
  const count = Number(/\d+/.exec((await blocked.textContent()) ?? "")?.[0]);
  await blocked.click();
  await expect(page).toHaveURL(/k8s=1\.33\.\*&profile=gcp/);
  await expect(page.getByText(`Showing ${count} of`)).toBeVisible();
});

test("filters, the table and the comparison are in the address", { tag: "@all" }, async ({ page, signIn }) => {
  await signIn("operator");
  await page.goto(kubernetes);
  await page.getByLabel("Stage", { exact: true }).selectOption("deprecated");
  await expect(page).toHaveURL(/stage=deprecated/);
  await page.getByRole("button", { name: "Table" }).click();
  await expect(page).toHaveURL(/view=table/);
  await expect(page.getByRole("table").getByRole("row")).not.toHaveCount(1);
  await page.getByRole("button", { name: "Clear all" }).click();
  await page.getByLabel("Compare with").selectOption("ml/ml-gpu");
  await expect(page).toHaveURL(/profile=gcp,ml\/ml-gpu/);
  await expect(page.getByRole("columnheader", { name: "Profile" })).toBeVisible();
  await expect(page.getByText("Project override").first()).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/profile=gcp(&|$)/);
});

test("an operator moves an end from its version's menu, sees the effect, applies it, and every open page shows it", async ({
  page,
  signIn,
  context,
}) => {
  await signIn("operator");
  const watching = await context.newPage();
  await watching.goto(kubernetes);
  const row = gantt(watching).getByRole("row", { name: /^1\.33\.12/ });
  await expect(row).toBeVisible();

  await page.goto(kubernetes);
  await measureEffort(page, 32, { what: "decide the end of a version", clicks: 4, phrases: 1, fields: 1 }, async () => {
    await measureEffort(
      page,
      17,
      { what: "what if a version ended on another day", clicks: 2, fields: 1 },
      async () => {
        await page.getByRole("button", { name: "Actions for 1.33.12" }).click();
        await page.getByRole("menuitem", { name: "Change expiry…" }).click();
        const card = page.getByRole("region", { name: "End of Kubernetes 1.33.12" });
        const date = card.getByLabel("Last day (UTC)");
        await expect(date).toBeFocused();
        await expect(card.getByText(/stuck, \d+ forced|no cluster is forced or stuck/).first()).toBeVisible();
        await date.fill("2027-08-31");
        await date.press("Enter");
        await expect(card.getByText(/^31 Aug 2027: /)).toBeVisible();
        await expect(card.getByText(/^\d+ days (later|earlier): /)).toBeVisible();
        await expect(page.getByRole("region", { name: "Your change" })).toContainText(
          "1.33.12 now expires 31 Aug 2027",
        );
        await expect(page.getByRole("region", { name: "Validation" })).toContainText("Valid");
        const effect = page.getByRole("region", { name: "Effect on the fleet" });
        await expect(effect).toContainText("would be affected");
        await expect(
          effect.getByRole("button", { name: /^Moved later|^Other target|^Freed|^Newly stuck/ }).first(),
        ).toBeVisible();
      },
    );
    await expectAccessible(page);

    await page.getByRole("button", { name: "Apply…" }).click();
    const dialog = page.getByRole("dialog", { name: "Change the CloudProfile gcp?" });
    await expect(dialog).toContainText("The garden would accept this");
    await dialog.getByLabel(/^Type change gcp/).fill("change gcp");
    await dialog.getByRole("button", { name: "Change gcp" }).click();
    await expect(page.getByText("gcp was changed")).toBeVisible();
  });
  // Expiration dates of versions are shown in UTC, whatever time zone the user has chosen.
  await expect(row).toContainText("31 Aug 2027");
  await expect(watching.getByText("gcp has changed since you last looked")).toBeVisible();
});

test("the end of a version is chosen on a slider or in a table, and compared with any day, which a link takes along", {
  tag: "@all",
}, async ({ page, context, signIn }) => {
  await signIn("operator");
  await page.goto("/versions/whatif?profile=gcp&version=1.33.12");
  const card = page.getByRole("region", { name: "End of Kubernetes 1.33.12" });
  await card.getByText("All dates as a table").click();
  // The date in the profile is near, so that a late month is later.
  const row = card.getByRole("table").getByRole("row").last();
  await row.getByRole("button", { name: "Choose" }).click();
  const chosen = (await row.getByRole("rowheader").textContent()) ?? "";
  const [forced, stuck, freed] = await row.getByRole("cell").allTextContents();
  const counts = `${stuck} ${stuck === "1" ? "cluster" : "clusters"} stuck, ${forced} forced`;
  const sentence = forced === "0" && stuck === "0" ? "no cluster is forced or stuck" : counts;
  await expect(card.getByText(`${chosen}: ${sentence}`), "the same numbers as the table").toBeVisible();
  await expect(page.getByRole("region", { name: "Your change" })).toContainText(`1.33.12 now expires ${chosen}`);

  await expect(page).toHaveURL(/#draft=/);
  const address = page.url();
  const slider = card.getByRole("slider", { name: "Last day of the version" });
  await slider.focus();
  await page.keyboard.press("ArrowRight");
  const moved = (await slider.getAttribute("aria-valuetext")) ?? "";
  expect(moved).not.toBe(chosen);
  await expect(page.getByRole("region", { name: "Your change" })).toContainText(`1.33.12 now expires ${moved}`);
  await expect(card.getByText(/^\d+ days later: /)).toBeVisible();
  await expect(page, "the new day is in the address").not.toHaveURL(address);
  expect(freed).toMatch(/^\d+$/);

  const other = card.getByRole("slider", { name: "Day to compare with" });
  const inProfile = await other.getAttribute("aria-valuetext");
  await other.focus();
  await page.keyboard.press("End");
  await expect(other).not.toHaveAttribute("aria-valuetext", inProfile ?? "");
  const difference = card.getByText(/^\d+ days earlier: /);
  await expect(difference).toBeVisible();
  await expect(page.getByRole("region", { name: "Your change" })).toContainText(`1.33.12 now expires ${moved}`);

  await expect(page).toHaveURL(/[?&]compared=\d{4}-\d\d-\d\d.*#draft=/);
  const compared = await other.getAttribute("aria-valuetext");
  const words = (await difference.textContent()) ?? "";
  const colleague = await context.newPage();
  await colleague.goto(page.url());
  const theirs = colleague.getByRole("region", { name: "End of Kubernetes 1.33.12" });
  await expect(theirs.getByRole("slider", { name: "Day to compare with" })).toHaveAttribute(
    "aria-valuetext",
    compared ?? "",
  );
  await expect(theirs.getByText(words, { exact: true })).toBeVisible();
  await colleague.close();

  await card.getByRole("button", { name: "Back to the profile" }).click();
  await expect(other).toHaveAttribute("aria-valuetext", inProfile ?? "");
  await expect(page).not.toHaveURL(/compared=/);
  await card.getByRole("button", { name: /^Back to / }).click();
  await expect(page.getByText("As read from the garden.")).toBeVisible();
  await expectAccessible(page);
});

test("a link shows a colleague the same draft of a profile, and one that would be refused has neither effect nor patch", {
  tag: "@all",
}, async ({ page, context, signIn }) => {
  await signIn("operator");
  await page.goto("/versions/whatif?profile=aws&version=1.34.9");
  await page.getByText("Other changes, and the profile as YAML").click();
  const form = page.getByRole("form", { name: "Change by form" });
  const effect = page.getByRole("region", { name: "Effect on the fleet" });
  await form.getByLabel(/^Last day \(UTC; empty/).fill("2027-10-31");
  await form.getByRole("button", { name: "Apply to draft" }).click();
  await expect(page).toHaveURL(/#draft=/);
  await expect(effect).toContainText("would be affected");
  await expect(page.getByRole("button", { name: "Copy kubectl command" })).toBeVisible();
  // The colleague's page shares the session, which tries one change at a time: each page waits for its own answers.
  const compared = { name: "End of Kubernetes 1.34.9" };
  await expect(page.getByRole("region", compared).getByText("All dates as a table")).toBeVisible();
  const colleague = await context.newPage();
  await colleague.goto(page.url());
  await expect(colleague.getByRole("region", { name: "Your change" })).toContainText("1.34.9 now expires 31 Oct 2027");
  await expect(colleague.getByRole("region", { name: "Effect on the fleet" })).toContainText("would be affected");
  await expect(colleague.getByRole("region", compared).getByText("All dates as a table")).toBeVisible();
  await colleague.close();

  await form.getByLabel(/^Last day \(UTC; empty/).fill("275760-01-01");
  await form.getByRole("button", { name: "Apply to draft" }).click();
  await expect(page.getByRole("region", { name: "Validation" })).toContainText("this is no date");
  await expect(effect).toContainText("The effect follows once the change is valid.");
  await expect(effect).not.toContainText("would be affected");
  await expect(page.getByRole("button", { name: "Copy kubectl command" })).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Apply…" })).toHaveAttribute("aria-disabled", "true");
  await page.reload();
  await expect(page.getByRole("region", { name: "Validation" }), "nothing is lost").toContainText("this is no date");
  await page.getByRole("button", { name: "Start over" }).click();
  await expect(page).not.toHaveURL(/#draft=/);
});

test("a draft that no longer fits what is there is brought over, and overwrites nobody", { tag: "@all" }, async ({
  page,
  signIn,
  expectedFaults,
}) => {
  expectedFaults.push("409");
  await signIn("operator");
  await page.goto("/versions/whatif?profile=openstack");
  const form = page.getByRole("form", { name: "Change by form" });
  await form.getByLabel(/^Last day \(UTC; empty/).fill("2028-01-31");
  await form.getByLabel("Action", { exact: true }).selectOption("add");
  await form.getByLabel("Version").fill("1.32.99");
  await form.getByLabel("Classification", { exact: true }).selectOption("deprecated");
  await form.getByRole("button", { name: "Apply to draft" }).click();
  await expect(page.getByRole("region", { name: "Your change" })).toContainText("1.32.99 was added");

  const { metadata, spec } = await specOf(page, "openstack");
  const bound = isRecord(metadata) ? { uid: metadata.uid, resourceVersion: metadata.resourceVersion } : {};
  const regions = isRecord(spec) && Array.isArray(spec.regions) ? [...spec.regions, { name: "elsewhere" }] : [];
  const others = await page.request.post("/api/profiles/openstack", {
    data: { ...bound, spec: { regions } },
    headers: ownPageHeaders,
  });
  expect(others.status(), await others.text()).toBe(200);

  await page.getByRole("button", { name: "Apply…" }).click();
  await expect(page.getByText("openstack has changed since you read it")).toBeVisible();
  await page.getByRole("button", { name: "Read it again" }).click();
  await expect(page.getByText("Your change was brought onto the profile as it is now")).toBeVisible();
  const change = page.getByRole("region", { name: "Your change" });
  await expect(change).toContainText("1.32.99 was added");
  await change.getByText("Show the patch").click();
  await expect(change).not.toContainText("elsewhere");
});
