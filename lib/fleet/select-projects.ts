import { type FleetQuery, isFleetQueryNarrowed } from "./fleet-query.ts";

/**
 * Returns a function that tests whether a query selects an unused project, which has no clusters: the query restricts
 * nothing but the project.
 */
export function createUnusedProjectTest(query: FleetQuery): (project: string) => boolean {
  const { project: values = [], ...others } = Object.fromEntries(query.filters);
  if (isFleetQueryNarrowed({ ...query, filters: new Map(Object.entries(others)) })) return () => false;
  const lower = values.map((value) => value.toLowerCase());
  const wanted = lower.filter((value) => !value.startsWith("-"));
  return (project) => {
    const name = project.toLowerCase();
    return (wanted.length === 0 || wanted.includes(name)) && !lower.includes(`-${name}`);
  };
}
