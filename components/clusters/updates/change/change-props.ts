import type { UpdateContext } from "#lib/act/updates/spec-validator.ts";
import type { UpdateDraft } from "#lib/act/updates/update-draft.ts";
import type { UpdateDraftValidation } from "#lib/act/updates/validate-update-draft.ts";
import type { Worker } from "#lib/garden/shoot.ts";
import type { DisplayClock } from "#lib/words/clock.ts";

/** Props of every form of a change. */
export interface ChangeProps {
  readonly context: UpdateContext;
  readonly draft: UpdateDraft;
  readonly clock: DisplayClock;
  /** Replaces the draft. */
  readonly onChange: (draft: UpdateDraft) => void;
  /** Opens the preview of a draft; the present draft is kept until the change is sent. */
  readonly onPreview: (draft: UpdateDraft, opener: HTMLElement) => void;
  /** Why this user cannot change anything now. */
  readonly obstacle: string | undefined;
}

/** Props of a form for all pools: also the effect of the whole draft on the nodes of each. */
export interface PoolsProps extends ChangeProps {
  readonly effects: UpdateDraftValidation["effects"];
}

/** Props of a form for one pool. */
export interface PoolProps extends ChangeProps {
  readonly pool: Worker;
  readonly effect: ReturnType<UpdateDraftValidation["effects"]["get"]>;
}
