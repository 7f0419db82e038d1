import { expect, type Page } from "@playwright/test";

/** What a user had to do for a task, as measured in the page. */
interface Effort {
  readonly task: number;
  readonly target: EffortTarget;
  readonly clicks: number;
  readonly phrases: number;
  readonly ticks: number;
}

interface EffortTarget {
  readonly what: string;
  /** Maximum number of pointer actions, without ticked checkboxes. */
  readonly clicks: number;
  /** Number of texts that have to be typed, such as the name of the cluster. */
  readonly phrases?: number;
  readonly ticks?: number;
}

const measured: Effort[] = [];

/**
 * Counts the pointer actions of a task and fails if they exceed the target. Clicks caused by keys do not count. Ticked
 * checkboxes in dialogs, and fields with typed text, are counted separately.
 */
export async function measureEffort(
  page: Page,
  task: number,
  target: EffortTarget,
  act: () => Promise<void>,
): Promise<void> {
  const seen: string[] = [];
  const name = `effort${task}x${measured.length}`;
  await page.exposeFunction(name, (kind: string) => {
    seen.push(kind);
  });
  await page.addInitScript(listen, name);
  await page.evaluate(listen, name);
  await act();
  const count = (kind: string) => seen.filter((each) => each === kind).length;
  const phrases = new Set(seen.filter((each) => each.startsWith("type:"))).size;
  const done = { task, target, clicks: count("click"), ticks: count("tick"), phrases };
  measured.push(done);
  expect(done.clicks, `task ${task}, ${target.what}: pointer actions`).toBeLessThanOrEqual(target.clicks);
  expect(done.phrases, `task ${task}, ${target.what}: typed texts`).toBeLessThanOrEqual(target.phrases ?? 0);
  expect(done.ticks, `task ${task}, ${target.what}: ticks`).toBeLessThanOrEqual(target.ticks ?? 0);
}

/** Counts the user's actions. This function runs in the page. */
function listen(name: string): void {
  const report = (kind: string) => {
    const tell: unknown = Reflect.get(window, name);
    if (typeof tell === "function") tell(kind);
  };
  const isTick = (target: Element) =>
    target.closest("[role=dialog] [role=checkbox], [role=alertdialog] [role=checkbox]");
  document.addEventListener(
    "click",
    (event) => {
      // A click caused by a key, or passed on by a label, is not a pointer action.
      if (!(event instanceof PointerEvent) || event.pointerType === "" || !(event.target instanceof Element)) return;
      const label = event.target.closest("label");
      const target = label?.control ?? event.target;
      report(isTick(target) ? "tick" : "click");
    },
    true,
  );
  document.addEventListener(
    "input",
    ({ target }) => {
      if (target instanceof HTMLInputElement && target.type === "text")
        report(`type:${target.id || target.name || "field"}`);
    },
    true,
  );
}

/** Table of all measured tasks, one line each; undefined if none was measured. */
export function formatEffortTable(): string | undefined {
  if (measured.length === 0) return undefined;
  const head = "task  clicks  target  typed  ticks  what";
  const lines = measured
    .toSorted((a, b) => a.task - b.task)
    .map(({ task, target, clicks, phrases, ticks }) =>
      [
        String(task).padStart(4),
        String(clicks).padStart(6),
        String(target.clicks).padStart(6),
        String(phrases).padStart(5),
        String(ticks).padStart(5),
        target.what,
      ].join("  "),
    );
  return [head, ...lines].join("\n");
}
