import { useQuery } from "@tanstack/react-query";
import { faultOf } from "#components/data/calls/api-problem.ts";
import { gardenFiguresQuery } from "#components/data/queries/gardens-queries.ts";
import { text } from "#lib/language/text.ts";
import { gardenPrefix } from "#lib/text/garden-address.ts";
import { figureLines } from "#lib/view/gardens/garden-figures.ts";
import { formatNumber } from "#lib/words/count.ts";

interface GardenFiguresProps {
  readonly garden: string;
  readonly search: string;
}

/** What the garden's clusters face, each number with the list behind it. What was not read has no number. */
export function GardenFigures({ garden, search }: GardenFiguresProps) {
  const { data, error } = useQuery(gardenFiguresQuery(garden, search));
  const prefix = gardenPrefix(garden);
  if (data === undefined) {
    return (
      <p className="mt-1.5 text-sm text-secondary">
        {error === null
          ? text("Counting its clusters…")
          : text("Its clusters could not be counted: {detail}", {
              detail: faultOf(error).detail ?? text("there was no answer."),
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
        {figureLines(data, search).map(({ figure, count, words, href }) => (
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
                href={`${prefix}/clusters/${encodeURIComponent(project)}/${encodeURIComponent(name)}`}
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
