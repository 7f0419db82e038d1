import type { Clock } from "#lib/view/clock.ts";
import type { UpdateContext } from "#lib/view/updates/judge-draft.ts";
import type { UpdateDraft } from "#lib/view/updates/update-draft.ts";

/** What every form of a change is given. */
export interface ChangeProps {
  readonly context: UpdateContext;
  readonly draft: UpdateDraft;
  readonly clock: Clock;
  /** Gathers an edit. */
  readonly onChange: (draft: UpdateDraft) => void;
  /** Gathers an edit and opens the preview of everything that is gathered. */
  readonly onPreview: (draft: UpdateDraft, opener: HTMLElement) => void;
  /** Why nothing can be changed by this person now. */
  readonly obstacle: string | undefined;
}
