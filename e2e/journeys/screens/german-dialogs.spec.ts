import type { Page } from "@playwright/test";
import { expectReadablePage } from "../../good-look.ts";
import { expect, test } from "../../journey.ts";
import { shownClusterPath } from "../../shown-pages.ts";

/** Checks dialogs in German, whose texts are a third longer than in English; dialogs have the least space. */
test.use({ locale: "de-DE" });

interface Look {
  readonly what: string;
  readonly path: string;
  readonly open: (page: Page) => Promise<void>;
  /** The texts of an opened dialog, when all of them are visible. */
  readonly shows: string | RegExp;
}

const button = (name: string | RegExp) => async (page: Page) => page.getByRole("button", { name }).first().click();
const act = (name: RegExp) => async (page: Page) => {
  await button("Weitere Aktionen")(page);
  await page.getByRole("menuitem", { name }).click();
};

/** Saves the input of a dialog and waits until it is stored. */
const save = (name: string) => async (page: Page) => {
  await button(name)(page);
  await expect(page.getByRole("button", { name })).toBeHidden();
};
const fillWebhook = async (page: Page, address: string) => {
  await page.goto("/notices");
  await button("Webhook hinzufügen…")(page);
  await page.getByRole("textbox", { name: "Name" }).fill("Team-Chat");
  await page.getByRole("textbox", { name: "Adresse" }).fill(address);
};

const looks: readonly Look[] = [
  { what: "a deletion", path: shownClusterPath, open: act(/^Löschen/), shows: "Genaue Anfrage" },
  {
    what: "an update",
    path: `${shownClusterPath}/updates?view=change`,
    open: button(/^Auf \d.* aktualisieren…$/),
    shows: "Genaue Anfrage",
  },
  {
    what: "a kubeconfig",
    path: shownClusterPath,
    open: async (page) => {
      await button("Kubeconfig")(page);
      await button("Kubeconfig anfordern")(page);
    },
    shows: "Verdeckt",
  },
  { what: "a watch rule", path: shownClusterPath, open: act(/^Benachrichtigen, wenn/), shows: "Was geschieht" },
  { what: "a template", path: shownClusterPath, open: act(/^Als Vorlage speichern/), shows: /^Sie lässt offen/ },
  {
    what: "units to restart",
    path: `${shownClusterPath}/nodes`,
    open: button(/^Dienste auf/),
    shows: "Dienste, die neu starten",
  },
  { what: "the keys", path: "/clusters", open: button("Hilfe"), shows: "Ein-Tasten-Kürzel sind" },
  {
    what: "the palette",
    path: shownClusterPath,
    open: button(/^Öffnen oder ausführen/),
    shows: "In den Ruhezustand versetzen…",
  },
  {
    what: "a refused webhook",
    path: "/notices",
    open: async (page) => {
      await fillWebhook(page, "ftp://chat.example");
      await button("Webhook speichern")(page);
    },
    shows: "Die Adresse muss mit https:// beginnen.",
  },
  {
    what: "a webhook that is changed",
    path: "/notices",
    open: async (page) => {
      await fillWebhook(page, "http://127.0.0.1:9/");
      await save("Webhook speichern")(page);
      await page.keyboard.press("Escape");
      await button("Bearbeiten… Team-Chat")(page);
      await page.getByRole("combobox", { name: "Wann" }).selectOption({ label: "Einmal am Tag, alles zusammen" });
    },
    shows: "Bleibt bei 127.0.0.1:9, solange dieses Feld leer ist.",
  },
  {
    what: "a watch rule that is changed",
    path: shownClusterPath,
    open: async (page) => {
      await act(/^Benachrichtigen, wenn/)(page);
      await save("Regel speichern")(page);
      await page.goto("/notices");
      await button(/^Bearbeiten…/)(page);
    },
    shows: "Eine Sackgasse zeigt sich",
  },
  {
    what: "signing in again",
    path: "/feeds",
    open: async (page) => {
      await expect(page.getByRole("button", { name: "Daten: Live" })).toBeVisible();
      await page.getByRole("textbox", { name: "Name in Ihrem Kalender" }).fill("Vor dem Ende");
      await page.context().clearCookies();
      // Any page request can detect the ended session first. The dialog is then already open and hides the button.
      await page
        .getByRole("button", { name: "Abo-Link erstellen", includeHidden: true })
        .evaluate((create: HTMLElement) => create.click());
    },
    shows: "Betreibt die Landscape: sieht und ändert alles",
  },
];

for (const { what, path, open, shows } of looks) {
  test(`${what}: no violation, nothing cut silently, no scrolling sideways`, { tag: "@all" }, async ({
    page,
    signIn,
    expectedFaults,
  }) => {
    // Console messages about the refused webhook address and the ended session.
    expectedFaults.push("400", "401");
    await signIn("operator");
    await page.goto(path);
    await open(page);
    await expectReadablePage(page, page.getByRole("dialog").or(page.getByRole("alertdialog")).getByText(shows).first());
  });
}
