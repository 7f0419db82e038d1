"use client";

import { RuleDialogs } from "#components/data/notices/rule-dialogs.tsx";
import { TemplateDialogs } from "#components/data/templates/template-dialogs.tsx";
import { ViewDialogs } from "#components/data/views/view-dialogs.tsx";

/** Dialogs of saved views, watch rules and templates, which any page can open. */
export function TaskDialogs() {
  return (
    <>
      <ViewDialogs />
      <RuleDialogs />
      <TemplateDialogs />
    </>
  );
}
