import { measureEffort } from "../../effort.ts";
import { expect, test } from "../../journey.ts";

const views = [
  { name: "list", path: "/clusters?project=payments&sort=-health&columns=name,k8s", heading: "Clusters" },
  { name: "forecast", path: "/forecast?purpose=production", heading: "Forecast" },
  { name: "calendar", path: "/calendar?view=agenda&day=2027-02-28&layer=k8s", heading: "Calendar" },
] as const;

test("the list, the forecast and the calendar are shared with one click, as they are", { tag: "@all" }, async ({
  page,
  context,
  signIn,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await signIn("operator");
  for (const { name, path, heading } of views) {
    await page.goto(path);
    await expect(page.getByRole("heading", { name: heading, level: 1 })).toBeVisible();
    const link = page.getByRole("main").getByRole("button", { name: "Copy link" });
    await measureEffort(page, 33, { what: `share a view of the ${name}`, clicks: 1 }, async () => {
      await link.click();
      await expect(page.getByRole("main").getByRole("button", { name: "Copied" })).toBeVisible();
    });
    const copied = new URL(await page.evaluate(() => navigator.clipboard.readText()));
    expect(decodeURIComponent(copied.pathname + copied.search)).toBe(path);
  }
});
