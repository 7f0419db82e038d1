import { expect, test } from "../journey.ts";
import { sendAct } from "../our-request.ts";

test("a viewer sees the actions, cannot use them, and is told why", async ({ page, signIn }) => {
  await signIn("viewer");
  await page.goto("/clusters/shop/storefront-eu");
  const update = page.getByRole("group", { name: "Actions" }).getByRole("button", { name: "Update…" });
  await expect(update).toHaveAttribute("aria-disabled", "true");
  await update.focus();
  await expect(update).toHaveAccessibleDescription(/You can view this cluster, not change it/);
  await expect(
    page.getByText(/ravi\.menon@\S+, the admins of the project shop and the operators can change it\./),
  ).toBeVisible();
  await expect(page.getByText(/patch shoots|core\.gardener\.cloud/)).toHaveCount(0);
});

test("a viewer's request is refused by the garden too, in its own words", async ({ page, signIn }) => {
  await signIn("viewer");
  const act = { kind: "operation", id: "reconcile", when: "now" };
  const answer = await sendAct(page, "shop/storefront-eu", act);
  expect(answer.status()).toBe(403);
  const problem = await answer.json();
  expect(problem).toMatchObject({ reason: "forbidden" });
  expect(problem.gardenMessage).toContain("cannot patch resource");
});

test("a stranger sees an empty fleet, and how to get a cluster into it", async ({ page, signIn }) => {
  await signIn("stranger");
  await page.goto("/clusters");
  await expect(page.getByRole("heading", { name: "You are not a member of any project" })).toBeVisible();
  await expect(page.getByText("Showing 0 of 0")).toBeVisible();
});

test("a cluster of somebody else's project does not exist for a stranger", async ({ page, signIn, expectedFaults }) => {
  expectedFaults.push("404", "403");
  await signIn("stranger");
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
    // Scripts, and the frames of pages that links lead to, hold no data, and come when the browser has nothing better to do.
    if (/^\/(api\/|login)/.test(pathname)) asked.push(`${request.method()} ${pathname}`);
  });
  // A sign-in page that is half a second in coming leaves the one before it time to ask for something.
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
