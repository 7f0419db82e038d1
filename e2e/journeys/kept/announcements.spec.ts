import type { Page } from "@playwright/test";
import { expect, expectAccessible, test } from "../../journey.ts";

interface Written {
  readonly title: string;
  readonly about: string;
  readonly fields?: Readonly<Record<string, string>>;
}

async function announce(page: Page, { title, about, fields = {} }: Written): Promise<void> {
  await page.getByRole("button", { name: "New announcement" }).click();
  const dialog = page.getByRole("dialog", { name: "New announcement" });
  await dialog.getByLabel("Title").fill(title);
  await dialog.getByLabel("About").selectOption({ label: about });
  for (const [label, value] of Object.entries(fields)) await dialog.getByLabel(label).fill(value);
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toBeHidden();
}

test("an operator announces maintenance and remarks on a version; those whom it concerns see both", async ({
  page,
  signIn,
}) => {
  await signIn("operator");
  await page.goto("/announcements");
  await announce(page, { title: "Maintenance on Sunday", about: "All clusters" });
  await announce(page, {
    title: "Elsewhere only",
    about: "The clusters of a Seed",
    fields: { Name: "a-seed-of-nobody" },
  });
  await announce(page, {
    title: "Not with GPU pools",
    about: "A version",
    fields: { "Version, such as 1.34": "1.34" },
  });
  await announce(page, {
    title: "Only on GCP",
    about: "A version",
    fields: { "Version, such as 1.34": "1.34", "Cloud profile (empty: all)": "gcp" },
  });
  await expect(page.getByRole("list", { name: "Announcements" }).getByRole("listitem")).toHaveCount(4);
  await expectAccessible(page);

  await signIn("owner-commerce");
  await page.goto("/clusters/payments/acquiring/updates?view=change");
  const banner = page.getByRole("region", { name: "Announced now" });
  await expect(banner).toContainText("Maintenance on Sunday");
  await expect(banner).not.toContainText("Elsewhere only");
  const offered = page.getByRole("list", { name: "Versions for the control plane" }).getByRole("listitem");
  await expect(offered.filter({ hasText: "1.34.9" })).toContainText("Not with GPU pools");

  await test.step("the steps of a cluster have the remarks for its profile, and no others", async () => {
    await page.goto("/clusters/payments/acquiring/updates");
    const step = page.getByRole("row").filter({ hasText: /1\.33\.\d+to1\.34\./ });
    await step.getByRole("button", { name: "Why?" }).first().click();
    await expect(page.getByText("Not with GPU pools")).toBeVisible();
    await expect(page.getByText("Only on GCP")).toHaveCount(0);
  });

  await test.step("a hidden announcement stays hidden, and is among the notifications", async () => {
    await banner.getByRole("button", { name: "Hide" }).click();
    await expect(banner).toBeHidden();
    await page.goto("/versions/kubernetes?view=table");
    await expect(page.getByRole("rowheader", { name: /^1\.34\.9/ }).first()).toContainText("Not with GPU pools");
    await expect(banner).toBeHidden();
    await page.getByRole("button", { name: /^Notifications/ }).click();
    await expect(page.getByRole("region", { name: "From your operators" })).toContainText("Maintenance on Sunday");
  });

  await signIn("operator");
  await page.goto("/announcements");
  for (const title of ["Maintenance on Sunday", "Elsewhere only", "Not with GPU pools", "Only on GCP"]) {
    await page.getByRole("button", { name: `Delete ${title}` }).click();
    await expect(page.getByRole("listitem").filter({ hasText: title })).toHaveCount(0);
  }
});
