import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Page } from "@playwright/test";
import { z } from "zod";
import { appPages } from "#server/start/app-files.ts";
import { expect, test } from "../../journey.ts";
import { rawExchange } from "../../raw-exchange.ts";
import { expectLoaded } from "../../shown-pages.ts";

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

test("S17: with the key of the build's drafts a page comes with its policy nonetheless", async ({ baseURL }) => {
  const { port, host } = new URL(baseURL ?? "");
  const built = path.resolve(import.meta.dirname, "../../../.next/prerender-manifest.json");
  const { preview } = z
    .object({ preview: z.object({ previewModeId: z.string() }) })
    .parse(JSON.parse(readFileSync(built, "utf8")));
  const key = preview.previewModeId;
  for (const said of [`x-prerender-revalidate: ${key}`, `cookie: __prerender_bypass=${key}`]) {
    const asked = ["GET /login HTTP/1.1", `host: ${host}`, said, "connection: close"];
    expect(await rawExchange(Number(port), asked)).toMatch(/^HTTP\/1\.1 200 .*content-security-policy: default-src/s);
  }
});

test("S17: every page works under its policy: nothing of ours is blocked", async ({ page, signIn, expectedFaults }) => {
  // The page of the way back from an identity provider, opened without one.
  expectedFaults.push("/api/oidc/callback");
  const violations = await violationsOf(page);
  for (const { path, access } of appPages()) {
    if (access === "signed-in") await signIn("operator");
    await page.goto(addressOf(path));
    await expectLoaded(page);
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

const publicFiles = path.resolve(import.meta.dirname, "..", "..", "..", "public");

const typeOfFile: Readonly<Record<string, string>> = {
  ".ico": "image/x-icon",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".txt": "text/plain",
  ".webmanifest": "application/manifest+json",
};

test("every public file answers anyone, signed in or not, as what it is", async ({ page }) => {
  for (const name of readdirSync(publicFiles)) {
    const answer = await page.request.get(`/${name}`, { maxRedirects: 0 });
    expect([name, answer.status()]).toEqual([name, 200]);
    expect([name, answer.headers()["content-type"]?.split(";")[0]]).toEqual([name, typeOfFile[path.extname(name)]]);
    expect((await answer.body()).equals(readFileSync(path.join(publicFiles, name)))).toBe(true);
    expect(answer.headers()["x-content-type-options"]).toBe("nosniff");
  }
});

test("the icons, the manifest and the picture for links that a page names are there, in the size that it says", async ({
  page,
}) => {
  await page.goto("/login");
  const named = await page.evaluate(async () => {
    const sizeOf = async (address: string) => {
      const image = new Image();
      image.src = new URL(address, window.location.href).pathname;
      await image.decode();
      return `${image.naturalWidth}x${image.naturalHeight}`;
    };
    const content = (property: string) =>
      document.querySelector<HTMLMetaElement>(`meta[property="${property}"]`)?.content;
    const icons = [...document.querySelectorAll<HTMLLinkElement>('link[rel="icon"], link[rel="apple-touch-icon"]')];
    const shown = icons.map(async (icon) => [new URL(icon.href).pathname, icon.sizes.value, await sizeOf(icon.href)]);
    const manifest: unknown = await (
      await fetch(document.querySelector<HTMLLinkElement>('link[rel="manifest"]')?.href ?? "")
    ).json();
    return {
      icons: await Promise.all(shown),
      manifest,
      picture: [content("og:image:width"), content("og:image:height"), await sizeOf(content("og:image") ?? "")],
      robots: document.querySelector<HTMLMetaElement>('meta[name="robots"]')?.content,
      colours: [...document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')].map(({ media }) => media),
    };
  });
  // Of several pictures in one icon the browser shows the largest; one that knows no size of its own is shown at any.
  expect(named.icons).toEqual([
    ["/favicon.ico", "16x16 32x32 48x48", "48x48"],
    ["/icon.svg", "any", expect.stringMatching(/^(\d+)x\1$/)],
    ["/apple-touch-icon.png", "180x180", "180x180"],
  ]);
  expect(named.manifest).toMatchObject({ name: "Almanac", start_url: "/" });
  expect(named.picture).toEqual(["1200", "630", "1200x630"]);
  expect(named.robots).toBe("noindex, nofollow");
  expect(named.colours).toEqual(["(prefers-color-scheme: light)", "(prefers-color-scheme: dark)"]);
});
