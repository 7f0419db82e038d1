import type { Locator, Page } from "@playwright/test";
import { giveConsent } from "../give-consent.ts";
import { expect, expectAccessible, test } from "../journey.ts";
import { openManifestEditor, replaceEditorLine } from "../manifest-editor.ts";
import { requestClusterAction } from "../our-request.ts";
import { pressEnter } from "../press-enter.ts";

/** Changes the cluster as another user would, at the same time and without the page under test. */
const changeAs = (page: Page, cluster: string, patch: object) =>
  requestClusterAction(page, cluster, { kind: "change", about: "manifest", patch });

interface Live {
  readonly metadata: {
    readonly labels?: Readonly<Record<string, string>>;
    readonly annotations?: Readonly<Record<string, string>>;
  };
}

async function live(page: Page, cluster: string): Promise<Live> {
  return (await (await page.request.get(`/api/clusters/${cluster}`)).json()).shoot;
}

async function addLine(page: Page, editor: Locator, after: RegExp, line: string): Promise<void> {
  await editor.locator(".cm-line", { hasText: after }).first().click();
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  await page.keyboard.insertText(line);
}

test("an edit that collides with somebody else's is brought together, saved, and seen in the live object", async ({
  page,
  context,
  signIn,
}) => {
  const cluster = "shop/storefront-us";
  await signIn("operator");
  const other = await context.newPage();
  await changeAs(other, cluster, { metadata: { labels: { journey: "begun", beside: "begun" } } });
  const editor = await openManifestEditor(page, cluster);
  await replaceEditorLine(page, editor, /^ +journey: begun$/, "journey: mine");
  await expect(page.getByText("not saved", { exact: true })).toBeVisible();

  await test.step("a change elsewhere comes in by itself, and is told", async () => {
    await changeAs(other, cluster, { metadata: { labels: { beside: "theirs" } } });
    await expect(page.getByText("Changes by others were merged into your text")).toBeVisible();
    await expect(page.getByText("metadata.labels.beside", { exact: true })).toBeVisible();
    await expect(editor).toContainText("beside: theirs");
    await expect(editor).toContainText("journey: mine");
  });

  await test.step("a change of the same closes the preview and asks, side by side", async () => {
    await page.getByRole("button", { name: "Review changes" }).click();
    await page.getByRole("button", { name: "Preview and save…" }).click();
    await expect(page.getByRole("dialog")).toBeVisible();
    await changeAs(other, cluster, { metadata: { labels: { journey: "theirs" } } });
    await expect(page.getByRole("heading", { name: "Conflicting changes" })).toBeVisible();
    await expect(page.getByRole("dialog")).toBeHidden();
    const conflict = page.getByRole("group", { name: "metadata.labels.journey" });
    await expect(conflict).toContainText("It was: begun");
    await expect(conflict.getByRole("radio", { name: "Take theirs theirs" })).not.toBeChecked();
    await expectAccessible(page);
    await conflict.getByRole("radio", { name: "Take mine mine" }).check();
    await page.getByRole("button", { name: "Merge" }).click();
    await expect(page.getByRole("heading", { name: "Conflicting changes" })).toBeHidden();
  });

  await test.step("saved from the preview, and observed", async () => {
    const save = page.getByRole("button", { name: "Preview and save…" });
    await expect(page.getByText("journey: theirs").first()).toBeVisible();
    await save.click();
    await giveConsent(page, /^Change the manifest: shop\/storefront-us/, /^Save/);
    await expect(page.getByRole("button", { name: "Edit", exact: true })).toBeVisible();
    await expect(page.getByRole("region", { name: "YAML of the Shoot" })).toContainText("journey: mine");
    expect((await live(page, cluster)).metadata.labels).toMatchObject({ journey: "mine", beside: "theirs" });
  });
});

test("what cannot be read or edited is told with its line, and fields are proposed and explained from the garden's schema", async ({
  page,
  signIn,
}) => {
  await signIn("operator");
  const editor = await openManifestEditor(page, "shop/storefront-apac");
  const faults = page.getByRole("list", { name: "Errors and warnings" });

  await replaceEditorLine(page, editor, /^ {2}name: storefront-apac$/, "name: storefront-moon");
  await expect(faults).toContainText("Line 4 error metadata.name metadata.name cannot be edited");
  await expectAccessible(page);
  await addLine(page, editor, /^ {2}name: storefront-moon$/, "[");
  await expect(faults.getByRole("listitem").first()).toContainText(/Line \d+ error/);
  await expect(page.getByRole("button", { name: "Review changes" })).toHaveAttribute("aria-disabled", "true");

  await page.getByRole("button", { name: "Start over" }).click();
  await expect(faults).toHaveCount(0);
  await expect(page.getByText("not saved", { exact: true })).toHaveCount(0);
  await addLine(page, editor, /^spec:$/, "purpos: x");
  // The description and the completions need the schema; before it is loaded, nothing is suggested.
  await expect(
    page.getByText(/warning spec\.purpos The garden's schema knows no field purpos here: did you mean purpose\?/),
  ).toBeVisible();
  await page.keyboard.press("Home");
  await page.keyboard.press("Shift+End");
  await page.keyboard.type("exposure");
  const proposal = page.getByRole("listbox").getByRole("option", { name: /^exposureClassName/ });
  await expect(proposal).toBeVisible();
  // Enter is ignored for a moment after the suggestions have opened, to prevent accidental choices. A click
  // immediately after a letter is accepted.
  await proposal.hover();
  await page.keyboard.press("C");
  await page.mouse.down();
  await page.mouse.up();
  await expect(editor).toContainText("exposureClassName: ");
  await editor.getByText("kubernetes", { exact: true }).first().hover();
  await expect(page.getByText(/^spec\.kubernetes: object/)).toBeVisible();
});

test("what the garden refuses is shown in its own words, and nothing that was written is lost", async ({
  page,
  signIn,
}) => {
  await signIn("operator");
  const editor = await openManifestEditor(page, "shop/storefront-apac");
  await replaceEditorLine(page, editor, /^ {2}region: /, "region: the-moon");
  await page.getByRole("button", { name: "Review changes" }).click();
  await expect(page.getByText("region: the-moon").first()).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Preview and save…" }).click();
  const dialog = page.getByRole("dialog", { name: /^Change the manifest/ });
  await expect(dialog.getByText(/spec\.region/).first()).toBeVisible();
  await expect(dialog.getByText(/(is invalid|field is immutable|Forbidden|Unsupported)/).first()).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Back to the text" }).click();
  await expect(page.getByRole("textbox", { name: /as YAML$/ })).toContainText("region: the-moon");

  page.on("dialog", (leaving) => void leaving.accept());
  await page.reload();
  await expect(page.getByText("Your unsaved changes were restored")).toBeVisible();
  await expect(page.getByRole("textbox", { name: /as YAML$/ })).toContainText("region: the-moon");
});

test("when the screen does not know of a change, the garden's conflict leads to the same merge", {
  tag: "@all",
}, async ({ page, context, signIn, expectedFaults }) => {
  expectedFaults.push("409");
  const cluster = "shop/storefront-us";
  await signIn("operator");
  const other = await context.newPage();
  await changeAs(other, cluster, { metadata: { labels: { paused: "begun", apart: "begun" } } });
  const editor = await openManifestEditor(page, cluster);
  await replaceEditorLine(page, editor, /^ +paused: begun$/, "paused: mine");
  await page.getByRole("button", { name: /^Data:/ }).click();
  await page.getByRole("button", { name: "Pause updates" }).click();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Review changes" }).click();
  await page.getByRole("button", { name: "Preview and save…" }).click();
  const dialog = page.getByRole("dialog", { name: /^Change the manifest/ });
  await expect(dialog.getByText("Exact request")).toBeVisible();
  await changeAs(other, cluster, { metadata: { labels: { paused: "theirs", apart: "theirs" } } });
  // A label does not affect nodes, so the name of this production cluster need not be typed.
  await expect(dialog.getByRole("region", { name: "Your consent" })).toBeHidden();
  await dialog.getByRole("button", { name: /^Save/ }).click();
  await expect(page.getByRole("group", { name: "metadata.labels.paused" })).toBeVisible();
  expect((await live(page, cluster)).metadata.labels).toMatchObject({ paused: "theirs", apart: "theirs" });
});

test("by keyboard alone: in, indenting with Tab, out with Escape and Tab, to the review and back", {
  tag: "@all",
}, async ({ page, signIn }) => {
  await signIn("operator");
  await page.goto("/clusters/shop/storefront-apac/yaml");
  await pressEnter(page.getByRole("button", { name: "Edit", exact: true }));
  const editor = page.getByRole("textbox", { name: /as YAML$/ });
  await expect(editor).toHaveClass(/cm-content/);
  await expect(page.getByText(/to leave the editor press Esc, then Tab/)).toBeVisible();
  await editor.focus();
  await page.keyboard.press("Control+Home");
  await page.keyboard.press("Tab");
  await expect(editor).toBeFocused();
  await expect(editor.locator(".cm-line").first()).toHaveText("  apiVersion: core.gardener.cloud/v1beta1");
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.insertText("# noted\n");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Tab");
  await expect(editor).not.toBeFocused();
  await expect(page.getByRole("button", { name: "Review changes" })).toHaveAttribute("aria-disabled", "true");
  await pressEnter(page.getByRole("button", { name: "Start over" }));
  await pressEnter(page.getByRole("button", { name: "Back to reading" }));
  await expect(page.getByRole("button", { name: "Edit", exact: true })).toBeVisible();
});
