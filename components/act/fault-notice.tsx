import type { ComponentProps } from "react";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { requestFaultWords } from "#lib/act/follow/fault-words.ts";
import type { RequestFault } from "#lib/contract/request-fault.ts";
import { text } from "#lib/language/text.ts";
import { FullAnswer } from "./full-answer.tsx";

interface FaultNoticeProps {
  readonly fault: RequestFault;
  /** `project/name`. */
  readonly cluster: string;
  readonly act?: ComponentProps<typeof Notice>["act"];
}

/** Notice of a failed request, with the garden's verbatim message if there is one. */
export function FaultNotice({ fault, cluster, act }: FaultNoticeProps) {
  const { title, detail } = requestFaultWords(fault, cluster);
  return (
    <Notice hue="negative" title={title} act={act} live>
      <p>{detail}</p>
      {fault.gardenMessage !== undefined && (
        <details className="mt-1" open>
          <summary className="w-fit text-sm font-medium">{text("The garden says")}</summary>
          <p className="mt-1 font-mono text-xs break-words">{fault.gardenMessage}</p>
          {fault.gardenWhole !== undefined && <FullAnswer answer={fault.gardenWhole} />}
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
