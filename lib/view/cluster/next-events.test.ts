import { expect, test } from "vitest";
import { fleetRow } from "#lib/fleet/fleet-row.fixture.ts";
import { deadEnd, fixtureNow, forcedStep, rowForecast } from "#lib/forecast/row-forecast.fixture.ts";
import { utcClock } from "#lib/words/clock.ts";
import { nextClusterEvents } from "./next-events.ts";

const speech = { clock: utcClock, now: fixtureNow };
const told = (...given: Parameters<typeof fleetRow>) =>
  nextClusterEvents(fleetRow(...given), speech).map(({ kind, when, what, hue }) => [kind, when, what, hue]);

test("the window, what is forced, what is stuck and the end of the version come in time order", () => {
  const kubernetes = { version: "1.33.4", classification: "supported", expiresAt: "2027-02-21T00:00:00Z" };
  const forecast = rowForecast({ forced: [forcedStep(30)], deadEnds: [deadEnd(200)] });
  const window = { begin: "010000+0000", end: "030000+0000" };
  expect(told({ kubernetes, forecast, window })).toEqual([
    ["window", "25 Nov, 01:00–03:00", "Maintenance window. Automatic updates: Kubernetes on, images on.", "neutral"],
    ["forced", "24 Dec", "Forced to 1.34.1 minor: 1.33.4 has to be left.", "caution"],
    ["end", "20 Feb 2027", "Kubernetes 1.33.4 expires.", "caution"],
    ["stuck", "From 12 Jun 2027", "No upgrade path: 1.34 missing in gcp.", "caution"],
  ]);
});

test("without anything forced it says until when", () => {
  expect(told({ forecast: rowForecast() })).toEqual([
    ["nothing", "Until 31 May 2028", "No forced change in sight.", "neutral"],
  ]);
});

test("nothing is promised where nothing can be foreseen", () => {
  expect(told({ forecast: rowForecast({ without: "no-profile" }) })).toEqual([]);
});

test("the end of a lifetime is the last thing that happens, and nothing is promised after it", () => {
  const kubernetes = { version: "1.33.4", classification: "supported", expiresAt: "2027-02-21T00:00:00Z" };
  const forecast = rowForecast({ deadEnds: [deadEnd(200)] });
  const window = { begin: "010000+0000", end: "030000+0000" };
  expect(told({ kubernetes, forecast, window, endsAt: "2026-12-01T10:00:00Z" }).map(([kind]) => kind)).toEqual([
    "window",
    "lifetime",
  ]);
  expect(told({ window, endsAt: "2026-11-24T23:00:00Z" }).map(([kind]) => kind)).toEqual(["lifetime"]);
});

test("the window of a cluster that is held back changes its specification only", () => {
  const next = { subject: "ignored", turn: "Operator" };
  const [window] = told({ next, window: { begin: "010000+0000", end: "030000+0000" } });
  expect(window?.[2]).toMatch(/changes the specification only/);
});
