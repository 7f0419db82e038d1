import type { Locator, Page } from "@playwright/test";
import { expect, test } from "../journey.ts";
import { finishChecklist, rotation } from "../rotation.ts";
import { card } from "../updates.ts";

interface ActWithConsent {
  readonly what: string;
  readonly path: string;
  readonly open: (page: Page) => Promise<void>;
  readonly role?: "alertdialog";
}

const fromMenu = (item: RegExp) => async (page: Page) => {
  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: item }).click();
};

const acts: readonly ActWithConsent[] = [
  { what: "maintenance of a production cluster", path: "analytics/lake-prod", open: fromMenu(/^Maintain/) },
  { what: "a deletion", path: "analytics/lake-prod", open: fromMenu(/^Delete/) },
  {
    what: "a forced deletion",
    path: "sandbox/vpc-peering",
    open: fromMenu(/^Force delete/),
    role: "alertdialog",
  },
  {
    what: "a minor update",
    path: "payments/acquiring/updates?view=change",
    open: (page) => card(page).getByRole("button", { name: "Update to 1.34.9…" }).click(),
  },
  {
    what: "a new image of a pool",
    path: "shop/storefront-us/updates?view=change",
    open: (page) => page.getByRole("button", { name: "Update to 1877.6.0… image of pool web" }).click(),
  },
  {
    what: "hibernation",
    path: "payments/acquiring/maintenance",
    open: (page) => page.getByRole("button", { name: "Hibernate" }).click(),
  },
  {
    what: "the start of a rotation",
    path: "analytics/archive/credentials",
    open: (page) => rotation(page).getByRole("button", { name: "Start rotation of all credentials" }).click(),
  },
  {
    what: "pools that are rolled",
    path: "analytics/event-stream/credentials",
    open: (page) => rotation(page).getByRole("button", { name: "Roll brokers" }).click(),
  },
  {
    what: "the completion of a rotation",
    path: "payments/acquiring/credentials",
    open: async (page) => {
      await finishChecklist(page);
      await rotation(page)
        .getByRole("button", { name: /^Complete rotation/ })
        .click();
    },
  },
  {
    what: "the restart of units",
    path: "payments/ledger-eu/nodes",
    open: async (page) => {
      await page
        .getByRole("button", { name: /^Restart units/ })
        .first()
        .click();
      await page.getByRole("dialog").getByRole("checkbox", { name: "containerd" }).click();
    },
  },
  {
    what: "nodes that are selected for their update",
    path: "logistics/hall-control/nodes?pool=plc",
    open: (page) =>
      page
        .getByRole("button", { name: /^Select .* for the update$/ })
        .first()
        .click(),
  },
];

/** All that has to be ticked, typed and pressed, on a screen on which nobody has scrolled. */
function controls(dialog: Locator): readonly Locator[] {
  const consent = dialog.getByRole("region", { name: "Your consent" });
  return [
    consent.getByRole("checkbox").or(consent.getByRole("textbox")),
    dialog.getByRole("button", { name: "Cancel" }),
    dialog.locator("footer").getByRole("button").last(),
  ];
}

// A phone has the least room.
for (const [width, height, tag] of [
  [390, 844, []],
  [1440, 900, ["@all"]],
] satisfies [number, number, string[]][]) {
  test.describe(`${width} × ${height}`, { tag }, () => {
    test.use({ viewport: { width, height } });

    for (const { what, path, open, role = "dialog" } of acts) {
      test(`consent is in view without scrolling: ${what}`, async ({ page, signIn }) => {
        await signIn("operator");
        await page.goto(`/clusters/${path}`);
        await open(page);
        const dialog = page.getByRole(role);
        await expect(dialog.getByRole("region", { name: "Your consent" })).toBeVisible();
        for (const control of controls(dialog)) {
          for (const one of await control.all()) await expect(one).toBeInViewport({ ratio: 1 });
        }
      });
    }
  });
}
