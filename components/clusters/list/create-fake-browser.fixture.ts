/** A minimal fake of a DOM text node that counts how often its text is written. */
class FakeText {
  writes = 0;
  #data: string;

  constructor(data: string) {
    this.#data = data;
  }

  get data(): string {
    return this.#data;
  }

  set data(data: string) {
    this.#data = data;
    this.writes += 1;
  }

  get textContent(): string {
    return this.#data;
  }
}

class FakeElement extends EventTarget {
  className = "";
  hidden = false;
  scrollTop = 0;
  scrollLeft = 0;
  clientHeight = 0;
  offsetTop = 0;
  readonly style = { transform: "" };
  childNodes: (FakeElement | FakeText)[] = [];
  readonly #attributes = new Set<string>();

  append(...nodes: (FakeElement | FakeText)[]): void {
    this.childNodes.push(...nodes);
  }

  replaceChildren(): void {
    this.childNodes = [];
  }

  get children(): FakeElement[] {
    return this.childNodes.filter((node) => node instanceof FakeElement);
  }

  get textContent(): string {
    return this.childNodes.map(({ textContent }) => textContent).join("");
  }

  setAttribute(name: string): void {
    this.#attributes.add(name);
  }

  removeAttribute(name: string): void {
    this.#attributes.delete(name);
  }

  hasAttribute(name: string): boolean {
    return this.#attributes.has(name);
  }

  toggleAttribute(name: string, isOn: boolean): void {
    if (isOn) this.setAttribute(name);
    else this.removeAttribute(name);
  }
}

/** How often the texts in an element were written since they were created. */
export function countTextWrites(node: unknown): number {
  if (node instanceof FakeText) return node.writes;
  return node instanceof FakeElement ? node.childNodes.reduce((sum, child) => sum + countTextWrites(child), 0) : 0;
}

/** Fakes of the browser globals that the virtual list uses. */
export interface FakeBrowser {
  readonly globals: Readonly<Record<string, unknown>>;
  /** Runs the pending idle callbacks; returns false if there were none. */
  readonly idle: () => boolean;
}

export function createFakeBrowser(): FakeBrowser {
  const waiting = new Map<number, (deadline: IdleDeadline) => void>();
  let last = 0;
  return {
    globals: {
      document: {
        createElement: () => new FakeElement(),
        createTextNode: (data: string) => new FakeText(data),
      },
      ResizeObserver: class {
        observe(): void {}
        disconnect(): void {}
      },
      window: {
        requestIdleCallback: (run: (deadline: IdleDeadline) => void) => {
          last += 1;
          waiting.set(last, run);
          return last;
        },
        cancelIdleCallback: (handle: number) => waiting.delete(handle),
      },
    },
    idle: () => {
      const [next] = waiting;
      if (next === undefined) return false;
      waiting.delete(next[0]);
      next[1]({ didTimeout: false, timeRemaining: () => 50 });
      return true;
    },
  };
}
