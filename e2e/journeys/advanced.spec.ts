import type { Page } from "@playwright/test";
import { expect, expectAccessible, test, testPageAccessibility } from "../journey.ts";

const card = (page: Page, name: string | RegExp) => page.getByRole("region", { name, exact: true });
const path = "/clusters/logistics/hall-control/advanced";

/** Opens all collapsed sections of the page. */
async function unfold(page: Page): Promise<void> {
  const folded = page.getByRole("main").getByRole("button", { name: /^Show /, expanded: false });
  await expect(folded.first()).toBeVisible();
  for (let left = await folded.count(); left > 0; left = await folded.count()) await folded.first().click();
}

test.describe("folded, unfolded and with fields that are wrong", { tag: "@all" }, () => {
  testPageAccessibility("the inside of a cluster has no violation", async (page) => {
    await page.goto(path);
    await expect(card(page, "Seeds").getByRole("row", { name: /os-south1/ })).toBeVisible();
    await unfold(page);
    await expect(card(page, "What updates the nodes").getByRole("row").nth(5)).toBeVisible();
    // An element that is half covered by the sticky header would count as too small to click.
    await page.evaluate(() => {
      for (const box of document.querySelectorAll("*")) box.scrollTop = 0;
    });
    await expectAccessible(page);
    for (const fold of await page.getByRole("main").locator("summary").all()) await fold.click();
    const mirrors = card(page, "Registry mirrors");
    await mirrors.getByLabel("Address of mirror 1").fill("mirror");
    await expect(mirrors.getByText(/begins with https/)).toBeVisible();
  });
});

test("a link to a chapter leads there and can be copied, and the chapters speak of this very cluster", async ({
  page,
  signIn,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await signIn("operator");
  await page.goto(`${path}#csi`);
  await expect(card(page, "CSI drivers of your own")).toBeInViewport();
  await card(page, "Seeds").getByRole("button", { name: "Copy link" }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toMatch(/\/advanced#seeds$/);

  await unfold(page);
  await expect(
    card(page, "Endpoints and ports").getByText(/^https:\/\/p-hall-control--logistics\.ingress\./),
  ).toBeVisible();
  const machineType = card(page, "What updates the nodes").getByRole("row", { name: /machine type/i });
  await expect(
    machineType.getByText("Refused", { exact: true }),
    "pools that are updated in place keep their machines",
  ).toBeVisible();
  await card(page, "Overrides of the deletion")
    .getByRole("link", { name: /how this cluster is deleted/ })
    .click();
  await expect(page).toHaveURL(/\/hall-control\/deletion$/);
});

test("an error of a webhook leads to the selector, which can be copied", { tag: "@all" }, async ({
  page,
  signIn,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await signIn("operator");
  await page.goto("/clusters/sandbox/webhook-lab");
  await page.getByRole("link", { name: "Selector to copy, and what Gardener changes" }).first().click();
  const webhooks = card(page, "Webhooks in the cluster");
  await expect(webhooks.getByText("It excludes the namespace kube-system.")).toBeInViewport();
  await webhooks.getByRole("button", { name: "Copy", exact: true }).click();
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toMatch(/^namespaceSelector:\n {2}matchExpressions:\n {2}- key: gardener\.cloud\/purpose\n {4}operator: NotIn\n/);
});

test("every Seed stands with its reasons, and what is generated follows fields that are right, and is not sent", async ({
  page,
  signIn,
}) => {
  await signIn("viewer");
  await page.goto("/clusters/shop/catalogue/advanced");
  const seeds = card(page, "Seeds");
  await seeds.getByText(/could not run this cluster, and why$/).click();
  await expect(seeds.getByRole("row", { name: /gcp-canary/ })).toContainText("The Seed is hidden from the scheduler.");
  await expect(seeds.getByText(/you do not see all clusters/)).toBeVisible();

  await unfold(page);
  const mirrors = card(page, "Registry mirrors");
  const file = mirrors.getByRole("region", { name: "/etc/containerd/certs.d/docker.io/hosts.toml" });
  await expect(file).toContainText('server = "https://registry-1.docker.io"');
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.method() !== "GET") sent.push(request.url());
  });
  await mirrors.getByLabel("Registry", { exact: true }).fill("https://quay.io");
  await expect(mirrors.getByText(/Only the host is needed/)).toBeVisible();
  await expect(file).toBeHidden();
  await mirrors.getByLabel("Registry", { exact: true }).fill("quay.io");
  await mirrors.getByRole("button", { name: "Add a mirror" }).click();
  await mirrors.getByLabel("Address of mirror 2").fill("https://second.example.com/v2/quay");
  const second = mirrors.getByRole("group", { name: "Mirror 2" });
  await second.getByRole("checkbox", { name: "path is the root of the API" }).check();
  await second.getByRole("checkbox", { name: "resolve" }).check();
  await expect(mirrors.getByRole("region", { name: /quay\.io\/hosts\.toml/ })).toContainText(
    /\[host\."https:\/\/second\.example\.com\/v2\/quay"\]\s+capabilities = \["pull", "resolve"\]\s+override_path = true/,
  );

  const csi = card(page, "CSI drivers of your own");
  await csi.getByLabel("Name of the driver").fill("nfs.csi.example.org");
  await expect(csi.getByRole("region", { name: "Annotation and label for the driver" })).toContainText(
    "node.gardener.cloud/wait-for-csi-node-nfs: nfs.csi.example.org",
  );
  const readiness = card(page, "When a node is ready");
  await readiness.getByLabel("Name of your DaemonSet").fill("log-shipper");
  await expect(readiness.getByRole("region", { name: "Marks of the DaemonSet" })).toContainText("name: log-shipper");
  expect(sent).toEqual([]);
});

test("Seeds: where they may not be listed the page says so, and what is known all the same", {
  tag: "@all",
}, async ({ page, signIn }) => {
  await signIn("viewer");
  // All demo users can list Seeds, so the response of a garden that forbids it is simulated; a test of the route proves
  // that the server sends this response.
  const tolerations = [{ key: "seed.gardener.cloud/protected", listed: true }];
  const project = { defaults: [], whitelist: [{ key: "seed.gardener.cloud/protected" }] };
  const known = { tolerations, project, profileRead: true, capacityKnown: false };
  await page.route("**/api/clusters/logistics/tracking/seeds", (route) =>
    route.fulfill({ json: { seeds: [], unread: "forbidden", ...known } }),
  );
  await page.goto("/clusters/logistics/tracking/advanced");
  const seeds = card(page, "Seeds");
  await expect(seeds.getByText("You are not allowed to list Seeds in this garden")).toBeVisible();
  await expect(seeds.getByText("seed.gardener.cloud/protected").first()).toBeVisible();
  await expect(seeds.getByRole("table")).toBeHidden();
});
