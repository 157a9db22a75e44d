import type { ReactFlowInstance } from '@xyflow/react';
import { useEffect, useRef } from 'react';
import type { Flow } from '#contract/bots/flow';
import type { CanvasNode } from './canvas-elements';

/** A card, about. */
const CARD = { width: 232, height: 90 };

/** What of the canvas is in view: its beginning first, then the step that was chosen elsewhere. */
export function useCanvasView(flow: Flow, selected: string | null) {
  const view = useRef<ReactFlowInstance<CanvasNode> | null>(null);
  const frame = useRef<HTMLElement>(null);
  const chosen = flow.steps.find(({ id }) => id === selected);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a step that is chosen elsewhere is in view; while it is moved it stays where it is
  useEffect(() => {
    const area = frame.current?.getBoundingClientRect();
    if (!chosen || !area || !view.current) return;
    const { x, y } = view.current.flowToScreenPosition(chosen.place);
    const { zoom } = view.current.getViewport();
    const isIn =
      x > area.left &&
      x + CARD.width * zoom < area.right &&
      y > area.top &&
      y + CARD.height * zoom < area.bottom;
    if (!isIn)
      void view.current.setCenter(chosen.place.x + CARD.width / 2, chosen.place.y + CARD.height / 2, {
        zoom,
      });
  }, [selected]);

  // What was in the middle stays there when the panel beside it folds or the canvas takes the window.
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    let width = element.clientWidth;
    const observer = new ResizeObserver(() => {
      const gained = element.clientWidth - width;
      width = element.clientWidth;
      if (gained === 0 || !view.current) return;
      const { x, y, zoom } = view.current.getViewport();
      void view.current.setViewport({ x: x + gained / 2, y, zoom });
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  /** Where the conversation begins stands at the top, large enough to be read; the whole is a button away. */
  const showStart = (instance: ReactFlowInstance<CanvasNode>) => {
    view.current = instance;
    const first = flow.steps.find(({ id }) => id === flow.start) ?? flow.steps[0];
    const width = frame.current?.clientWidth ?? 0;
    if (!first) return;
    const zoom = width < 500 ? 0.75 : 0.9;
    void instance.setViewport({
      x: width / 2 - (first.place.x + CARD.width / 2) * zoom,
      y: 16 - (first.place.y - 90) * zoom,
      zoom,
    });
  };
  return { frame, showStart };
}
