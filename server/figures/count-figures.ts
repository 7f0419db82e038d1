import "server-only";
import {
  type GardenFigure,
  type GardenFigures,
  gardenFiguresSchema,
  longestSearch,
} from "#lib/contract/garden-figures.ts";
import { fleetContext } from "#lib/fleet/fields/fleet-context.ts";
import { queryOfFigure } from "#lib/view/gardens/garden-figures.ts";
import type { UserScopes } from "../access/user-scope.ts";
import type { Call } from "../boundary/create-handler.ts";
import { visibleJson } from "../boundary/visible-json.ts";
import type { Fleet } from "../fleet/fleet.ts";
import { selectRows } from "../fleet/select-rows.ts";
import type { Session } from "../identity/session.ts";

/** As many as stand under a garden; the list behind the number has the others. */
const mostFound = 5;

interface Counting {
  readonly scopes: Pick<UserScopes, "scopeOf">;
  readonly fleet: Pick<Fleet, "store" | "requireRead" | "notLive">;
  readonly now: () => number;
}

type FiguresCall = Pick<Call<Counting, Session, undefined>, "app" | "session" | "request">;

/** Counts what the lists would show, with the lists' own filters. Refuses while the garden has not been read: no zero then. */
export async function countFigures({ app, session, request }: FiguresCall): Promise<Response> {
  const scope = await app.scopes.scopeOf(session.token);
  app.fleet.requireRead();
  const search = (new URL(request.url).searchParams.get("q") ?? "").trim().slice(0, longestSearch);
  const context = fleetContext(app.now());
  const rows = app.fleet.store.rows(scope);
  const select = (figure: GardenFigure) => selectRows(rows, queryOfFigure(figure, search), context);
  const clusters = await select("clusters");
  const figures: GardenFigures = {
    clusters: clusters.length,
    unhealthy: (await select("unhealthy")).length,
    forced: (await select("forced")).length,
    unforeseen: (await select("unforeseen")).length,
    found: search === "" ? [] : firstByName(clusters),
    notLive: [...app.fleet.notLive()],
  };
  return visibleJson(gardenFiguresSchema.parse(figures));
}

function firstByName(rows: readonly { readonly project: string; readonly name: string }[]): GardenFigures["found"] {
  return rows
    .map(({ project, name }) => ({ project, name }))
    .sort((a, b) => compare(a.name, b.name) || compare(a.project, b.project))
    .slice(0, mostFound);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
