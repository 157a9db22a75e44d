/** Pixels between what is revealed and the edge of the list. */
const EDGE = 12;

/** Where in a list whoever reads it is. */
export function createScrolling(list: HTMLElement) {
  /** Of the list as it was last seen: who had the end before them then has it also when the list has shrunk since. */
  let height = 0;

  function scrollToEnd() {
    list.scrollTop = list.scrollHeight;
    height = list.clientHeight;
  }

  /** Whoever reads the end goes on reading it, whatever becomes of the height of what is there. */
  function following(change: () => void) {
    const wasAtEnd = list.scrollHeight - list.scrollTop - height < 60;
    change();
    if (wasAtEnd) scrollToEnd();
  }

  // The input grows, and what the chat asks for stands below the list.
  new ResizeObserver(() =>
    following(() => {
      height = list.clientHeight;
    }),
  ).observe(list);

  return {
    scrollToEnd,
    following,
    /** Scrolls until all of an element is seen, or its beginning where it is too long. Moves the list, never the page. */
    reveal(target: Element) {
      const [box, frame] = [target.getBoundingClientRect(), list.getBoundingClientRect()];
      const above = box.top - frame.top - EDGE;
      const below = box.bottom - frame.bottom + EDGE;
      if (above < 0) list.scrollTop += above;
      else if (below > 0) list.scrollTop += Math.min(above, below);
    },
  };
}
