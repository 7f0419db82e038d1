"use client";

import { useQueries } from "@tanstack/react-query";
import { faultOf } from "#components/data/calls/api-problem.ts";
import { gardenFiguresQuery } from "#components/data/queries/gardens-queries.ts";
import type { GardenEntry } from "#lib/contract/gardens.ts";
import { text } from "#lib/language/text.ts";
import type { ToldGarden } from "#lib/view/gardens/across-gardens.ts";
import type { GardenAsked } from "#lib/view/gardens/garden-sources.ts";

interface FiguresAcross {
  readonly told: readonly ToldGarden[];
  /** Every garden, and what became of the question. */
  readonly asked: readonly GardenAsked[];
}

/** The figures of every garden that one is signed in to. One that does not answer holds up none of the others. */
export function useGardenFigures(gardens: readonly GardenEntry[], search: string): FiguresAcross {
  const entered = gardens.filter(({ user }) => user !== undefined);
  const answers = useQueries({ queries: entered.map(({ name }) => gardenFiguresQuery(name, search)) });
  const answerOf = new Map(entered.map(({ name }, place) => [name, answers[place]]));
  return {
    told: entered.flatMap(({ name }) => {
      const figures = answerOf.get(name)?.data;
      return figures === undefined ? [] : [{ garden: name, figures }];
    }),
    asked: gardens.map((garden) => {
      const { data, error = null } = answerOf.get(garden.name) ?? {};
      if (data !== undefined) return { ...garden, answer: "figures" };
      return { ...garden, answer: error === null ? "waiting" : { fault: faultOf(error).detail ?? text("no answer.") } };
    }),
  };
}
