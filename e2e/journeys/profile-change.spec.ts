import type { Page } from "@playwright/test";
import { fieldAt, listAt } from "#lib/kube/field.ts";
import { isRecord } from "#lib/kube/wire.ts";
import { expect, test } from "../journey.ts";

const profile = "/api/profiles/gcp";
const version = "1.33.12";

interface Bound {
  readonly uid: unknown;
  readonly resourceVersion: unknown;
  readonly spec: unknown;
}

async function read(page: Page): Promise<Bound> {
  const body: unknown = await (await page.request.get(profile)).json();
  const [uid, resourceVersion] = ["uid", "resourceVersion"].map((key) => fieldAt(body, "profile", "metadata", key));
  return { uid, resourceVersion, spec: fieldAt(body, "profile", "spec") };
}

async function write(page: Page, spec: unknown): Promise<void> {
  const { uid, resourceVersion } = await read(page);
  const answer = await page.request.post(profile, {
    data: { uid, resourceVersion, spec },
    headers: { "x-almanac": "1", "sec-fetch-site": "same-origin" },
  });
  expect(answer.status(), await answer.text()).toBe(200);
}

/** The Kubernetes versions of a profile's spec, one of them with another end. */
function withEnd(spec: unknown, expirationDate: string): unknown {
  const versions = listAt(spec, "kubernetes", "versions").map((entry) =>
    isRecord(entry) && entry.version === version ? { ...entry, expirationDate } : entry,
  );
  return { kubernetes: { versions } };
}

test("an end that an operator moves is on every open page without a reload, and the clusters say that their forecast changed", async ({
  page,
  context,
  signIn,
}) => {
  await signIn("operator");
  const before = await read(page);
  const open = async (path: string) => {
    const tab = await context.newPage();
    await tab.goto(path);
    return tab;
  };
  const clusters = await open("/clusters?q=lake-prod");
  const updates = await open("/clusters/analytics/lake-prod/updates");
  const forecast = await open("/forecast?q=lake-prod");
  const versions = await open("/versions/kubernetes?profile=gcp");
  const calendar = await open("/calendar?view=month&day=2027-09-30&tz=utc");

  const inList = clusters.getByRole("row", { name: /lake-prod/ });
  const inTable = forecast
    .getByRole("table", { name: "Clusters with a forced change" })
    .getByRole("row", { name: /lake-prod/ });
  const inGantt = versions
    .getByRole("grid", { name: /Kubernetes versions in/ })
    .getByRole("row", { name: /^1\.33\.12/ });
  const day = calendar.getByRole("gridcell", { name: /Thursday 30 September 2027/ });
  const changed = /forecast changed/;
  for (const seen of [inList, inTable, inGantt, day]) await expect(seen).toBeVisible();
  for (const seen of [inList, inTable]) await expect(seen).not.toContainText("Oct 2027");
  await expect(updates.getByRole("table", { name: "Upcoming steps and dead ends" })).toBeVisible();
  await expect(day).not.toContainText(version);

  // How soon is measured where nothing else keeps the machine busy (tools/bench/scale/measure-expiry.ts).
  await write(page, withEnd(before.spec, "2027-09-30T23:59:59Z"));
  await Promise.all([
    expect(inList).toContainText("1 Oct 2027"),
    expect(inTable).toContainText("1 Oct 2027"),
    expect(updates.getByText(/^The forecast changed at \d\d:\d\d/)).toBeVisible(),
    // The end of a version is a date in UTC, whatever clock is chosen.
    expect(inGantt).toContainText("30 Sep 2027"),
    expect(day).toContainText(version),
  ]);
  for (const seen of [inList, inTable]) await expect(seen).toHaveText(changed);
});
