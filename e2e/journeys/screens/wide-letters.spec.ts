import type { Page } from "@playwright/test";
import { appPages } from "#server/start/app-files.ts";
import { expect, test } from "../../journey.ts";
import { demoAddressOf, expectPageLoaded } from "../../shown-pages.ts";

/**
 * Lets the page show every message in full-width letters, so that any other letters are not part of a translatable
 * message. The test catalogue of an unused language has an entry for every message.
 */
function speakWide(): void {
  const wide = (text: string) =>
    text.replace(/[A-Za-z]/g, (letter) => String.fromCodePoint((letter.codePointAt(0) ?? 0) + 0xfee0));
  const widened = (node: unknown): unknown => {
    if (typeof node === "string") return wide(node);
    if (!Array.isArray(node)) return node;
    const [name, kind, choices] = node;
    if (typeof kind !== "number") return [name, ...node.slice(1).map(widened)];
    if (typeof choices !== "object" || choices === null) return node;
    return [name, kind, Object.fromEntries(Object.entries(choices).map(([key, parts]) => [key, ofParts(parts)]))];
  };
  const ofParts = (parts: unknown) => (Array.isArray(parts) ? parts.map(widened) : widened(parts));
  const messages = new Proxy<Record<string, unknown>>(
    {},
    {
      get(_, key) {
        // Formats messages like `lib/language/catalogue.ts`, which cannot be loaded in a browser.
        const source = String(key).replace(/ \[[a-z ]+\]$/, "");
        return source.startsWith("[") ? ofParts(JSON.parse(source)) : wide(source);
      },
    },
  );
  // Dates have no letters in this language either.
  const speech = { language: "en", locale: "ja-JP", messages };
  Object.assign(globalThis, { almanacSpeech: () => speech });
}

/** All texts in server responses: names, versions, texts by Gardener. */
function rememberAnswers(page: Page): () => Promise<ReadonlySet<string>> {
  const bodies: Promise<string>[] = [];
  // Chromium does not keep every response body, so missing ones are requested again.
  const again = async (url: string) => (await page.request.get(url)).text();
  page.on("response", (response) => {
    if (!/json/.test(response.headers()["content-type"] ?? "")) return;
    const body = response.text().catch(() => again(response.url()));
    bodies.push(body.catch(() => ""));
  });
  return async () => new Set((await Promise.all(bodies)).join(" ").match(/[A-Za-z]+/g) ?? []);
}

/** Texts that are the same in all languages: language names, Kubernetes kinds, units. */
const names = new Set([
  ...["Almanac", "Gardener", "Kubernetes", "UTC", "English", "Deutsch", "min"],
  ...["Deployment", "Ingress", "Job", "Pod", "Service"],
]);
/** Matches kinds such as `CronJob`, keys such as `gardener.cloud/role`, and e-mail addresses. */
const isName = (word: string) => names.has(word) || /[a-z][A-Z]|^[A-Z]{2}/.test(word);
const isKey = (text: string) => /^[\w.-]+[/@][\w.=-]+$/.test(text);
/** Texts of the HTML frame, which the server writes in English and no script changes. */
const frame = ["Skip to the content", "Main", "Almanac, to the overview"];

async function shownTexts(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts: string[] = [];
    while (walker.nextNode()) {
      const { currentNode } = walker;
      const element = currentNode.parentElement;
      if (
        element === null ||
        !element.checkVisibility() ||
        element.closest("script, style, code, kbd, .cm-editor, [data-verbatim]") !== null
      )
        continue;
      texts.push(currentNode.textContent ?? "");
    }
    for (const element of document.querySelectorAll("[aria-label], [title], [placeholder]")) {
      for (const name of ["aria-label", "title", "placeholder"]) texts.push(element.getAttribute(name) ?? "");
    }
    return texts;
  });
}

for (const { path, access } of appPages()) {
  test(`${path} shows no text that is no message`, { tag: "@all" }, async ({ page, signIn, expectedFaults }) => {
    // The server has written the frame in English, and a script of the page translates it.
    expectedFaults.push("404", "Minified React error #418");
    if (access === "signed-in") await signIn("operator");
    await page.addInitScript(speakWide);
    const answered = rememberAnswers(page);
    await page.goto(demoAddressOf(path));
    await expectPageLoaded(page);
    const foreignTexts = async () => {
      const texts = await shownTexts(page);
      const known = await answered();
      const foreign = texts.filter(
        (text) =>
          !frame.includes(text) &&
          !isKey(text) &&
          text.match(/[A-Za-z]{3,}/g)?.some((word) => !known.has(word) && !isName(word)),
      );
      return [...new Set(foreign)];
    };
    // All texts are English until the scripts of the page run.
    await expect.poll(foreignTexts).toEqual([]);
  });
}
