import type { ComponentProps } from "react";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { describeRequestError } from "#lib/act/follow/request-error-description.ts";
import type { RequestError } from "#lib/contract/request-error.ts";
import { text } from "#lib/language/text.ts";
import { FullGardenMessage } from "./full-garden-message.tsx";

interface ErrorNoticeProps {
  readonly fault: RequestError;
  /** The cluster, as `project/name`. */
  readonly cluster: string;
  readonly act?: ComponentProps<typeof Notice>["act"];
}

/** Notice of a failed request, with the garden's own message if there is one. */
export function RequestErrorNotice({ fault, cluster, act }: ErrorNoticeProps) {
  const { title, detail } = describeRequestError(fault, cluster);
  return (
    <Notice hue="negative" title={title} act={act} live>
      <p>{detail}</p>
      {fault.gardenMessage !== undefined && (
        <details className="mt-1" open>
          <summary className="w-fit text-sm font-medium">{text("The garden says")}</summary>
          <p className="mt-1 font-mono text-xs break-words">{fault.gardenMessage}</p>
          {fault.gardenWhole !== undefined && <FullGardenMessage answer={fault.gardenWhole} />}
          <div className="mt-2">
            <CopyButton text={fault.gardenWhole ?? fault.gardenMessage} label={text("Copy")} size="xs" />
          </div>
        </details>
      )}
      {fault.requestId !== undefined && (
        <p className="mt-1 text-xs text-tertiary">{text("Request {requestId}", { requestId: fault.requestId })}</p>
      )}
    </Notice>
  );
}
