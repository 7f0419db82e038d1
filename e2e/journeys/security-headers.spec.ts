import type { Page } from "@playwright/test";
import { appPages } from "../../server/start/app-files.ts";
import { expect, test } from "../journey.ts";
import { rawExchange } from "../raw-exchange.ts";

const everywhere = {
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "referrer-policy": "same-origin",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": expect.stringContaining("camera=()"),
};

const addressOf = (path: string) =>
  path.replace("[project]", "shop").replace("[name]", "storefront-eu").replace("[image]", "gardenlinux");

/** Collects what the policy blocks on a page. */
async function violationsOf(page: Page): Promise<() => Promise<readonly string[]>> {
  await page.addInitScript(() => {
    const seen: string[] = [];
    Object.defineProperty(window, "seenViolations", { value: seen });
    document.addEventListener("securitypolicyviolation", (event) => {
      seen.push(`${event.violatedDirective} ${event.blockedURI} ${event.sample}`);
    });
  });
  return () => page.evaluate(() => [...(Reflect.get(window, "seenViolations") ?? [])].map(String));
}

test("S18: every kind of answer carries the protecting headers, and none says what serves it", async ({
  page,
  signIn,
  expectedFaults,
}) => {
  expectedFaults.push("404", "401");
  const before = await page.request.get("/clusters", { maxRedirects: 0 });
  expect(before.status()).toBe(307);
  await signIn("operator");
  const pageAnswer = await page.request.get("/clusters");
  const asset = /\/_next\/static\/[^"\\]+\.js/.exec(await pageAnswer.text())?.[0] ?? "";
  const answers = {
    page: pageAnswer,
    redirect: before,
    "missing page": await page.request.get("/no/such/page"),
    data: await page.request.get("/api/fleet"),
    problem: await page.request.get("/api/nothing"),
    script: await page.request.get(asset),
    probe: await page.request.get("/livez"),
  };
  for (const [name, answer] of Object.entries(answers)) {
    expect([name, answer.headers()]).toEqual([name, expect.objectContaining(everywhere)]);
    expect(Object.keys(answer.headers())).not.toContain("x-powered-by");
    if (name === "script") continue;
    expect([name, answer.headers()["content-security-policy"]]).toEqual([name, expect.stringContaining("default-src")]);
  }
});

test("S30: nothing that depends on who asks is kept by anything in between", async ({ page, signIn }) => {
  await signIn("operator");
  for (const path of ["/", "/clusters", "/api/session", "/api/fleet", "/api/sign-in", "/api/nothing"]) {
    const answer = await page.request.get(path);
    expect([path, answer.headers()["cache-control"]]).toEqual([path, expect.stringMatching(/private|no-store/)]);
  }
});

test("S08: no image is fetched for anyone, no socket is upgraded, no other address is asked", async ({
  page,
  baseURL,
}) => {
  const port = Number(new URL(baseURL ?? "").port);
  for (const url of ["/icon.svg", "http://169.254.169.254/latest/meta-data/", "//evil.example/a.png"]) {
    const answer = await page.request.get(`/_next/image?url=${encodeURIComponent(url)}&w=64&q=75`);
    expect(answer.status()).toBe(404);
  }
  const host = `host: localhost:${port}`;
  const upgrade = ["GET /api/stream HTTP/1.1", host, "connection: upgrade", "upgrade: websocket"];
  expect(await rawExchange(port, upgrade)).toMatch(/^HTTP\/1\.1 400 /);
  const absolute = ["GET http://evil.example/api/sign-in HTTP/1.1", host, "connection: close"];
  expect(await rawExchange(port, absolute)).toMatch(/^HTTP\/1\.1 400 /);
  const rebound = ["GET /api/sign-in HTTP/1.1", "host: evil.example", "connection: close"];
  expect(await rawExchange(port, rebound)).toMatch(/^HTTP\/1\.1 403 /);
});

test("S17: every page works under its policy: nothing of ours is blocked", async ({ page, signIn, expectedFaults }) => {
  // The page of the way back from an identity provider, opened without one.
  expectedFaults.push("/api/oidc/callback");
  const violations = await violationsOf(page);
  for (const { path, access } of appPages()) {
    if (access === "signed-in") await signIn("operator");
    await page.goto(addressOf(path));
    await expect(page.getByRole("main")).toBeVisible();
    expect([path, await violations()]).toEqual([path, []]);
  }
});

test("S17: a script that somebody slips into a page does not run, and each load has a nonce of its own", async ({
  page,
  signIn,
  expectedFaults,
}) => {
  expectedFaults.push("Content Security Policy", "404", "418");
  const violations = await violationsOf(page);
  await signIn("operator");
  const first = await page.goto("/clusters");
  const policy = first?.headers()["content-security-policy"];
  const second = await page.goto("/clusters");
  expect(policy).toContain("'strict-dynamic'");
  expect(policy).not.toContain("unsafe-eval");
  expect(second?.headers()["content-security-policy"]).not.toBe(policy);
  // As if a text of a cluster had become markup on its way to the browser.
  await page.route("**/clusters", async (route) => {
    const response = await route.fetch();
    const slipped = '<script>window.slippedIn = 1</script><img src="/no-such.png" onerror="window.slippedIn = 2">';
    await route.fulfill({ response, body: (await response.text()).replace("<body>", `<body>${slipped}`) });
  });
  await page.goto("/clusters");
  await expect
    .poll(violations)
    .toEqual(
      expect.arrayContaining([expect.stringContaining("script-src-elem"), expect.stringContaining("script-src-attr")]),
    );
  expect(await page.evaluate(() => Reflect.get(window, "slippedIn"))).toBeUndefined();
});
