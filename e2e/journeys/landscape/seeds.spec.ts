import { expect, expectAccessible, test } from "../../journey.ts";

test("from the list of Seeds, a Seed's page leads to its clusters, and their numbers agree", async ({
  page,
  signIn,
}) => {
  await signIn("operator");
  await page.goto("/seeds");
  const table = page.getByRole("table", { name: "Seeds" });
  const row = table.getByRole("row", { name: /^aws-eu1/ });
  await expect(row.getByRole("link", { name: /^\d+ clusters$/ })).toBeVisible();
  await expectAccessible(page);
  await expect(page.getByText("Counts are of all clusters of the garden.")).toBeVisible();
  // The worst come first: a failing condition above Seeds without findings.
  await expect(table.getByRole("rowheader").first()).toContainText("aws-eu2");
  await expect(row.getByText(/^\d+ of \d+/)).toBeVisible();

  await row.getByRole("link", { name: "aws-eu1", exact: true }).click();
  await expect(page).toHaveURL(/\/seeds\/aws-eu1$/);
  const facts = page.getByRole("region", { name: "Facts" });
  await expect(facts.getByText("scheduling.visible: true")).toBeVisible();
  await expect(page.getByRole("heading", { name: "What runs now" })).toBeVisible();
  await expectAccessible(page);
  await page.getByText("Show the YAML of the Seed").click();
  await expect(page.getByRole("region", { name: "YAML of the Seed" })).toContainText("kind: Seed");

  await facts.getByRole("link", { name: "garden/aws-eu1" }).click();
  await page.getByRole("link", { name: "aws-eu1", exact: true }).first().click();
  await expect(page).toHaveURL(/\/seeds\/aws-eu1$/);
  const counted = page.getByRole("region", { name: "Clusters" }).getByRole("link", { name: /^\d+ clusters$/ });
  const clusters = Number.parseInt((await counted.textContent()) ?? "", 10);
  await page.getByRole("link", { name: "Clusters of this Seed" }).click();
  await expect(page).toHaveURL(/\/clusters\?seed=aws-eu1$/);
  await expect(page.getByRole("grid", { name: "Clusters" })).toHaveAttribute("aria-rowcount", String(clusters + 1));
});

test("the list of Seeds is filtered and sorted by its address, and Back undoes a choice", async ({ page, signIn }) => {
  await signIn("operator");
  await page.goto("/seeds?provider=aws&sort=name");
  const names = page.getByRole("table", { name: "Seeds" }).getByRole("rowheader").getByRole("link");
  await expect(names).toHaveText(["aws-eu1", "aws-eu2", "aws-eu3", "aws-us1"]);
  await page.getByRole("button", { name: /^Not visible/ }).click();
  await expect(names).toHaveText(["aws-eu2", "aws-eu3"]);
  await expect(page).toHaveURL(/state=hidden/);
  await page.goBack();
  await expect(names).toHaveCount(4);
  await page.getByRole("button", { name: "Seed", exact: true }).click();
  await expect(names).toHaveText(["aws-us1", "aws-eu3", "aws-eu2", "aws-eu1"]);
});

test("a roll-out tells which clusters the new gardenlet has reached, and leads to those that wait", async ({
  page,
  signIn,
}) => {
  await signIn("operator");
  await page.goto("/seeds");
  const rollOut = page.getByRole("region", { name: "Roll-out of Gardener" });
  const seed = rollOut.getByRole("listitem").filter({ has: page.getByRole("link", { name: "aws-eu1", exact: true }) });
  // Some of the clusters confine changes to their maintenance window, so that no rate tells the end.
  await expect(seed.getByText(/^When this ends is not known: \d+ clusters? waits? for/)).toBeVisible();
  const waiting = seed.getByRole("link", { name: /^\d+ waiting$/ });
  const clusters = Number.parseInt((await waiting.textContent()) ?? "", 10);
  await waiting.click();
  await expect(page).toHaveURL(/seed=aws-eu1&gardener=-1\.150\.0/);
  await expect(page.getByRole("grid", { name: "Clusters" })).toHaveAttribute("aria-rowcount", String(clusters + 1));
});

test("a member sees every Seed, with counts of the own clusters and without what is not theirs to read", async ({
  page,
  signIn,
}) => {
  await signIn("owner-commerce");
  await page.goto("/seeds");
  await expect(page.getByText("Counts are of your clusters: those of others are not counted.")).toBeVisible();
  const row = page.getByRole("table", { name: "Seeds" }).getByRole("row", { name: /^aws-us1/ });
  await expect(row.getByText("used: not visible to you")).toBeVisible();
  await page.goto("/seeds/aws-us1");
  await expect(page.getByText("not read: you are not allowed to list ManagedSeeds")).toBeVisible();
});

test("emergency stop and invisibility stand on the Seed and on its clusters", async ({ page, signIn }) => {
  await signIn("operator");
  await page.goto("/seeds/gcp-canary");
  await expect(page.getByText("An operator has stopped all work on the clusters of this Seed")).toBeVisible();
  await expect(page.getByText("The scheduler does not see this Seed")).toBeVisible();
  await page.goto("/clusters?seed=gcp-canary");
  await page.getByRole("grid").getByRole("link", { name: "moving-house" }).click();
  await expect(
    page.getByText("The operator has stopped all reconciliations on the Seed gcp-canary.").first(),
  ).toBeVisible();
});
