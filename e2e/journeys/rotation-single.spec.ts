import type { Page } from "@playwright/test";
import { giveConsent } from "../give-consent.ts";
import { expect, halfWay, test } from "../journey.ts";
import { pressEnter } from "../press-enter.ts";
import { currentStep, rotation } from "../rotation.ts";

async function certificatesIn(page: Page): Promise<string> {
  await page.getByRole("button", { name: "Retrieve: Certificate authorities' bundle" }).click();
  const panel = page.getByRole("dialog", { name: /^Certificate authorities' bundle/ });
  await panel.getByRole("button", { name: "Read bundle" }).click();
  const words = await panel.getByText(/^\d certificates?$/).textContent();
  const started = page.waitForEvent("download");
  await panel.getByRole("button", { name: "Download" }).click();
  expect((await started).suggestedFilename()).toMatch(/^ca-.*\.crt$/);
  await panel.getByRole("button", { name: "Close" }).first().click();
  return words ?? "";
}

test("certificate authorities alone: the bundle holds two between the phases, and one afterwards; a viewer cannot go on", async ({
  page,
  colleague,
  passTime,
  signIn,
}) => {
  await signIn("owner-commerce");
  await page.goto("/clusters/shop/storefront-us/credentials?rotation=certificateAuthorities");
  expect(await certificatesIn(page)).toBe("1 certificate");
  await rotation(page).getByRole("button", { name: "Start rotation of the certificate authorities" }).click();
  await giveConsent(page, /shop\/storefront-us/, /now$/);
  await passTime(120);
  await expect(currentStep(page)).toContainText("Update clients");
  expect(await certificatesIn(page)).toBe("2 certificates");

  await test.step("who may only read sees where it stands, and why nothing can be done", async () => {
    const viewer = await colleague("viewer");
    await viewer.goto("/clusters/shop/storefront-us/credentials");
    await expect(currentStep(viewer)).toContainText("Owner · needs attention");
    await expect(currentStep(page)).toContainText("You · waiting for you");
    await expect(
      rotation(viewer).getByRole("paragraph").filter({ hasText: "You can view this cluster, not change it" }),
    ).toBeVisible();
  });

  await test.step("the checklist is finished by keys alone", async () => {
    const boxes = page.getByRole("list", { name: "Checklist" }).getByRole("checkbox");
    await expect(boxes.first()).toBeVisible();
    const count = await boxes.count();
    for (let index = 0; index < count; index += 1) {
      await boxes.nth(index).focus();
      await page.keyboard.press("Space");
      await expect(boxes.nth(index)).toBeChecked();
    }
  });
  const complete = rotation(page).getByRole("button", { name: "Complete rotation: drop old CA", exact: true });
  await pressEnter(complete);
  await giveConsent(page, /^Complete the rotation: shop\/storefront-us/, /^Complete the rotation/);
  await passTime(120);
  await expect(currentStep(page)).toContainText("Verify");
  expect(await certificatesIn(page)).toBe("1 certificate");
});

test("SSH is rotated in one step, and the old key is still offered", async ({ page, passTime, signIn }) => {
  await signIn("owner-commerce");
  await page.goto("/clusters/payments/acquire-stage/credentials?rotation=sshKeypair");
  await page.getByRole("button", { name: "Rotate SSH key pair" }).click();
  await giveConsent(page, /^Rotate SSH key pair: payments\/acquire-stage/, /^Rotate SSH key pair now/);
  await passTime(120);
  await expect(currentStep(page)).toContainText("Done");
  await page.getByRole("button", { name: "Retrieve: Old SSH key pair" }).click();
  const panel = page.getByRole("dialog", { name: /^Old SSH key pair/ });
  await panel.getByRole("button", { name: "Show key pair" }).click();
  await expect(panel.getByText(/^ssh-ed25519 /)).toBeVisible();
});

test("the etcd key is rotated in one step: two runs of Gardener's, none of yours", async ({
  page,
  passTime,
  signIn,
}) => {
  await signIn("owner-commerce");
  await page.goto("/clusters/payments/acquire-stage/credentials?rotation=etcdEncryptionKey");
  const rotate = rotation(page).getByRole("button", { name: "Rotate the etcd encryption key" });
  await expect(rotate).toBeEnabled();
  await rotate.click();
  await giveConsent(page, /^Rotate the etcd encryption key: payments\/acquire-stage/, /now$/);
  await passTime(halfWay);
  await expect(currentStep(page)).toContainText("Running");
  await passTime(240);
  await expect(currentStep(page)).toContainText("Done");
  await expect(rotation(page).getByText(/encrypted with the new key\. No action needed/)).toBeVisible();
});
