import { type RefObject, useEffect } from 'react';

/**
 * Keeps toasts above a bar at the bottom of the window: what the bar takes of it, up to the bar's upper edge, is
 * `--save-bar` in pixels. A bar that is out of sight, or so high up that toasts would leave the window, takes nothing.
 */
export function useBottomBar(bar: RefObject<HTMLElement | null>, isShown = true): void {
  useEffect(() => {
    const element = bar.current;
    if (!element || !isShown) return;
    const { style } = document.documentElement;
    const measure = () => {
      const { top } = element.getBoundingClientRect();
      const taken = window.innerHeight - top;
      style.setProperty('--save-bar', `${top > window.innerHeight / 3 && taken > 0 ? taken : 0}px`);
    };
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    // At the page's end it rests where it is written, and goes with what grows above it.
    observer.observe(document.body);
    window.addEventListener('scroll', measure, { passive: true });
    window.addEventListener('resize', measure);
    return () => {
      observer.disconnect();
      window.removeEventListener('scroll', measure);
      window.removeEventListener('resize', measure);
      style.removeProperty('--save-bar');
    };
  }, [bar, isShown]);
}
