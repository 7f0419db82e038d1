import type { Page } from "@playwright/test";
import { projectQuotasSchema, projectsSchema } from "#lib/contract/project/projects.ts";
import { utcClock } from "#lib/words/clock.ts";
import { formatFullDay } from "#lib/words/format-day.ts";
import { formatDate } from "#lib/words/format-time.ts";
import { expect, expectAccessible, test } from "../../journey.ts";

const name = (page: Page) => page.getByRole("textbox", { name: "Name", exact: true });
const cells = (page: Page, row: RegExp) =>
  page.getByRole("row", { name: row }).first().getByRole("cell").allTextContents();

/** The lines of a calendar file, of which long ones are folded. */
async function calendarFile(page: Page, query: string): Promise<string> {
  const response = await page.request.get(`/api/calendar?${query}`);
  expect(response.status()).toBe(200);
  return (await response.text()).replaceAll("\r\n ", "");
}

/** An instant as in calendar files: `20261130T094500Z`. */
const stampOf = (atMs: number) => `${new Date(atMs).toISOString().slice(0, 19).replaceAll(/[-:]/g, "")}Z`;
const dayOf = (atMs: number) => new Date(atMs).toISOString().slice(0, 10);

test("the limit of clusters refuses one more with the numbers that stand in the table of the project", async ({
  page,
  signIn,
}) => {
  await signIn("operator");
  await page.goto("/projects/ml");
  await page.getByRole("link", { name: "Quotas" }).click();
  await expect(page.getByRole("row", { name: /^Clusters/ })).toBeVisible();
  await expectAccessible(page);
  expect(await cells(page, /^Clusters/)).toEqual(["Used6", "Limit7", "Free1"]);

  await page.goto("/clusters/new?project=ml");
  await name(page).fill("last");
  await expect(page.getByText("The garden accepts this cluster (dry run)")).toBeVisible();
  await page.getByRole("button", { name: /^Create / }).click();
  await expect(page).toHaveURL(/\/clusters\/ml\/last$/);
  await page.goto("/clusters/new?project=ml");
  await name(page).fill("more");
  const key = "count/shoots.core.gardener.cloud";
  await expect(page.getByText(`requested: ${key}=1, used: ${key}=7, limited: ${key}=7`).first()).toBeVisible();
  await page.goto("/projects/ml/quotas");
  await expect(page.getByRole("row", { name: /^Clusters/ })).toBeVisible();
  expect(await cells(page, /^Clusters/)).toEqual(["Used7", "Limit7", "Freenone"]);
});

test("the day on which a trial cluster is deleted is the same on every screen that tells days, and in the feed", async ({
  page,
  signIn,
}) => {
  await signIn("operator");
  const quotas = projectQuotasSchema.parse(await (await page.request.get("/api/projects/sandbox/quotas")).json());
  const clusters = quotas.accountQuotas?.flatMap(({ content }) => content?.clusters ?? []) ?? [];
  const endsAt = clusters.find((cluster) => cluster.name === "trial-run")?.endsAt ?? 0;
  const date = formatDate(endsAt, utcClock);

  await page.goto("/projects/sandbox/quotas?tz=utc");
  const lifetime = page.getByRole("table", { name: "Clusters that use the quota trial-lifetime" });
  await expect(lifetime.getByRole("row", { name: /trial-run/ })).toContainText(date);
  await page.goto("/clusters/sandbox/trial-run?tz=utc");
  await expect(page.getByText(new RegExp(`Gardener deletes this cluster at .* ${date},`)).first()).toBeVisible();
  await page.goto("/clusters?q=trial-run&cols=endsOn&tz=utc");
  await expect(page.getByRole("row", { name: /trial-run/ })).toContainText(date);
  await page.goto(`/clusters?endsOn=${dayOf(endsAt)}..${dayOf(endsAt)}&tz=utc`);
  await expect(page.getByRole("row", { name: /trial-run/ })).toBeVisible();
  await page.goto("/?q=trial-run&tz=utc");
  const needs = page.getByRole("region", { name: "Needs attention", exact: true });
  await expect(needs.getByRole("listitem").filter({ hasText: "trial-run" }).filter({ hasText: date })).toBeVisible();
  await page.goto("/forecast?q=trial-run&tz=utc");
  await expect(
    page.getByText(new RegExp(`^Gardener deletes 1 cluster when the lifetime ends, from .*${date}`)),
  ).toBeVisible();
  await page.goto(`/calendar?day=${dayOf(endsAt)}&layer=lifetime&tz=utc`);
  const day = page.getByRole("region", { name: formatFullDay(dayOf(endsAt)) });
  await expect(day).toContainText("Gardener deletes the cluster: its lifetime ends");
  await expect(day.getByRole("link", { name: "sandbox/trial-run" })).toBeVisible();
  const file = await calendarFile(page, "layer=lifetime");
  expect(file).toContain("SUMMARY:sandbox/trial-run: Gardener deletes the cluster: its lifetime ends");
  expect(file).toContain(`DTSTART:${stampOf(endsAt)}`);
});

test("the dates of an unused project stand on the overview, in its list, on its page, in the calendar and in the feed, with what keeps it", async ({
  page,
  signIn,
}) => {
  await signIn("owner-commerce");
  const { projects } = projectsSchema.parse(await (await page.request.get("/api/projects")).json());
  const { deletedAt = 0, deletedUntil = 0 } = projects.find((project) => project.name === "pilots")?.stale ?? {};
  const date = formatDate(deletedAt, utcClock);
  const keeps = "a new cluster keeps the project";

  await page.goto("/?tz=utc");
  const needs = page.getByRole("region", { name: "Needs attention", exact: true });
  const cause = needs.getByRole("listitem").filter({ hasText: `Unused project, deleted from ${date} on` });
  await expect(cause).toContainText("Create a cluster in it before, or save what you need.");
  await expect(cause.getByRole("link", { name: "pilots" })).toHaveAttribute("href", "/projects/pilots");

  await page.goto("/projects?tz=utc");
  await expect(page.getByRole("row", { name: /^pilots/ })).toContainText(`deleted from ${date} on, if still unused`);
  await page.goto("/projects/pilots?tz=utc");
  await expect(page.getByText(`If it stays unused, Gardener deletes this project from ${date} on`)).toBeVisible();
  await expect(page.getByText(keeps)).toBeVisible();
  await page.goto(`/calendar?day=${dayOf(deletedAt)}&tz=utc&view=agenda`);
  const entry = page
    .getByRole("listitem")
    .filter({ hasText: "If it stays unused, Gardener deletes the project" })
    .last();
  await expect(entry).toContainText(keeps);
  await expectAccessible(page);
  await entry.getByRole("link", { name: "pilots" }).click();
  await expect(page).toHaveURL(/\/projects\/pilots/);
  const file = await calendarFile(page, "layer=project");
  expect(file).toContain("SUMMARY:pilots: If it stays unused\\, Gardener deletes the project");
  expect(file).toContain(keeps);
  expect(file).toContain(`DTSTART:${stampOf(deletedAt)}`);
  expect(file).toContain(`DTEND:${stampOf(deletedUntil)}`);
});

test("until the projects are read, the overview does not say that nothing needs attention", async ({
  page,
  signIn,
  expectedFaults,
}) => {
  expectedFaults.push("503", "/api/projects");
  await signIn("owner-commerce");
  const answers = Promise.withResolvers<"answer" | "fail">();
  let asked = false;
  await page.route("**/api/projects", async (route) => {
    asked = true;
    if ((await answers.promise) === "answer") await route.continue();
    else await route.fulfill({ status: 503, contentType: "application/problem+json", body: "{}" });
  });
  await page.goto("/?q=no-cluster-has-this-name");
  const needs = page.getByRole("region", { name: "Needs attention", exact: true });
  const nothing = needs.getByText("Nothing for the next 90 days.");
  await expect.poll(() => asked).toBe(true);
  await expect(needs).toBeVisible();
  await expect(nothing).toBeHidden();
  answers.resolve("fail");
  await expect(needs.getByText("The projects could not be read")).toBeVisible();
  await expect(nothing).toBeHidden();
  await page.unroute("**/api/projects");
  await page.reload();
  await expect(nothing).toBeVisible();
});
