import "server-only";
import type { Project } from "#lib/garden/project.ts";
import { isSameJson } from "#lib/kube/same-value.ts";
import { memoizePerObject } from "#lib/memo/memoize-per-object.ts";
import { type UnusedProject, unusedProjectsOf } from "#lib/policy/projects/stale-project.ts";
import type { ProjectDirectory } from "#server/access/project-directory.ts";
import { scopeIncludesNamespace, type UserScope } from "#server/access/user-scope.ts";
import { forEachInTimeSlices } from "#server/processor-time/time-slices.ts";

/** The unused projects of the garden at one moment; the same object as long as none of them changes. */
export class UnusedProjects {
  readonly #projects: readonly UnusedProject[];

  private constructor(projects: readonly UnusedProject[]) {
    this.#projects = projects;
  }

  static readonly none = new UnusedProjects([]);

  /** Looks through all projects, of which only changed ones are parsed. @returns itself if nothing has changed */
  async refreshed(directory: Pick<ProjectDirectory, "all">): Promise<UnusedProjects> {
    const before = new Map(this.#projects.map((project) => [project.uid, project]));
    const found: UnusedProject[] = [];
    let isSame = true;
    await forEachInTimeSlices(directory.all(), (project) => {
      const unused = unusedOrNull(project);
      if (unused === null) return;
      found.push(unused);
      const known = before.get(unused.uid);
      isSame &&= known === unused || isSameJson(known, unused);
    });
    return isSame && found.length === this.#projects.length ? this : new UnusedProjects(found);
  }

  /** Those that a user sees. */
  visibleTo(scope: Pick<UserScope, "all" | "namespaces">): readonly UnusedProject[] {
    if (scope.all) return this.#projects;
    return this.#projects.filter(({ namespace }) => scopeIncludesNamespace(scope, namespace));
  }
}

const unusedOrNull = memoizePerObject((project: Project) => unusedProjectsOf([project])[0] ?? null);
