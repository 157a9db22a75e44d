import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';

/**
 * Keeps a long page at the part that its address names: it is first shown in a font of the device, and grows or
 * shrinks, more than once, as its own come. Whoever has begun to read on is left alone.
 */
export function useAnchor(): void {
  const { hash, key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: following the same link again is another visit
  useEffect(() => {
    const id = hash.slice(1);
    if (!id) return;
    // The height, not the fonts' own `ready`: that is kept before the text has been laid out in them.
    const height = new ResizeObserver(() => document.getElementById(id)?.scrollIntoView());
    const leave = () => {
      height.disconnect();
      for (const sign of SIGNS_OF_READING) window.removeEventListener(sign, leave);
    };
    for (const sign of SIGNS_OF_READING) window.addEventListener(sign, leave, { passive: true });
    height.observe(document.body);
    return leave;
  }, [hash, key]);
}

const SIGNS_OF_READING = ['wheel', 'touchmove', 'keydown', 'pointerdown', 'mousedown'] as const;
