import { expect, test } from "../journey.ts";
import { setVersionExpiration } from "../our-request.ts";

const version = "1.33.12";

test("an end that an operator moves is on every open page without a reload, and the clusters say that their forecast changed", {
  tag: "@all",
}, async ({ page, context, signIn }) => {
  await signIn("operator");
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

  // The duration is measured by tools/bench/scale/measure-expiry.ts, where nothing else keeps the machine busy.
  await setVersionExpiration(page, version, "2027-09-30T23:59:59Z");
  await Promise.all([
    expect(inList).toContainText("1 Oct 2027"),
    expect(inTable).toContainText("1 Oct 2027"),
    expect(updates.getByText(/^The forecast changed at \d\d:\d\d/)).toBeVisible(),
    // Expiration dates of versions are shown in UTC, whatever time zone the user has chosen.
    expect(inGantt).toContainText("30 Sep 2027"),
    expect(day).toContainText(version),
  ]);
  for (const seen of [inList, inTable]) await expect(seen).toHaveText(changed);
});
