import { expect, type Locator, type Page } from "@playwright/test";

/** Opens the YAML of `project/name` for writing. */
export async function openEditor(page: Page, cluster: string): Promise<Locator> {
  await page.goto(`/clusters/${cluster}/yaml`);
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  const editor = page.getByRole("textbox", { name: `Shoot ${cluster} as YAML` });
  await expect(editor).toHaveClass(/cm-content/);
  return editor;
}

/** Writes another line in place of one that is on the screen, with the same indentation. */
export async function rewriteLine(page: Page, editor: Locator, line: RegExp, by: string): Promise<void> {
  await editor.locator(".cm-line", { hasText: line }).first().click();
  await page.keyboard.press("End");
  await page.keyboard.press("Shift+Home");
  await page.keyboard.insertText(by);
}
