"use client";

import { useDisplayClock } from "#components/data/address/use-clock.ts";
import { Link } from "#components/ui/address/link.tsx";
import { text } from "#lib/language/text.ts";
import type { ProjectAttention } from "#lib/view/overview/project-attention.ts";
import { describeProjectAttention } from "#lib/view/overview/project-attention-description.ts";
import { formatDate } from "#lib/words/format-time.ts";
import { actorIn, CauseLine, type CauseProps, namedInRow } from "./attention-causes.tsx";

/** Unused projects that Gardener deletes. No list selects just these, so the line itself names all of them. */
export function ProjectCause({ group, now, onlookerAt }: CauseProps<ProjectAttention>) {
  const { projects, tier } = group;
  const clock = useDisplayClock();
  const names = projects.map(({ name }) => name);
  return (
    <CauseLine
      description={describeProjectAttention(group, now)}
      twoLines={tier === "now"}
      actor={actorIn(names, "Owner", onlookerAt)}
      links={
        names.length <= namedInRow ? (
          names.map((name) => <ProjectLink key={name} name={name} />)
        ) : (
          <span className="text-secondary">
            {text("{projects, plural, one {# project} other {# projects}}", { projects: names.length })}
          </span>
        )
      }
    >
      {() =>
        projects.map(({ name, deletedAt }) => (
          <li key={name}>
            <ProjectLink name={name} /> <span className="text-tertiary">{formatDate(deletedAt, clock)}</span>
          </li>
        ))
      }
    </CauseLine>
  );
}

function ProjectLink({ name }: { readonly name: string }) {
  return (
    <Link
      href={`/projects/${encodeURIComponent(name)}`}
      prefetch={false}
      className="inline-flex min-h-6 min-w-0 items-center break-all text-link hover:underline"
    >
      {name}
    </Link>
  );
}
