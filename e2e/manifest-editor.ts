import { expect, type Locator, type Page } from "@playwright/test";

/** Opens the YAML editor of the cluster `project/name`. */
export async function openManifestEditor(page: Page, cluster: string): Promise<Locator> {
  await page.goto(`/clusters/${cluster}/yaml`);
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  const editor = page.getByRole("textbox", { name: `Shoot ${cluster} as YAML` });
  await expect(editor).toHaveClass(/cm-content/);
  return editor;
}

/** Replaces a visible line of the editor, keeping its indentation. */
export async function replaceEditorLine(page: Page, editor: Locator, line: RegExp, by: string): Promise<void> {
  await editor.locator(".cm-line", { hasText: line }).first().click();
  await page.keyboard.press("End");
  await page.keyboard.press("Shift+Home");
  await page.keyboard.insertText(by);
}
