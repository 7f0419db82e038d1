import type { DraftJudgement } from "#lib/act/updates/draft-faults.ts";
import type { UpdateContext } from "#lib/act/updates/judge-draft.ts";
import type { UpdateDraft } from "#lib/act/updates/update-draft.ts";
import type { Worker } from "#lib/garden/shoot.ts";
import type { Clock } from "#lib/words/clock.ts";

/** What every form of a change is given. */
export interface ChangeProps {
  readonly context: UpdateContext;
  readonly draft: UpdateDraft;
  readonly clock: Clock;
  /** Gathers an edit. */
  readonly onChange: (draft: UpdateDraft) => void;
  /** Opens the preview of a draft, and leaves what is gathered as it is until the change is sent. */
  readonly onPreview: (draft: UpdateDraft, opener: HTMLElement) => void;
  /** Why nothing can be changed by this person now. */
  readonly obstacle: string | undefined;
}

/** What a form of all pools is given besides: what everything that is gathered does to the nodes of each. */
export interface PoolsProps extends ChangeProps {
  readonly effects: DraftJudgement["effects"];
}

/** The same of one pool. */
export interface PoolProps extends ChangeProps {
  readonly pool: Worker;
  readonly effect: ReturnType<DraftJudgement["effects"]["get"]>;
}
