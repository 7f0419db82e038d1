import { brotliCompressSync } from "node:zlib";
import { expect, test } from "../journey.ts";

const mostBytes = 230_000;

test("the clusters page loads less than 230 kB of JavaScript, compressed with brotli", async ({ page, signIn }) => {
  const scripts = new Map<string, Promise<Buffer>>();
  page.on("response", (response) => {
    if (response.request().resourceType() === "script") scripts.set(response.url(), response.body());
  });
  await signIn("operator");
  await page.goto("/clusters", { waitUntil: "load" });
  await expect(page.getByRole("grid", { name: "Clusters" })).toBeVisible();
  const bodies = await Promise.all(scripts.values());
  const bytes = bodies.reduce((sum, body) => sum + brotliCompressSync(body).length, 0);
  test
    .info()
    .annotations.push({ type: "first-load JavaScript", description: `${bytes} bytes in ${bodies.length} files` });
  process.stdout.write(
    `first-load JavaScript of /clusters: ${(bytes / 1000).toFixed(1)} kB (brotli), ${bodies.length} files\n`,
  );
  expect(bodies.length).toBeGreaterThan(0);
  expect(bytes).toBeLessThan(mostBytes);
});
