import { Component, type ComponentType, createContext, lazy, type ReactNode } from "react";
import { isServerThere, type MissingPart, notePartFailure } from "./state/part-failures.ts";

class PartNotLoaded extends Error {
  readonly why: MissingPart["why"];

  constructor(why: MissingPart["why"], cause: unknown) {
    super("A part of the page could not be loaded", { cause });
    this.why = why;
  }
}

/** What stands where a part cannot be loaded; nothing, unless somebody says otherwise. */
export const ChunkErrorFallback = createContext<ReactNode>(null);

/**
 * A part of a page whose script is loaded when it is wanted; a Suspense around it keeps its place. When it cannot be
 * loaded, the page around it stays as it is, with all that was typed, and the shell says what to do.
 */
export function lazyComponent<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  const begin = () => lazy(async () => ({ default: await loadedOrWhy(load) }));
  let Part: ComponentType<Props> = begin();
  // React keeps a failed loading for good: another attempt is another component.
  const beginAgain = () => {
    Part = begin();
  };
  // biome-ignore lint/correctness/noComponentHookFactories: called once for each module, as lazy is.
  return function LazyComponent(props: Props) {
    return <PartBoundary beginAgain={beginAgain} part={() => <Part {...props} />} />;
  };
}

/** @throws PartNotLoaded which says whether the server is away, or answers and does not have it */
async function loadedOrWhy<Part>(load: () => Promise<Part>): Promise<Part> {
  try {
    return await load();
  } catch (cause) {
    if (!(await isServerThere())) throw new PartNotLoaded("away", cause);
  }
  try {
    // The server may be back since: what it still has is no fault.
    return await load();
  } catch (cause) {
    throw new PartNotLoaded((await isServerThere()) ? "replaced" : "away", cause);
  }
}

interface PartBoundaryProps {
  readonly beginAgain: () => void;
  readonly part: () => ReactNode;
}

/** Keeps to itself what could not be loaded; any other fault is for whoever stands further out. */
class PartBoundary extends Component<PartBoundaryProps, { readonly fault?: unknown }> {
  static override readonly contextType = ChunkErrorFallback;
  declare readonly context: ReactNode;
  override state: { readonly fault?: unknown } = {};

  static getDerivedStateFromError(fault: unknown) {
    return { fault };
  }

  #forget: (() => void) | undefined;

  readonly #retry = () => {
    this.#end();
    this.setState({ fault: undefined });
  };

  #end(): void {
    if (this.#forget === undefined) return;
    this.#forget();
    this.#forget = undefined;
    this.props.beginAgain();
  }

  override componentDidCatch(fault: unknown) {
    if (fault instanceof PartNotLoaded) this.#forget = notePartFailure({ why: fault.why, retry: this.#retry });
  }

  override componentWillUnmount() {
    this.#end();
  }

  override render() {
    const { fault } = this.state;
    if (fault === undefined) return <ChunkErrorFallback value={null}>{this.props.part()}</ChunkErrorFallback>;
    if (fault instanceof PartNotLoaded) return this.context;
    throw fault;
  }
}

/** Loads before it is wanted. When it cannot, the part says so itself once it is. */
export function loadEarly(load: () => Promise<unknown>): void {
  load().catch(() => undefined);
}
