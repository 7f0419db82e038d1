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

test("a member reads that the move takes the right to update shoots/binding", async ({ page, signIn }) => {
  await signIn("owner-commerce");
  await page.goto("/clusters/shop/preview-apps/advanced#move");
  await expect(page.getByText("You cannot move this cluster")).toBeVisible();
  await expect(page.getByRole("button", { name: /^Move to / })).toHaveCount(0);
});
