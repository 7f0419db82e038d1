import { expect, test } from "../journey.ts";

const odd = ["next-condition", "next-operation", "year-9999", "half-written", "arm-trial"];

test("what the garden reports in words newer than this build, or not at all, is shown as it is", {
  tag: "@all",
}, async ({ page, signIn }) => {
  await signIn("operator");
  // Only visible rows are rendered.
  await page.setViewportSize({ width: 1440, height: 2_000 });
  await page.goto("/clusters?project=sandbox");
  for (const name of odd) await expect(page.getByRole("link", { name, exact: true })).toBeVisible();
  for (const name of odd) {
    await page.goto(`/clusters/sandbox/${name}`);
    await expect(page.getByRole("heading", { name, level: 1 })).toBeVisible();
    await expect(page.getByRole("region", { name: "Conditions", exact: true })).toBeVisible();
    await expect(page.getByRole("main")).not.toContainText(/NaN|undefined|\[object|Invalid Date/);
  }
  await test.step("a progress of 250 % is never told as more than done", async () => {
    await page.goto("/clusters/sandbox/next-operation");
    const operation = page.getByRole("region", { name: "Last operation", exact: true });
    await expect(operation).toContainText("Defragment");
    await expect(operation).not.toContainText(/\d{3,} ?%/);
    await page.goto("/clusters/sandbox/next-operation/activity");
    await expect(page.getByRole("main").getByText("Defragment: Paused")).toHaveText(/Defragment: Paused, 100 % /);
  });
  await page.goto("/clusters/sandbox/next-operation/credentials?rotation=certificateAuthorities");
  await expect(page.getByText('Gardener reports the phase "AwaitingNotary"')).toBeVisible();
});
