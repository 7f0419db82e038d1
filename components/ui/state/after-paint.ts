/** Calls a function after the next paint of the page. @returns a function that prevents the call */
export function afterPaint(call: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  // The callback of an animation frame runs before the paint; a timer started in the callback fires after the paint.
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(call);
  });
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}
