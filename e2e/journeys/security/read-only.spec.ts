import { expect, test } from "../../journey.ts";
import { ownPageHeaders } from "../../our-request.ts";
import { findFreePort, startAlmanac } from "../../processes.ts";

// server/boundary/route-inventory.test.ts checks that every route refuses such requests.
test("in read-only mode the actions say why they cannot be used", async ({ page }) => {
  const port = await findFreePort();
  const origin = `http://localhost:${port}`;
  const almanac = await startAlmanac(port, { READ_ONLY: "true", DEMO_LIFE: "false" });
  try {
    const data = { method: "demo", identity: "operator" };
    expect((await page.request.post(`${origin}/api/session`, { data, headers: ownPageHeaders })).status()).toBe(200);
    await page.goto(`${origin}/clusters/shop/storefront-eu`);
    const update = page.getByRole("group", { name: "Actions" }).getByRole("button", { name: "Update…" });
    await expect(update).toHaveAttribute("aria-disabled", "true");
    await update.focus();
    await expect(update).toHaveAccessibleDescription(/read-only mode/);
  } finally {
    await page.close(); // its stream would knock at a server that is gone
    await almanac.stop();
  }
});
