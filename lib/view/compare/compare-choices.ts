import type { FleetRow } from "#lib/contract/fleet.ts";
import type { FleetContext } from "#lib/fleet/fields/create-fleet-context.ts";
import { kubernetesVersionLabel } from "#lib/fleet/fields/version-update.ts";
import { text } from "#lib/language/text.ts";
import { findClusters } from "../palette/find-clusters.ts";
import { type ComparedRef, formatComparedRef } from "./compare-address.ts";
import { generationOfSpecKey } from "./spec-key.ts";

export interface CompareChoice {
  readonly key: string;
  readonly ref: ComparedRef;
  readonly title: string;
  readonly more: string;
}

interface ChoiceGroup {
  readonly title: string;
  readonly choices: readonly CompareChoice[];
}

interface Asked {
  readonly typed: string;
  /** References that are compared already. */
  readonly refs: readonly ComparedRef[];
  /** Uids of the pinned clusters. */
  readonly pinned: readonly string[];
  readonly recent: readonly string[];
}

interface AtHand {
  readonly rows: readonly FleetRow[];
  readonly context: FleetContext;
  /** Known earlier states of clusters, latest last. */
  readonly states: readonly {
    readonly project: string;
    readonly name: string;
    readonly spec: string;
    readonly words: string;
  }[];
}

const mostFound = 20;
const mostOffered = 6;

/** Choices for another column: earlier states, then matching, pinned or recent clusters. */
export function compareChoices(asked: Asked, { rows, context, states }: AtHand): readonly ChoiceGroup[] {
  const { typed, refs, pinned, recent } = asked;
  const taken = new Set(refs.map(formatComparedRef));
  const among = (found: readonly FleetRow[]) =>
    found.filter(({ project, name }) => !taken.has(formatComparedRef({ project, name }))).map(clusterChoice);
  if (typed.trim() !== "") {
    return groupsOf([[text("Clusters"), among(findClusters(typed, { rows, context, most: mostFound }).best)]]);
  }
  const byUid = (uids: readonly string[]) => {
    const held = new Map(rows.filter(({ uid }) => uids.includes(uid)).map((row) => [row.uid, row]));
    return uids.flatMap((uid) => held.get(uid) ?? []);
  };
  const projects = new Set(refs.map(({ project }) => project));
  const beside = projects.size === 0 ? rows : rows.filter(({ project }) => projects.has(project));
  return groupsOf([
    [text("Earlier states that this tab has seen"), earlierChoices(refs, states)],
    [text("Pinned"), among(byUid(pinned))],
    [text("Recent"), among(byUid(recent))],
    [projects.size === 0 ? text("Clusters") : text("Same project"), among(beside.slice(0, mostFound))],
  ]);
}

/** Groups choices so that each appears only in its first group. */
function groupsOf(groups: readonly (readonly [string, readonly CompareChoice[]])[]): readonly ChoiceGroup[] {
  const told = new Set<string>();
  return groups.flatMap(([title, held]) => {
    const choices = held.filter(({ key }) => !told.has(key)).slice(0, groups.length === 1 ? mostFound : mostOffered);
    for (const { key } of choices) told.add(key);
    return choices.length === 0 ? [] : [{ title, choices }];
  });
}

function clusterChoice(row: FleetRow): CompareChoice {
  const { project, name } = row;
  const ref = { project, name };
  return { key: formatComparedRef(ref), ref, title: name, more: `${project} · ${kubernetesVersionLabel(row)}` };
}

function earlierChoices(refs: readonly ComparedRef[], states: AtHand["states"]): readonly CompareChoice[] {
  const taken = new Set(refs.map(formatComparedRef));
  const newest = new Map(states.map(({ project, name, spec }) => [formatComparedRef({ project, name }), spec]));
  return states
    .filter(({ project, name, spec }) => {
      const isInSight = refs.some((ref) => ref.project === project && ref.name === name);
      const isEarlier = spec !== newest.get(formatComparedRef({ project, name }));
      return isInSight && isEarlier && !taken.has(formatComparedRef({ project, name, spec }));
    })
    .toReversed()
    .map(({ project, name, spec, words }) => {
      const ref = { project, name, spec };
      const generation = generationOfSpecKey(spec);
      return {
        key: formatComparedRef(ref),
        ref,
        title: text("{name}, spec {generation}", { name, generation }),
        more: words,
      };
    });
}
