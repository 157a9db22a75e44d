import { type ComponentType, lazy } from 'react';
import { loadTexts } from '#i18n/index';

const Nothing = () => null;

/**
 * A part that comes with its texts when it is asked for. Where it can't be loaded there is nothing in its place: a
 * question about cookies is no reason to take the page away, and unanswered it allows nothing.
 */
export function lazyConsent<P extends object>(load: () => Promise<ComponentType<P>>) {
  return lazy<ComponentType<P>>(async () => {
    try {
      const [part] = await Promise.all([load(), loadTexts(['consent'])]);
      return { default: part };
    } catch {
      return { default: Nothing };
    }
  });
}
