import { expect, test } from "../journey.ts";

const closedToViewers = [
  ["/clusters/shop/storefront-apac/updates?view=change", /^Update to/, /You can view this cluster but not change it/],
  ["/clusters/shop/storefront-apac/yaml", /^Edit$/, /You can view this cluster, not change it/],
  ["/clusters/shop/storefront-eu/nodes", /^Restart units on /, /you cannot get an admin kubeconfig/],
  [
    "/clusters/shop/storefront-stage/credentials",
    /^Retrieve: Monitoring/,
    /^Your role in this project does not allow it\.$/,
  ],
  ["/versions/whatif?profile=gcp&version=1.33.12", /^Apply…$/, /not permitted to patch cloudprofiles/],
  ["/clusters/shop/storefront-eu", /^Update…$/, /You can view this cluster, not change it/],
] as const;

test("on every page a viewer sees what could be done, cannot do it, and is told why", async ({ page, signIn }) => {
  await signIn("viewer");
  for (const [path, name, why] of closedToViewers) {
    await page.goto(path);
    const button = page.getByRole("main").getByRole("button", { name }).first();
    await expect(button, path).toBeDisabled();
    await button.focus();
    await expect(button, path).toHaveAccessibleDescription(why);
  }
  await expect(
    page.getByText(/ravi\.menon@\S+, the admins of the project shop and the operators can change it\./),
  ).toBeVisible();
  await expect(page.getByText(/patch shoots|core\.gardener\.cloud/)).toHaveCount(0);
});

test("a stranger sees an empty fleet and how to get a cluster into it, and those of others do not exist", async ({
  page,
  signIn,
  expectedFaults,
}) => {
  expectedFaults.push("404", "403");
  await signIn("stranger");
  await page.goto("/clusters");
  await expect(page.getByRole("heading", { name: "You are not a member of any project" })).toBeVisible();
  await expect(page.getByText("Showing 0 of 0")).toBeVisible();
  await page.goto("/clusters/payments/ledger-eu");
  await expect(page.getByText("ledger-eu").first()).toBeVisible();
  await expect(page.getByRole("region", { name: "Conditions", exact: true })).toBeHidden();
});

test("signing out ends the session, and the page asks for a new one", async ({ page, signIn }) => {
  await signIn("operator");
  await page.goto("/clusters");
  await expect(page.getByRole("button", { name: "Data: Live" })).toBeVisible();
  const asked: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    // Scripts, and page frames of links that Next.js prefetches when idle, contain no data.
    if (/^\/(api\/|login)/.test(pathname)) asked.push(`${request.method()} ${pathname}`);
  });
  // While the sign-in page loads for half a second, the previous page could still send requests.
  await page.route("**/login?state=signed-out", async (route) => {
    await new Promise((go) => setTimeout(go, 500));
    await route.continue();
  });
  await page.getByRole("button", { name: /^Account and settings/ }).click();
  await page
    .getByRole("menuitem", { name: "Sign out" })
    .or(page.getByRole("button", { name: "Sign out" }))
    .click();
  await expect(page).toHaveURL(/\/login/);
  const since = asked.slice(asked.indexOf("DELETE /api/session"), asked.indexOf("GET /login"));
  expect(since, "no data is asked for once the session has ended").toEqual(["DELETE /api/session"]);
  const answer = await page.request.get("/api/fleet");
  expect(answer.status()).toBe(401);
});
