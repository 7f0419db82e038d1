import path from "node:path";
import type { Page } from "@playwright/test";
import { startTestProvider, type TestProvider } from "#garden/testing/identity-provider.ts";
import { expect, expectAccessible, test } from "../journey.ts";
import { createTemporaryFolder, findFreePort, type RunningServer, startAlmanac, startGarden } from "../processes.ts";

const olga = {
  email: "olga.brandt@harborline.example",
  name: "Olga Brandt",
  groups: ["gardener.cloud:system:admins"],
};
const tokenSeconds = 24;

interface Company {
  readonly origin: string;
  readonly provider: TestProvider;
  stop(): Promise<void>;
}

/** Starts a garden that trusts an identity provider, and an Almanac that only offers this sign-in. */
async function startCompany(): Promise<Company> {
  const { folder, remove } = await createTemporaryFolder();
  const kubeconfig = path.join(folder, "kubeconfig");
  const port = await findFreePort();
  const origin = `http://localhost:${port}`;
  const running: RunningServer[] = [];
  const provider = await startTestProvider({
    redirectUri: `${origin}/login/callback`,
    signedOutUri: `${origin}/login`,
    people: [olga],
    idTokenSeconds: tokenSeconds,
  });
  const { issuer, clientId } = provider;
  const trust = [
    ["--oidc-issuer-url", issuer],
    ["--oidc-client-id", clientId],
    ["--oidc-username-claim", "email"],
    ["--oidc-groups-claim", "groups"],
  ].flat();
  // The identity provider runs in this process and uses its clock.
  const clock = "machine";
  running.push(await startGarden(kubeconfig, { options: trust, clock }));
  const environment = {
    ...{ PUBLIC_ORIGIN: origin, KUBECONFIG: kubeconfig, TOKEN_SIGN_IN: "false" },
    ...{ OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_AUTOMATIC: "true" },
  };
  running.push(await startAlmanac(port, environment, clock));
  return {
    origin,
    provider,
    async stop() {
      for (const server of running.reverse()) await server.stop();
      await provider.stop();
      await remove();
    },
  };
}

async function signInAtProvider(page: Page): Promise<void> {
  await page.getByPlaceholder("Enter any login").fill(olga.email);
  await page.getByPlaceholder("and password").fill("any");
  await page.getByRole("button", { name: "Sign-in" }).click();
  await page.getByRole("button", { name: "Continue" }).click();
}

/** Opens an Almanac page by signing in at the provider, which redirects to the requested page. */
async function visitCompany(page: Page, path: string, work: (company: Company) => Promise<void>): Promise<void> {
  // The provider's pages request a web font, which is blocked because tests use no external network.
  await page
    .context()
    .route("https://fonts.googleapis.com/**", (route) => route.fulfill({ contentType: "text/css", body: "" }));
  const company = await startCompany();
  try {
    await page.goto(`${company.origin}${path}`);
    await expect(page).toHaveURL(new RegExp(`^${company.provider.issuer}`));
    await signInAtProvider(page);
    await expect(page).toHaveURL(`${company.origin}${path}`);
    await work(company);
  } finally {
    await page.close();
    await company.stop();
  }
}

test.describe("by the company's clock", () => {
  test.use({ clock: "machine" });

  test("a deep link leads through the company's provider and back, and signing out ends it at the provider too", async ({
    page,
    expectedFaults,
  }) => {
    expectedFaults.push("401");
    await visitCompany(page, "/clusters?q=identity", async ({ origin }) => {
      await expect(page.getByRole("link", { name: "identity", exact: true })).toBeVisible();

      await test.step("the session page says who, how, until when, and what is allowed", async () => {
        await page.goto(`${origin}/session`);
        const person = page.getByRole("region", { name: "Who you are" });
        await expect(person.getByText(olga.email)).toBeVisible();
        await expect(person.getByText("gardener.cloud:system:admins")).toBeVisible();
        await expect(person.getByText("at your identity provider")).toBeVisible();
        await expect(page.getByText("renewed automatically before then")).toBeVisible();
        await expect(page.getByRole("row", { name: /See the clusters of every project.*yes/ })).toBeVisible();
      });

      await test.step("signing out does not lead straight back in", async () => {
        await page.getByRole("button", { name: /^Account and settings/ }).click();
        await page.getByRole("menuitem", { name: "Sign out" }).click();
        await page.getByRole("button", { name: /sign me out/i }).click();
        await expect(page.getByText("You are signed out")).toBeVisible();
        await expect(page.getByRole("button", { name: /^Sign in at / })).toBeVisible();
        await expect(page).toHaveURL(`${origin}/login?state=signed-out`);
      });
    });
  });

  // Long timeout: the test waits until two tokens expire.
  test("whoever is signed in at a provider stays in unseen, and loses nothing when the provider ends it", {
    tag: "@all",
  }, async ({ page, context, expectedFaults }) => {
    expectedFaults.push("401");
    await visitCompany(page, "/feeds", async ({ origin, provider }) => {
      const refreshes = () => provider.grants.filter(({ type, ok }) => type === "refresh_token" && ok).length;
      const live = page.getByRole("button", { name: "Data: Live" });
      const dialog = page.getByRole("dialog", { name: "Your session has ended" });
      const name = page.getByRole("textbox", { name: "Name in your calendar" });
      await expect(live).toBeVisible();
      await name.fill("Typed before the end");
      const before = refreshes();
      await expect.poll(refreshes, { timeout: 4 * tokenSeconds * 1000 }).toBeGreaterThan(before);
      await expect(live).toBeVisible();
      await expect(dialog).toBeHidden();

      provider.forget();
      await expect(dialog).toBeVisible({ timeout: 4 * tokenSeconds * 1000 });
      await expectAccessible(page);
      const opening = context.waitForEvent("page");
      await dialog.getByRole("link", { name: /^Sign in at .* in a new tab$/ }).click();
      const tab = await opening;
      await signInAtProvider(tab);
      await expect(dialog).toBeHidden();
      await expect(name).toHaveValue("Typed before the end");
      await expect(page).toHaveURL(`${origin}/feeds`);
      await expect(live).toBeVisible();
      if (!tab.isClosed()) await tab.close();
    });
  });
});

test("in the demo one click signs in, and an ended session is begun anew above a page that keeps what was typed", async ({
  page,
  context,
  expectedFaults,
}) => {
  expectedFaults.push("401");
  await page.goto("/clusters?q=identity");
  await expect(page.getByRole("button", { name: "Ravi Menon" })).toBeVisible();
  const fields = page.locator("input:visible, textarea:visible, select:visible");
  expect(await fields.count(), "never more than two fields").toBeLessThanOrEqual(2);
  await page.getByRole("button", { name: "Ravi Menon" }).click();
  await expect(page).toHaveURL("/clusters?q=identity");
  await page.goto("/feeds");
  const name = page.getByRole("textbox", { name: "Name in your calendar" });
  await expect(page.getByRole("button", { name: "Data: Live" })).toBeVisible();
  await name.fill("Typed before the end");
  await context.clearCookies();
  // Any request of the page can detect the ended session first. The dialog is then already open and hides the button.
  await page
    .getByRole("button", { name: "Create feed link", includeHidden: true })
    .evaluate((button: HTMLElement) => button.click());
  const dialog = page.getByRole("dialog", { name: "Your session has ended" });
  await expect(dialog).toBeVisible();
  await dialog.getByRole("button", { name: "Ravi Menon" }).click();
  await expect(dialog).toBeHidden();
  await expect(name).toHaveValue("Typed before the end");
  await expect(page).toHaveURL("/feeds");
  await expect(page.getByRole("button", { name: "Data: Live" })).toBeVisible();
});

test("a session that ends before the page knows whose it was is asked for again, and the page asks for nothing in vain", {
  tag: "@all",
}, async ({ page, context, signIn, expectedFaults }) => {
  expectedFaults.push("401");
  await signIn("owner-commerce");
  const { promise: gone, resolve: letPass } = Promise.withResolvers<void>();
  let asked = 0;
  await page.route("**/api/session", async (route) => {
    asked += 1;
    await gone;
    await route.continue();
  });
  await page.goto("/feeds");
  await context.clearCookies();
  letPass();
  const dialog = page.getByRole("dialog", { name: "Your session has ended" });
  await dialog.getByRole("button", { name: "Ravi Menon" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("button", { name: "Data: Live" })).toBeVisible();
  await expect(page.getByRole("button", { name: /^Account and settings: Ravi Menon/ })).toBeVisible();
  expect(asked).toBeLessThan(12);
});

test("a return from the provider that proves nothing says so", { tag: "@all" }, async ({ page, expectedFaults }) => {
  expectedFaults.push("401", "404");
  await page.goto("/login/callback?code=c&state=s");
  await expect(page.getByRole("heading", { name: "You are not signed in" })).toBeVisible();
  await expect(page).toHaveURL("/login/callback");
});
