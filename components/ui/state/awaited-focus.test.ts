import { describe, expect, it } from "vitest";
import { AwaitedFocus, type FocusTargets } from "./awaited-focus.ts";

class Widget implements FocusTargets {
  stop = "a";
  left = false;
  readonly focused: string[] = [];
  readonly isStop = (place: string) => this.stop === place;
  readonly focus = (place: string) => void this.focused.push(place);
  readonly hasLeft = () => this.left;
}

describe("the place that a key led to", () => {
  it("takes the focus once, as soon as it is the stop of the Tab key", () => {
    const [widget, awaited] = [new Widget(), new AwaitedFocus()];
    awaited.await("b");
    awaited.settle(widget);
    expect(widget.focused).toEqual([]);
    widget.stop = "b";
    awaited.settle(widget);
    awaited.settle(widget);
    expect(widget.focused).toEqual(["b"]);
  });

  it("gives way to the one that a later key led to", () => {
    const [widget, awaited] = [new Widget(), new AwaitedFocus()];
    awaited.await("b");
    awaited.await("c");
    widget.stop = "c";
    awaited.settle(widget);
    expect(widget.focused).toEqual(["c"]);
  });

  it("does not call back who has gone elsewhere meanwhile, also not later", () => {
    const [widget, awaited] = [new Widget(), new AwaitedFocus()];
    awaited.await("b");
    widget.left = true;
    awaited.settle(widget);
    widget.left = false;
    widget.stop = "b";
    awaited.settle(widget);
    expect(widget.focused).toEqual([]);
  });
});
