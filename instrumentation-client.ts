/**
 * Has the browser load its tables of languages and zones. The first who asks for a date in words waits some 40 ms for
 * them, whatever the date: that is a task of its own, before the page comes alive, instead of a part of coming alive.
 */
function loadLanguages(): void {
  new Intl.DateTimeFormat("en-GB").format(0);
}

// Before all else that waits; where the browser has no such order, in its turn.
if (typeof scheduler !== "undefined" && "postTask" in scheduler) {
  void scheduler.postTask(loadLanguages, { priority: "user-blocking" });
} else setTimeout(loadLanguages);
