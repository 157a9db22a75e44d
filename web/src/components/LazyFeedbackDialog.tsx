import { lazy, Suspense } from 'react';
import { loadTexts } from '#i18n/index';
import type { FeedbackDialogProps } from './FeedbackDialog';

const Loaded = lazy(async () => {
  const [{ FeedbackDialog }] = await Promise.all([import('./FeedbackDialog'), loadTexts(['feedback'])]);
  return { default: FeedbackDialog };
});

/** The feedback form, whose code and texts come when it is first opened. */
export function LazyFeedbackDialog(props: FeedbackDialogProps) {
  return (
    <Suspense>
      <Loaded {...props} />
    </Suspense>
  );
}
