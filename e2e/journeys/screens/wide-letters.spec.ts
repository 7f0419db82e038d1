import type { Page } from "@playwright/test";
import { appPages } from "#server/start/app-files.ts";
import { expect, test } from "../../journey.ts";
import { demoAddressOf, expectLoaded } from "../../shown-pages.ts";

/**
 * Makes the page say every message in wide letters, so that whatever has other ones is no message. The catalogue is that of
 * a language which nobody speaks: it has an entry for whatever it is asked for.
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
        // As `lib/language/catalogue.ts` reads it, which a browser does not have.
        const source = String(key).replace(/ \[[a-z ]+\]$/, "");
        return source.startsWith("[") ? ofParts(JSON.parse(source)) : wide(source);
      },
    },
  );
  // Dates have no letters there, either.
  const speech = { language: "en", locale: "ja-JP", messages };
  Object.assign(globalThis, { almanacSpeech: () => speech });
}

/** Everything that answers say: names, versions, what Gardener writes. */
function rememberAnswers(page: Page): () => Promise<ReadonlySet<string>> {
  const bodies: Promise<string>[] = [];
  // Chromium does not keep every body: what it has let go is asked for again.
  const again = async (url: string) => (await page.request.get(url)).text();
  page.on("response", (response) => {
    if (!/json/.test(response.headers()["content-type"] ?? "")) return;
    const body = response.text().catch(() => again(response.url()));
    bodies.push(body.catch(() => ""));
  });
  return async () => new Set((await Promise.all(bodies)).join(" ").match(/[A-Za-z]+/g) ?? []);
}

/** What is not of any language: names of languages, of Kubernetes' objects, units. */
const names = new Set([
  ...["Almanac", "Gardener", "Kubernetes", "UTC", "English", "Deutsch", "min"],
  ...["Deployment", "Ingress", "Job", "Pod", "Service"],
]);
/** Names of kinds such as `CronJob`, keys such as `gardener.cloud/role`, and addresses of people. */
const isName = (word: string) => names.has(word) || /[a-z][A-Z]|^[A-Z]{2}/.test(word);
const isKey = (text: string) => /^[\w.-]+[/@][\w.=-]+$/.test(text);
/** The frame that the server writes and no script touches; it writes it in English here. */
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
    // The server has written the frame in English, and the page corrects it.
    expectedFaults.push("404", "Minified React error #418");
    if (access === "signed-in") await signIn("operator");
    await page.addInitScript(speakWide);
    const answered = rememberAnswers(page);
    await page.goto(demoAddressOf(path));
    await expectLoaded(page);
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
    // Until the page's scripts run, all of it is in English.
    await expect.poll(foreignTexts).toEqual([]);
  });
}
