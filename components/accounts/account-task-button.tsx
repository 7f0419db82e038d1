import { Button } from "#components/ui/button.tsx";
import type { AccountPageTask, OpenAccountTask } from "./open-account-task.ts";

interface AccountTaskButtonProps {
  readonly label: string;
  /** Name of the account, for screen reader users who reach the button without its row. */
  readonly name: string;
  readonly disabledReason: string | undefined;
  readonly task: AccountPageTask;
  readonly onTask: OpenAccountTask;
}

/** Button of a row that opens the dialog of a task. */
export function AccountTaskButton({ label, name, disabledReason, task, onTask }: AccountTaskButtonProps) {
  return (
    <Button size="sm" disabledReason={disabledReason} onClick={({ currentTarget }) => onTask(task, currentTarget)}>
      {label}
      <span className="sr-only"> {name}</span>
    </Button>
  );
}
