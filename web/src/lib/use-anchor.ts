import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';

/**
 * Keeps a long page at the part that its address names: it was shown in a font of the device, and moves when the
 * page's own font comes. Who has begun to read on is left alone.
 */
export function useAnchor(): void {
  const { hash, key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: following the same link again is another visit
  useEffect(() => {
    const id = decodeURIComponent(hash.slice(1));
    if (!id) return;
    let isLeft = false;
    const leave = () => {
      isLeft = true;
    };
    const signs = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const;
    for (const sign of signs) window.addEventListener(sign, leave, { once: true, passive: true });
    void document.fonts.ready.then(() => {
      if (!isLeft) document.getElementById(id)?.scrollIntoView();
    });
    return () => {
      leave();
      for (const sign of signs) window.removeEventListener(sign, leave);
    };
  }, [hash, key]);
}
