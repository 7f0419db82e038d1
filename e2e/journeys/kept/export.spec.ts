import { expect, expectAccessibleAtEveryWidth, test } from "../../journey.ts";
import { takeAlong } from "../../take-along.ts";

for (const { path, button, csv, list, kubectl } of [
  { path: "/rotations?rot=ca", csv: "rotations.csv", list: "rotations", kubectl: /^kubectl get shoots --namespace / },
  { path: "/operations", csv: "operations.csv", list: "operations", kubectl: /^kubectl get shoots --namespace / },
  { path: "/forecast", button: "Export links", csv: "stuck.csv", list: "stuck" },
  { path: "/versions/kubernetes?profile=gcp", csv: "kubernetes-versions.csv", list: "versions" },
  { path: "/calendar?month=2027-02", csv: "calendar.csv", list: "calendar" },
  {
    path: "/clusters/payments/ledger-eu/nodes",
    csv: "payments-ledger-eu-nodes.csv",
    list: "nodes",
    kubectl: /^kubectl get nodes /,
  },
  { path: "/clusters/payments/ledger-eu/activity", csv: "payments-ledger-eu-activity.csv", list: "activity" },
  {
    path: "/clusters/payments/ledger-eu/advanced",
    csv: "payments-ledger-eu-seeds.csv",
    list: "seeds",
    kubectl: /^kubectl get seeds /,
  },
  {
    path: "/compare?c=payments/ledger-eu&c=payments/ledger-us",
    csv: "comparison.csv",
    list: "comparison",
    kubectl: /^kubectl get shoots --namespace garden-payments ledger-eu ledger-us\n$/,
  },
]) {
  const tag = list === "nodes" ? [] : "@all";
  test(`${path}: ${list} are taken along as table and JSON`, { tag }, async ({ page, context, signIn }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await signIn("operator");
    await page.goto(path);
    const table = await takeAlong(page, "Table (CSV)", button);
    expect(table.name).toBe(csv);
    expect(table.text.split("\r\n").length).toBeGreaterThan(2);
    expect(table.text, "the first line has titles for people").toMatch(/^[A-Z]/);
    const { text } = await takeAlong(page, "JSON", button);
    const document: Readonly<Record<string, unknown>> = JSON.parse(text);
    expect(document[list]).toHaveLength(Number(document.count));
    const said = new RegExp(`^${document.count} .+, (no filter|filter .+)$`);
    await expect(page.getByRole("status").getByText(said).first()).toBeVisible();
    if (kubectl === undefined) return;
    await page.getByRole("button", { name: button ?? "Export", exact: true }).click();
    await page.getByRole("menuitem", { name: "Copy as kubectl" }).click();
    await expect(page.getByText(/^Copied kubectl for/).first()).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(kubectl);
  });
}

test("JSON is the same in German, and a table has German words", { tag: "@all" }, async ({ page, signIn }) => {
  await signIn("operator");
  const address = "/clusters?q=ledger&cols=health,k8s,purpose&group=provider";
  const ofList = (text: string) => {
    const { at: _, ...document }: Readonly<Record<string, unknown>> = JSON.parse(text);
    return document;
  };
  await page.goto(address);
  const english = await takeAlong(page, "JSON");
  const { text: table } = await takeAlong(page, "Table (CSV)");
  expect(table).toContain("Healthy");
  expect(table).toMatch(/^Project,Cluster,Group,Health,/);
  const groups = table
    .split("\r\n")
    .slice(1, -1)
    .map((line) => line.split(",")[2]);
  expect(groups).toEqual(groups.toSorted());
  const { origin } = new URL(page.url());
  // A page that is just loading its settings would reload in the other language while it is being left.
  await page.goto("about:blank");
  await page.context().addCookies([{ name: "almanac-language", value: "de", url: origin }]);
  await page.goto(address);
  await expect(page.locator("html")).toHaveAttribute("lang", "de");
  const german = await takeAlong(page, "JSON", "Exportieren");
  expect(german.name).toBe(english.name);
  expect(ofList(german.text)).toEqual(ofList(english.text));
  const { text: tabelle } = await takeAlong(page, "Tabelle (CSV)", "Exportieren");
  expect(tabelle).toMatch(/^Projekt,Cluster,Gruppe,Zustand,/);
  expect(tabelle).toContain("Gesund");
});

test("a page is printed whole, without its controls", { tag: "@all" }, async ({ page, signIn }) => {
  await signIn("operator");
  await page.goto("/compare?c=payments/ledger-eu&c=payments/ledger-us&all=1");
  const last = page
    .getByRole("table", { name: /side by side$/ })
    .getByRole("row")
    .last();
  await expect(last).toBeVisible();
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("button", { name: "Export" })).toBeHidden();
  await expect(page.getByRole("navigation", { name: "Main" })).toBeHidden();
  const { bottom, paper } = await last.evaluate((row) => ({
    bottom: row.getBoundingClientRect().bottom + window.scrollY,
    paper: document.documentElement.scrollHeight,
  }));
  expect(bottom, "the page is as long as what it shows").toBeLessThanOrEqual(paper);
  await page.emulateMedia({ media: "screen" });
  await page.getByRole("button", { name: "Export" }).click();
  await expect(page.getByRole("menuitem", { name: "Print…" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expectAccessibleAtEveryWidth(page);
});
