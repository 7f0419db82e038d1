import type { UpdateContext } from "#lib/act/updates/spec-validator.ts";
import type { UpdateDraft } from "#lib/act/updates/update-draft.ts";
import type { UpdateDraftValidation } from "#lib/act/updates/validate-update-draft.ts";
import type { FleetRow } from "#lib/contract/fleet.ts";
import type { Worker } from "#lib/garden/shoot.ts";
import type { DisplayClock } from "#lib/words/clock.ts";

/** Props shared by all parts of the form that changes versions. */
export interface VersionChangeFormProps {
  /** The cluster in the fleet, with the versions before an update that is not rolled out. */
  readonly row: FleetRow;
  readonly context: UpdateContext;
  readonly draft: UpdateDraft;
  readonly clock: DisplayClock;
  /** Replaces the draft with another one. */
  readonly onChange: (draft: UpdateDraft) => void;
  /** Opens the preview of a draft. The form keeps its own draft until the change is sent. */
  readonly onPreview: (draft: UpdateDraft, opener: HTMLElement) => void;
  /** Reason why this user cannot change anything now. */
  readonly obstacle: string | undefined;
}

/** Props of a form part for all worker pools, with the effect of the whole draft on the nodes of each pool. */
export interface AllPoolsFormProps extends VersionChangeFormProps {
  readonly effects: UpdateDraftValidation["effects"];
}

/** Props of a form part for one worker pool. */
export interface PoolFormProps extends VersionChangeFormProps {
  readonly pool: Worker;
  readonly effect: ReturnType<UpdateDraftValidation["effects"]["get"]>;
}
