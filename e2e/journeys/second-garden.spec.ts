import { randomBytes } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { parse, stringify } from "yaml";
import { startGardenGate } from "../garden-gate.ts";
import { openKubeconfigGarden } from "../garden-request.ts";
import { expect, test } from "../journey.ts";
import { createTemporaryFolder, findFreePort, startAlmanac, startGarden } from "../processes.ts";

interface Kubeconfig {
  readonly clusters: readonly { readonly name: string; readonly cluster: { readonly server: string } }[];
}

test("a garden that refuses a part: nothing is told as known before, and what may be old is named after", {
  tag: "@all",
}, async ({ page, expectedFaults }) => {
  // Long timeout: the test starts a garden, and Almanac twice.
  test.slow();
  expectedFaults.push("502", "503");
  // Requests fail while no Almanac is running; a script is loaded after the restart.
  expectedFaults.push("Failed to load resource", "could not be loaded");
  const { folder, remove } = await createTemporaryFolder();
  const file = path.join(folder, "kubeconfig");
  const garden = await startGarden(file);
  const { tokenOf } = await openKubeconfigGarden(file);
  const kubeconfig: Kubeconfig = parse(await readFile(file, "utf8"));
  const gate = await startGardenGate(kubeconfig.clusters[0]?.cluster.server ?? "");
  const clusters = kubeconfig.clusters.map(({ name }) => ({ name, cluster: { server: gate.url } }));
  await writeFile(file, stringify({ ...kubeconfig, clusters }));
  gate.refuse("cloudprofiles");
  const port = await findFreePort();
  const keyFile = path.join(folder, "session-key");
  await writeFile(keyFile, randomBytes(32).toString("base64"), { mode: 0o600 });
  const environment = { KUBECONFIG: file, SESSION_KEY_FILES: keyFile, ALLOW_INSECURE_TLS: "true" };
  let almanac = await startAlmanac(port, environment);
  const data = (state: string) => page.getByRole("button", { name: `Data: ${state}` });
  const cluster = page.getByRole("link", { name: "acquiring", exact: true });

  try {
    await test.step("at the start, the page says what it waits for, and counts nothing", async () => {
      await page.goto(`http://localhost:${port}/clusters`);
      await page.getByRole("textbox", { name: "Bearer token" }).fill(tokenOf("operator"));
      await page.getByRole("button", { name: "Sign in with this token" }).click();
      await expect(data("Waiting for the garden")).toBeVisible();
      const reason = "CloudProfiles have not been read yet: the garden answers 403 Forbidden.";
      await expect(page.getByText(reason)).toBeVisible();
      await expect(page.getByText(/Showing \d/)).toBeHidden();
    });

    await test.step("it goes on by itself as soon as the garden gives all", async () => {
      gate.refuse(undefined);
      await expect(data("Live")).toBeVisible({ timeout: 60_000 });
      await expect(cluster).toBeVisible();
      await expect(page.getByText("have not been read yet")).toBeHidden();
    });

    await test.step("a part that is lost later is named on every page, and the rest stays live", async () => {
      gate.refuse("cloudprofiles");
      await expect(data("Partly live")).toBeVisible();
      const notice = page.getByText(/^CloudProfiles not live since \d\d:\d\d: versions and forecasts may be old\.$/);
      await expect(notice).toBeVisible({ timeout: 60_000 });
      await expect(cluster).toBeVisible();
      await page.getByRole("link", { name: "Forecast", exact: true }).click();
      await expect(page.getByRole("heading", { name: "Forecast" })).toBeVisible();
      await expect(notice).toBeVisible();
    });

    await test.step("while an Almanac that starts again still reads, the page keeps what it has and says that it is old", async () => {
      await page.goto(`http://localhost:${port}/clusters/payments/acquiring`);
      await expect(page.getByRole("heading", { level: 1, name: "acquiring" })).toBeVisible();
      await expect(data("Partly live")).toBeVisible();
      await almanac.stop();
      almanac = await startAlmanac(port, environment);
      await page.getByRole("button", { name: /^Data: / }).click();
      const explanation = page.getByRole("dialog", { name: "Live data" });
      await expect(explanation).toContainText("Almanac lost its connection to the garden", { timeout: 60_000 });
      await page.keyboard.press("Escape");
      await expect(page.getByText("This cluster is no longer there")).toBeHidden();
      await page.getByRole("link", { name: "Clusters", exact: true }).first().click();
      await expect(cluster).toBeVisible();
      await expect(page.getByText(/Showing \d/).first()).toBeVisible();
      await page.goBack();
      await expect(page.getByRole("heading", { level: 1, name: "acquiring" })).toBeVisible();
      gate.refuse(undefined);
      await expect(data("Live")).toBeVisible({ timeout: 60_000 });
      await expect(page.getByText("This cluster is no longer there")).toBeHidden();
    });
  } finally {
    await page.close(); // its stream would knock at a server that is gone
    await almanac.stop();
    gate.stop();
    await garden.stop();
    await remove();
  }
});
