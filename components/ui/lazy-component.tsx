import { Component, type ComponentType, createContext, lazy, type ReactNode } from "react";
import { isServerThere, type MissingChunk, registerChunkFailure } from "./state/chunk-failures.ts";

class PartNotLoaded extends Error {
  readonly why: MissingChunk["why"];

  constructor(why: MissingChunk["why"], cause: unknown) {
    super("A part of the page could not be loaded", { cause });
    this.why = why;
  }
}

/** Context with the content to render if the script of a component cannot be loaded; nothing by default. */
export const ChunkErrorFallback = createContext<ReactNode>(null);

/**
 * Creates a component whose script is loaded on first render, like React.lazy. If loading fails, the page around it
 * keeps its state, and the app shell tells the user what to do.
 */
export function lazyComponent<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  const begin = () => lazy(async () => ({ default: await loadedOrWhy(load) }));
  let Part: ComponentType<Props> = begin();
  // React remembers that a lazy component has failed, so another attempt needs a new lazy component.
  const beginAgain = () => {
    Part = begin();
  };
  // biome-ignore lint/correctness/noComponentHookFactories: called once for each module, as lazy is.
  return function LazyComponent(props: Props) {
    return <PartBoundary beginAgain={beginAgain} part={() => <Part {...props} />} />;
  };
}

/** Loads a component. @throws PartNotLoaded: `away` if the server is unreachable, `replaced` if the script is gone */
async function loadedOrWhy<Part>(load: () => Promise<Part>): Promise<Part> {
  try {
    return await load();
  } catch (cause) {
    if (!(await isServerThere())) throw new PartNotLoaded("away", cause);
  }
  try {
    // The server responds again, so the script is requested once more.
    return await load();
  } catch (cause) {
    throw new PartNotLoaded((await isServerThere()) ? "replaced" : "away", cause);
  }
}

interface PartBoundaryProps {
  readonly beginAgain: () => void;
  readonly part: () => ReactNode;
}

/** Error boundary that handles only failed loads of scripts; it rethrows other errors to outer boundaries. */
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
    if (fault instanceof PartNotLoaded) this.#forget = registerChunkFailure({ why: fault.why, retry: this.#retry });
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

/** Preloads a module. Errors are ignored here, because the component reports them when it is rendered. */
export function preloadModule(load: () => Promise<unknown>): void {
  load().catch(() => undefined);
}
