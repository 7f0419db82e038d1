import type { Locator, Page } from "@playwright/test";
import { chooseClusterAction, moreActionsButton } from "../choose-act.ts";
import { expect, expectAccessible, test } from "../journey.ts";
import { rotationRegion } from "../rotation.ts";
import { updatesCard } from "../updates.ts";

const menuActs: readonly (readonly [what: string, cluster: string, item: RegExp, isUsual?: boolean])[] = [
  ["maintenance of a production cluster", "analytics/lake-prod", /^Maintain/, true],
  ["a deletion", "analytics/lake-prod", /^Delete/],
  ["a forced deletion", "sandbox/vpc-peering", /^Force delete/, true],
];

const pageActs: readonly (readonly [what: string, path: string, open: (page: Page) => Promise<void>])[] = [
  [
    "a minor update",
    "payments/acquiring/updates?view=change",
    (page) => updatesCard(page).getByRole("button", { name: "Update to 1.34.9…" }).click(),
  ],
  [
    "the start of a rotation",
    "analytics/archive/credentials",
    (page) => rotationRegion(page).getByRole("button", { name: "Start rotation of all credentials" }).click(),
  ],
];

/** Checks that all checkboxes, text fields and buttons of a confirmation are visible without scrolling. */
async function expectInView(dialog: Locator): Promise<void> {
  const consent = dialog.getByRole("region", { name: "Your consent" });
  await expect(consent).toBeVisible();
  const controls = [
    consent.getByRole("checkbox").or(consent.getByRole("textbox")),
    dialog.getByRole("button", { name: "Cancel" }),
    dialog.locator("footer").getByRole("button").last(),
  ];
  for (const control of controls) {
    for (const one of await control.all()) await expect(one).toBeInViewport({ ratio: 1 });
  }
}

// A phone has the smallest screen.
for (const [width, height] of [
  [390, 844],
  [1440, 900],
] as const) {
  test.describe(`${width} × ${height}`, () => {
    test.use({ viewport: { width, height } });

    for (const [what, cluster, item, isUsual] of menuActs) {
      const tag = isUsual && width === 390 ? [] : "@all";
      test(`consent to ${what} is in view without scrolling, has no violation, and Escape leaves it`, { tag }, async ({
        page,
        signIn,
      }) => {
        await signIn("operator");
        await page.goto(`/clusters/${cluster}`);
        await chooseClusterAction(page, item);
        const dialog = page.getByRole("dialog").or(page.getByRole("alertdialog"));
        await expectInView(dialog);
        await expectAccessible(page);
        await page.keyboard.press("Escape");
        await expect(dialog).toBeHidden();
        await expect(moreActionsButton(page)).toBeFocused();
      });
    }

    for (const [what, path, open] of pageActs) {
      test(`consent to ${what} is in view without scrolling`, { tag: "@all" }, async ({ page, signIn }) => {
        await signIn("operator");
        await page.goto(`/clusters/${path}`);
        await open(page);
        await expectInView(page.getByRole("dialog"));
      });
    }
  });
}
