import type { Page } from "@playwright/test";
import { isSigned, startWebhookReceiver } from "#server/testing/webhook-receiver.ts";
import { chooseClusterAction, moreActionsButton } from "../../choose-act.ts";
import { giveConsent } from "../../give-consent.ts";
import { expect, expectAccessibleAtEveryWidth, test } from "../../journey.ts";
import { journeyNowMs } from "../../morning.ts";

const destination = (page: Page) => page.getByRole("list", { name: "Destinations" }).getByRole("listitem");

/** Reloads the page until it shows the text. */
async function saysAfterReload(page: Page, words: RegExp): Promise<void> {
  await expect(async () => {
    await page.reload();
    await expect(page.getByRole("heading", { name: "Where notices go", exact: true })).toBeVisible();
    await expect(page.getByRole("main")).toContainText(words, { timeout: 2_000 });
  }).toPass({ intervals: [1_000] });
}

/** Adds a webhook, after a refused address, and the user's e-mail address; returns the secret of the webhook. */
async function addDestinations(page: Page, address: string): Promise<string> {
  await page.goto("/notices");
  await expect(page.getByText("Only under the bell")).toBeVisible();
  await page.getByRole("button", { name: "Add a webhook…" }).click();
  const dialog = page.getByRole("dialog", { name: "Add a webhook" });
  await expect(dialog.getByLabel("Name")).toBeFocused();
  await dialog.getByLabel("Name").fill("On call");
  await dialog.getByLabel("Address").fill("https://10.0.0.1/hook");
  await dialog.getByRole("button", { name: "Save webhook" }).click();
  await expect(dialog.getByRole("alert")).toContainText("not one that Almanac sends to");
  await dialog.getByLabel("Address").fill(address);
  await dialog.getByRole("button", { name: "Save webhook" }).click();
  const told = page.getByRole("dialog", { name: "The secret of this webhook" });
  const secret = (await told.getByText(/^whsec_/).textContent()) ?? "";
  await expectAccessibleAtEveryWidth(page);
  await told.getByRole("button", { name: "Done" }).click();
  await expect(page.getByRole("button", { name: "Add a webhook…" })).toBeFocused();
  await destination(page).getByRole("button", { name: "Send a test" }).click();
  await expect(page.getByText("On call has accepted a test")).toBeVisible();

  await page.getByRole("button", { name: "Add my e-mail…" }).click();
  const email = page.getByRole("dialog", { name: "Add your e-mail" });
  await expect(email).toContainText("Mails go to ravi.menon@harborline.example, your own address.");
  await expectAccessibleAtEveryWidth(page);
  await email.getByRole("button", { name: "Save e-mail" }).click();
  await expect(destination(page)).toHaveCount(2);
  return secret;
}

/** The text of a mail, without the line breaks of its transport. */
function textOfMail(source: string | undefined): string {
  const joined = (source ?? "").replaceAll(/=\r?\n/g, "");
  const bytes = joined.replaceAll(/=([0-9A-F]{2})/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
  return Buffer.from(bytes, "latin1").toString();
}

test("what a maintenance did is one notice, one mail and the same text on the page", { tag: "@all" }, async ({
  page,
  signIn,
  mailbox,
  passTimeUntil,
}) => {
  mailbox.forget();
  await signIn("owner-commerce");
  await page.goto("/notices");
  await page.getByRole("button", { name: "Add my e-mail…" }).click();
  await page.getByRole("dialog", { name: "Add your e-mail" }).getByRole("button", { name: "Save e-mail" }).click();
  await expect(destination(page)).toHaveCount(1);

  await page.setViewportSize({ width: 1280, height: 720 });
  await page.goto("/clusters/shop/storefront-us");
  await moreActionsButton(page).click();
  await page.getByRole("menuitem", { name: "Tell me when…" }).click();
  const rule = page.getByRole("dialog", { name: "Tell me when" });
  await rule.getByLabel(/^Maintenance, a roll/).check();
  await rule.getByLabel("My e-mail").check();
  await rule.getByRole("button", { name: "Save rule" }).click();
  await expect(rule).toBeHidden();

  await page.goto("/clusters/shop/storefront-us/maintenance");
  await page.getByRole("button", { name: "Maintain now" }).click();
  await giveConsent(page, /^Maintain shop\/storefront-us/, /^Maintain now/);
  await page.goto("/clusters/shop/storefront-us/activity");
  const card = page.getByRole("region", { name: "What it did" });
  await passTimeUntil(card.getByText("Maintenance done"));
  await expect(card.getByRole("listitem").first()).toHaveText("Kubernetes: 1.34.5 to 1.34.9.");
  await expect(card).toContainText(/of pool web (were )?replaced/);
  await expectAccessibleAtEveryWidth(page);
  const sentences = await card.getByRole("listitem").allTextContents();

  await page.goto("/notices");
  await saysAfterReload(page, /Maintenance done[\s\S]*Delivered to My e-mail/);
  expect(mailbox.mails).toHaveLength(1);
  const words = ["Maintenance done.", ...sentences].join(" ");
  expect(textOfMail(mailbox.mails[0]?.source)).toContain(`- shop/storefront-us: ${words} (`);
  await expect(page.getByRole("main")).toContainText(words);
});

test("a webhook and one's e-mail are added, what a rule reports is delivered by both, each once, and the page says so", {
  tag: "@all",
}, async ({ page, signIn, colleague, mailbox, expectedFaults }) => {
  expectedFaults.push("400");
  const receiver = await startWebhookReceiver();
  mailbox.forget();
  try {
    await signIn("owner-commerce");
    const secret = await addDestinations(page, `${receiver.url}/hook`);

    await page.setViewportSize({ width: 1280, height: 720 });
    await page.goto("/clusters/payments/acquire-stage");
    await moreActionsButton(page).click();
    await page.getByRole("menuitem", { name: "Tell me when…" }).click();
    const rule = page.getByRole("dialog", { name: "Tell me when" });
    await rule.getByLabel(/^Somebody else/).check();
    await rule.getByLabel("On call").check();
    await rule.getByLabel("My e-mail").check();
    await expectAccessibleAtEveryWidth(page);
    await rule.getByRole("button", { name: "Save rule" }).click();
    await expect(rule).toBeHidden();

    const operator = await colleague("operator");
    await operator.goto("/clusters/payments/acquire-stage");
    await chooseClusterAction(operator, /^Delete/);
    await giveConsent(operator, /^Delete payments\/acquire-stage/, /^Delete/);

    await page.goto("/notices");
    await saysAfterReload(page, /Delivered to On call[\s\S]*Delivered to My e-mail[\s\S]*Last delivery/);
    await expectAccessibleAtEveryWidth(page);
    expect(receiver.received, "the test, and the notice").toHaveLength(2);
    const [, request] = receiver.received;
    expect(request && isSigned(request, secret, journeyNowMs())).toBe(true);
    expect(request?.body).toContain("Deletion requested");
    expect(mailbox.mails.map(({ to }) => to)).toEqual([["ravi.menon@harborline.example"]]);

    const [webhook, mail] = ["On call", "My e-mail"].map((name) => destination(page).filter({ hasText: name }));
    await webhook?.getByRole("button", { name: "Edit…" }).click();
    const edit = page.getByRole("dialog", { name: "Change On call" });
    await edit.getByLabel("Name").fill("Second line");
    await edit.getByRole("button", { name: "Save webhook" }).click();
    await expect(edit).toBeHidden();
    await destination(page).filter({ hasText: "Second line" }).getByRole("button", { name: "Delete" }).click();
    await expect(destination(page)).toHaveCount(1);
    // Uses the keyboard, because a toast message can cover the button and stays while the pointer is on it.
    await mail?.getByRole("button", { name: "Delete" }).press("Enter");
    await expect(page.getByText("Only under the bell")).toBeVisible();
  } finally {
    receiver.close();
  }
});
