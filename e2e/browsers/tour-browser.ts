/** Position in the viewport, in CSS pixels. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** One browser window. The tests use only this interface, which is implemented once for each browser. */
export interface TourBrowser {
  /** Navigates to an address and waits until the page has loaded. */
  open(address: string): Promise<void>;
  /** Runs a function in the page. Argument and result must be JSON; the function cannot use other variables. */
  evaluate<Given, Answer>(run: (given: Given) => Answer, given: Given): Promise<Awaited<Answer>>;
  /** Moves the pointer to a position and clicks. */
  clickAt(point: Point): Promise<void>;
  /** Resizes the window. */
  resize(width: number, height: number): Promise<void>;
  /** Screenshot of the viewport as PNG. */
  picture(): Promise<Buffer>;
  /** All errors so far: console, exceptions, failed requests and violations of the content security policy. */
  faults(): Promise<readonly string[]>;
  /** Folder of its downloads. */
  readonly downloads: string;
  close(): Promise<void>;
}

/** A browser that may be installed on this machine. */
export interface TourBrowserKind {
  readonly name: string;
  /** Width of a narrow window in CSS pixels: that of a phone, or the minimum that the browser allows. */
  readonly narrow: number;
  /** Reason why the browser cannot be started on this machine; undefined if it can. */
  readonly missing: string | undefined;
  /** @param folder temporary folder for its profile and downloads */
  start(folder: string): Promise<TourBrowser>;
}
