import { Button } from '@aws-amplify/ui-react';
import { MessageCircleQuestion } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTexts } from '#i18n/index';
import styles from './DropZone.module.css';

const FaqDialog = lazy(async () => ({ default: (await import('./FaqDialog')).FaqDialog }));

/** The way in for what stands in no document: a question, and what is answered to it. */
export function WriteFaqCard({
  botId,
  categories,
}: {
  readonly botId: string;
  readonly categories: readonly string[];
}) {
  const { t } = useTexts();
  const [writing, setWriting] = useState(false);
  return (
    <section className={styles.typed} aria-labelledby="typed">
      <span className={styles.dropIcon} aria-hidden="true">
        <MessageCircleQuestion size={24} />
      </span>
      <div className={styles.dropWords}>
        <h2 id="typed">{t('knowledge:faq.cardTitle')}</h2>
        <p className={styles.quiet}>{t('knowledge:faq.cardText')}</p>
      </div>
      <Button onClick={() => setWriting(true)}>{t('knowledge:faq.write')}</Button>
      <Suspense fallback={null}>
        {writing && <FaqDialog botId={botId} categories={categories} onClose={() => setWriting(false)} />}
      </Suspense>
    </section>
  );
}
