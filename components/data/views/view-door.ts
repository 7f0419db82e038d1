"use client";

import { createTaskDoor, type OpenTask } from "#components/ui/overlay/task-door.ts";
import type { ViewLine } from "#lib/view/views/view-lines.ts";

/** What is being done to a saved view, in a dialog. */
export type ViewTask =
  | { readonly kind: "save"; readonly address: string }
  | { readonly kind: "change"; readonly line: ViewLine }
  | { readonly kind: "delete"; readonly line: ViewLine };

export type OpenViewTask = OpenTask<ViewTask>;

export const { door: viewDoor, openTask: openViewTask } = createTaskDoor<ViewTask>();
