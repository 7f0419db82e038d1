import { useQuery } from "@tanstack/react-query";
import { ArrowRight, LogIn } from "lucide-react";
import { requestErrorOf } from "#components/data/calls/api-problem.ts";
import { GardenStatusLabel } from "#components/data/fleet-parts/garden-status-label.tsx";
import { gardenCountsQuery } from "#components/data/queries/gardens-queries.ts";
import { buttonVariants } from "#components/ui/button.tsx";
import type { GardenEntry } from "#lib/contract/gardens.ts";
import { clusterPath } from "#lib/fleet/cluster-path.ts";
import { text } from "#lib/language/text.ts";
import { gardenPrefix } from "#lib/strings/garden-address.ts";
import { gardenCountRowsOf } from "#lib/view/gardens/garden-count-rows.ts";
import { formatNumber } from "#lib/words/count.ts";

interface GardenLineProps {
  readonly garden: GardenEntry;
  readonly next: string;
  /** Search text that restricts the numbers of every garden; often empty. */
  readonly search: string;
}

/** List item of one garden. Its link loads a new document, because a document shows only one garden. */
export function GardenListItem({ garden: { name, kind, standing, user }, next, search }: GardenLineProps) {
  const prefix = gardenPrefix(name);
  const page = next === "/" ? prefix : `${prefix}${next}`;
  const href = user === undefined ? `${prefix}/login?next=${encodeURIComponent(page)}` : page;
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-0 flex-1">
        <h2 className="text-base font-semibold wrap-anywhere">
          {name}
          {kind === "embedded" && <span className="ml-2 text-sm font-normal text-tertiary">{text("demo garden")}</span>}
        </h2>
        <p className="mt-0.5 flex flex-wrap items-center gap-x-3 text-sm text-secondary">
          {standing !== undefined && <GardenStatusLabel standing={standing} />}
          <span className="min-w-0 wrap-anywhere">
            {user === undefined
              ? text("You are not signed in")
              : text("Signed in as {name}", { name: user.displayName ?? user.name })}
          </span>
        </p>
        {user !== undefined && <GardenFigures garden={name} search={search} />}
      </div>
      <a href={href} className={buttonVariants({ variant: user === undefined ? "primary" : "secondary" })}>
        {user === undefined ? <LogIn aria-hidden /> : <ArrowRight aria-hidden />}
        {user === undefined ? text("Sign in") : text("Open")}
        <span className="sr-only">: {name}</span>
      </a>
    </li>
  );
}

interface GardenFiguresProps {
  readonly garden: string;
  readonly search: string;
}

/** Numbers of clusters in the garden, each linked to its list. Without data no number is shown. */
function GardenFigures({ garden, search }: GardenFiguresProps) {
  const { data, error } = useQuery(gardenCountsQuery(garden, search));
  const prefix = gardenPrefix(garden);
  if (data === undefined) {
    return (
      <p className="mt-1.5 text-sm text-secondary">
        {error === null
          ? text("Counting its clusters…")
          : text("Its clusters could not be counted: {detail}", {
              detail: requestErrorOf(error).detail ?? text("there was no answer."),
            })}
      </p>
    );
  }
  if (search !== "" && data.clusters === 0) {
    return <p className="mt-1.5 text-sm text-secondary">{text("Nothing of that name here.")}</p>;
  }
  return (
    <>
      <ul className="mt-1 flex flex-wrap gap-x-4 text-sm">
        {gardenCountRowsOf(data, search).map(({ figure, count, words, href }) => (
          <li key={figure}>
            <a
              href={`${prefix}${href}`}
              className="inline-flex min-h-6 items-baseline gap-1 py-0.5 text-link hover:underline"
            >
              <span className="font-semibold tabular-nums">{formatNumber(count)}</span> {words}
              <span className="sr-only"> {text("in {garden}", { garden })}</span>
            </a>
          </li>
        ))}
      </ul>
      {data.found.length > 0 && (
        <ul aria-label={text("Clusters found in {garden}", { garden })} className="mt-1 flex flex-col text-sm">
          {data.found.map(({ project, name }) => (
            <li key={`${project}/${name}`} className="wrap-anywhere">
              <a
                href={`${prefix}${clusterPath({ project, name })}`}
                className="inline-block min-h-6 py-0.5 text-link hover:underline"
              >
                {name}
              </a>
              <span className="text-secondary"> {text("in {project}", { project })}</span>
            </li>
          ))}
        </ul>
      )}
      {data.notLive.map((sentence) => (
        <p key={sentence} className="mt-1.5 text-sm text-pretty text-caution-text">
          {sentence}
        </p>
      ))}
      {data.caveats.map((sentence) => (
        <p key={sentence} className="mt-1.5 text-sm text-pretty text-secondary">
          {sentence}
        </p>
      ))}
    </>
  );
}
