import { expect, expectAccessible, test } from "../../journey.ts";

test("an operator moves one cluster to another Seed, and follows it to its observed end", async ({
  page,
  passTimeUntil,
  signIn,
}) => {
  await signIn("operator");
  await page.goto("/clusters/platform/policy-hub");
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Move to another Seed…" }).click();
  const section = page.getByRole("region", { name: "Move to another Seed" });
  await section.getByText(/cannot take the control plane, and why$/).click();
  await expect(section.getByRole("rowheader", { name: /^os-south1/ })).toBeVisible();
  await expect(section.getByText(/does not tolerate seed\.gardener\.cloud\/protected/)).toBeVisible();
  await expectAccessible(page);
  await section.getByRole("button", { name: "Move to aws-eu3…" }).click();
  const dialog = page.getByRole("dialog");
  const boxes = dialog.getByRole("region", { name: "Your consent" }).getByRole("checkbox");
  await expect(boxes).toHaveCount(4);
  for (const box of await boxes.all()) await box.click();
  await dialog.getByRole("textbox", { name: /policy-hub/ }).fill("policy-hub");
  await dialog.getByRole("button", { name: "Move now" }).click();
  await passTimeUntil(section.getByText("The last operation restored the control plane on aws-eu3."));
});

test("a move that waits for its Seed is called back before it has begun", async ({ page, signIn }) => {
  await signIn("operator");
  await page.goto("/clusters/payments/ledger-eu/advanced#move");
  const section = page.getByRole("region", { name: "Move to another Seed" });
  const waiting = section.getByRole("row").filter({ has: page.getByRole("rowheader", { name: /^aws-us1/ }) });
  await expect(waiting.getByText("Yes, but Gardener waits")).toBeVisible();
  await expect(section.getByText("Yes", { exact: true })).toHaveCount(0);
  await waiting.getByRole("button", { name: "Move to aws-us1…" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText("As soon as the new Seed can take the control plane")).toBeVisible();
  const boxes = dialog.getByRole("region", { name: "Your consent" }).getByRole("checkbox");
  await expect(boxes.first()).toBeVisible();
  for (const box of await boxes.all()) await box.click();
  await dialog.getByRole("textbox", { name: /ledger-eu/ }).fill("ledger-eu");
  await dialog.getByRole("button", { name: "Request the move" }).click();

  const course = section.getByText("The control plane moves from aws-eu1 to aws-us1.");
  await expect(course).toBeVisible();
  await expect(section.getByText("The cluster cannot move to another Seed now")).toBeVisible();
  await expect(section.getByRole("button", { name: /^Move to / })).toHaveCount(0);
  await section.getByRole("button", { name: "Call the move back…" }).click();
  await dialog.getByRole("textbox", { name: /ledger-eu/ }).fill("ledger-eu");
  await dialog.getByRole("button", { name: "Call the move back now" }).click();
  await expect(course).toHaveCount(0);
  await expect(section.getByRole("button", { name: "Move to aws-us1…" })).toBeVisible();
});

test("a member reads that the move takes the right to update shoots/binding", async ({ page, signIn }) => {
  await signIn("owner-commerce");
  await page.goto("/clusters/shop/preview-apps/advanced#move");
  await expect(page.getByText("You cannot move this cluster")).toBeVisible();
  await expect(page.getByRole("button", { name: /^Move to / })).toHaveCount(0);
});
