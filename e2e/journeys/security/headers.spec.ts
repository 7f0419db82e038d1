import { readdirSync } from "node:fs";
import path from "node:path";
import { collectBlockedByPolicy } from "../../blocked-by-policy.ts";
import { expect, test } from "../../journey.ts";
import { sendRawLines } from "../../raw-exchange.ts";

const everywhere = {
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "referrer-policy": "same-origin",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": expect.stringContaining("camera=()"),
};

test("S08, S18 and S30: every kind of answer carries the protecting headers, none says what serves it or is kept in between, and no other address is asked", async ({
  page,
  signIn,
  baseURL,
}) => {
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
  for (const path of ["/", "/clusters", "/api/session", "/api/fleet", "/api/sign-in", "/api/nothing"]) {
    const answer = await page.request.get(path);
    expect([path, answer.headers()["cache-control"]]).toEqual([path, expect.stringMatching(/private|no-store/)]);
  }
  for (const url of ["/icon.svg", "http://169.254.169.254/latest/meta-data/", "//evil.example/a.png"]) {
    const answer = await page.request.get(`/_next/image?url=${encodeURIComponent(url)}&w=64&q=75`);
    expect(answer.status()).toBe(404);
  }
  const rebound = ["GET /api/sign-in HTTP/1.1", "host: evil.example", "connection: close"];
  expect(await sendRawLines(Number(new URL(baseURL ?? "").port), rebound)).toMatch(/^HTTP\/1\.1 403 /);
});

test("S17: a script that somebody slips into a page does not run, and each load has a nonce of its own", async ({
  page,
  signIn,
  expectedFaults,
}) => {
  expectedFaults.push("Content Security Policy", "404", "418");
  const violations = await collectBlockedByPolicy(page);
  await signIn("operator");
  const first = await page.goto("/clusters");
  const policy = first?.headers()["content-security-policy"];
  const second = await page.goto("/clusters");
  expect(policy).toContain("'strict-dynamic'");
  expect(policy).not.toContain("unsafe-eval");
  expect(second?.headers()["content-security-policy"]).not.toBe(policy);
  // Simulates that a text of a cluster has become HTML on its way to the browser.
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

test("every public file is there for anyone, as what it is, and a page names its icons, manifest and picture for links", async ({
  page,
}) => {
  for (const name of readdirSync(publicFiles)) {
    const answer = await page.request.get(`/${name}`, { maxRedirects: 0 });
    const type = answer.headers()["content-type"]?.split(";")[0];
    expect([name, answer.status(), type]).toEqual([name, 200, typeOfFile[path.extname(name)]]);
    expect(answer.headers()["x-content-type-options"]).toBe("nosniff");
  }
  await page.goto("/login");
  const named = await page.evaluate(() => {
    const links = [...document.querySelectorAll<HTMLLinkElement>("link[rel=icon], link[rel=apple-touch-icon]")];
    const content = (name: string) => document.querySelector<HTMLMetaElement>(`meta[${name}]`)?.content ?? "";
    const manifest = document.querySelector<HTMLLinkElement>("link[rel=manifest]")?.href ?? "";
    return {
      icons: links.map(({ href, sizes }) => [new URL(href).pathname, sizes.value]),
      manifest: new URL(manifest).pathname,
      picture: new URL(content("property='og:image'")).pathname,
      pictureSize: [content("property='og:image:width'"), content("property='og:image:height'")],
      robots: content("name=robots"),
      colours: [...document.querySelectorAll<HTMLMetaElement>("meta[name=theme-color]")].map(({ media }) => media),
    };
  });
  // .ci/public-files.test.ts checks the sizes of the files.
  expect(named).toEqual({
    icons: [
      ["/favicon.ico", "16x16 32x32 48x48"],
      ["/icon.svg", "any"],
      ["/apple-touch-icon.png", "180x180"],
    ],
    manifest: "/site.webmanifest",
    picture: "/link-picture.png",
    pictureSize: ["1200", "630"],
    robots: "noindex, nofollow",
    colours: ["(prefers-color-scheme: light)", "(prefers-color-scheme: dark)"],
  });
});
