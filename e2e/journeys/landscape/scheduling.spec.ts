import { expect, expectAccessible, test } from "../../journey.ts";
import { ownPageHeaders } from "../../our-request.ts";

test("a cluster that no Seed can take says which filter refuses each, what helps and who can do it", async ({
  page,
  signIn,
}) => {
  await signIn("operator");
  await page.goto("/clusters/sandbox/arm-trial");
  const card = page.getByRole("region", { name: "Waiting for a Seed" });
  await expect(card).toContainText("No Seed can take the cluster now. It waits until one can.");
  await expect(card).toContainText("The cluster selects Seeds by labels that are missing here.");
  await expect(card).toContainText("For the owner of the cluster: Change the cluster's Seed selector.");
  await expectAccessible(page);
  await card.getByRole("link", { name: "Every Seed, with all reasons" }).click();
  const row = page.getByRole("row").filter({ hasText: "gcp-canary" });
  await expect(row.getByRole("listitem").first()).toContainText("The Seed is hidden from the scheduler.");
  await expect(row).toContainText("The operator can change that.");
});

test("an operator hides a Seed from the scheduler once it is said what follows, and shows it again", async ({
  page,
  signIn,
}) => {
  const asked: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/scheduling")) asked.push(request.url());
  });
  await signIn("operator");
  await page.goto("/seeds/aws-eu1");
  await expect(page.getByRole("heading", { name: "What runs now" })).toBeVisible();
  expect(asked, "what follows is computed for the dialog only").toEqual([]);
  await test.step("the dialog names the regions that are left without a Seed, and asks for consent", async () => {
    await page.getByRole("button", { name: "Hide from the scheduler…" }).click();
    const dialog = page.getByRole("dialog", { name: "Hide aws-eu1 from the scheduler?" });
    await expect(dialog).toContainText(/no new cluster of .* finds a Seed\./);
    await expect(dialog).toContainText("of a ManagedSeed, in the ManagedSeed");
    await expectAccessible(page);
    await expect(dialog.getByRole("button", { name: "Hide the Seed" })).toHaveAttribute("aria-disabled", "true");
    await dialog.getByRole("checkbox").check();
    await dialog.getByRole("button", { name: "Hide the Seed" }).click();
    await expect(dialog).toBeHidden();
  });
  await test.step("the page shows what the garden has stored, and gives it back", async () => {
    await expect(page.getByText("The scheduler does not see this Seed")).toBeVisible();
    await expect(page.getByText("what was set by hand is lost")).toBeVisible();
    await page.getByRole("button", { name: "Show to the scheduler…" }).click();
    const dialog = page.getByRole("dialog", { name: "Show aws-eu1 to the scheduler?" });
    await expect(dialog).toContainText(/new clusters of .* find a Seed of the region\./);
    await dialog.getByRole("button", { name: "Show the Seed" }).click();
    await expect(page.getByRole("button", { name: "Hide from the scheduler…" })).toBeVisible();
    await expect(page.getByText("The scheduler does not see this Seed")).toBeHidden();
  });
});

test("a dialog that somebody else has overtaken writes nothing, and says what holds now", async ({
  page,
  signIn,
  expectedFaults,
}) => {
  expectedFaults.push("409"); // the change that came too late
  await signIn("operator");
  const address = "/api/seeds/hcloud-fsn1/scheduling";
  const set = async (visible: boolean) => {
    const { generation } = await (await page.request.get(address)).json();
    const answer = await page.request.post(address, { data: { visible, generation }, headers: ownPageHeaders });
    expect(answer.status()).toBe(200);
  };
  await page.goto("/seeds/hcloud-fsn1");
  await page.getByRole("button", { name: "Hide from the scheduler…" }).click();
  const dialog = page.getByRole("dialog", { name: "Hide hcloud-fsn1 from the scheduler?" });
  await dialog.getByRole("checkbox").check();
  await set(false);
  await dialog.getByRole("button", { name: "Hide the Seed" }).click();
  await expect(dialog).toContainText("Nothing was written: somebody has changed the Seed's specification meanwhile.");
  await expect(dialog).toContainText("somebody has hidden it meanwhile");
  await expect(dialog.getByRole("button", { name: "Hide the Seed" })).toHaveAttribute("aria-disabled", "true");
  await set(true);
});

test("whoever may not change Seeds learns why the button does nothing", async ({ page, signIn }) => {
  await signIn("owner-commerce");
  await page.goto("/seeds/aws-eu1");
  await expect(page.getByRole("button", { name: "Hide from the scheduler…" })).toHaveAttribute("aria-disabled", "true");
});
