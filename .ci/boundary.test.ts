import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { isTestFile, readSourceFiles, repositoryRoot } from "./source-files.ts";

const product = readSourceFiles().filter(
  ({ path }) => /^(app|components|lib|server|garden|proxy\.ts)/.test(path) && !isTestFile(path),
);
const own = product.filter(({ path }) => !/^(garden|server\/testing)\//.test(path) && !path.includes("/testing/"));

function naming(pattern: RegExp, among = own): string[] {
  return among.filter(({ text }) => pattern.test(text)).map(({ path }) => path);
}

describe("S08: only one place sends requests", () => {
  test("no server code fetches an address but the garden's transport, what signs in, and the guard of what goes outside", () => {
    const sending = naming(
      /\bfetch\(|\bhttps?\.request\(|from "(undici|nodemailer)"/,
      own.filter(({ path }) => path.startsWith("server/")),
    );
    expect(sending.filter((path) => !/^server\/(garden|session\/oidc|oidc|outbound)/.test(path))).toEqual([]);
  });

  test("nothing is proxied by Next: the one rewrite, of a garden's addresses, stays on this server", () => {
    expect(naming(/\brewrites\s*[:(]|NextResponse\.rewrite/)).toEqual(["proxy.ts"]);
  });
});

describe("the journeys' door into a server (decision 015)", () => {
  test("the product does not know it: nothing loads it, and no process listens to the one that started it", () => {
    const listening = /garden-door|\be2e\/|process\.(send|channel|(on|once)\("(message|disconnect)")/;
    expect(naming(listening, product)).toEqual([]);
  });

  test("in the product a garden's time is moved by a request of its operator's alone", () => {
    const moving = product.filter(({ path: file }) => !file.endsWith(".fixture.ts") && !file.includes("/testing/"));
    expect(naming(/\.advance\(/, moving)).toEqual(["garden/api/http/move-clock.ts"]);
  });

  test("the image that is deployed does not hold it", () => {
    const left = readFileSync(path.join(repositoryRoot, ".dockerignore"), "utf8").split("\n");
    for (const folder of ["e2e", "tools", ".ci", "node_modules"]) expect(left).toContain(folder);
  });
});

describe("S11: nobody is impersonated", () => {
  test("no code of ours names the headers for it", () => {
    expect(naming(/impersonate-(user|group|uid|extra)/i)).toEqual([]);
  });
});

describe("S19: no text of a cluster becomes markup", () => {
  test("raw HTML is written once: the constant that sets the theme before the first paint", () => {
    expect(naming(/dangerouslySetInnerHTML|\.innerHTML\s*=|insertAdjacentHTML/)).toEqual(["app/layout.tsx"]);
  });

  test("nothing evaluates text", () => {
    expect(naming(/\beval\(|new Function\(/)).toEqual([]);
  });
});

describe("S30: nothing that a user sees is cached for another", () => {
  test("no function and no route is marked for caching", () => {
    expect(naming(/^\s*"use cache/m)).toEqual([]);
    expect(naming(/export const (revalidate|dynamic|fetchCache)\b|unstable_cache\(/)).toEqual([]);
  });
});
