import { Button } from '@aws-amplify/ui-react';
import { CircleCheck } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { Receipt } from '#contract/site/feedback';
import { formatDateTime } from '#i18n/format';
import { useTexts } from '#i18n/index';
import styles from '../../../../components/contact/contact-form.module.css';

export function Received({
  receipt,
  email,
  onAnother,
}: {
  readonly receipt: Receipt;
  readonly email: string;
  readonly onAnother: () => void;
}) {
  const { t, language } = useTexts();
  const title = useRef<HTMLHeadingElement>(null);
  // The form it stands in the place of had the focus.
  useEffect(() => title.current?.focus(), []);
  return (
    <section className={`starts ${styles.received}`}>
      <CircleCheck size={36} className="good" aria-hidden="true" />
      <h2 className="title-m unringed" ref={title} tabIndex={-1}>
        {t('contact:received.title')}
      </h2>
      <p>{t('contact:received.text', { email })}</p>
      <dl className={styles.receipt}>
        <div>
          <dt className="muted">{t('contact:received.reference')}</dt>
          <dd className="strong">{receipt.reference}</dd>
        </div>
        <div>
          <dt className="muted">{t('contact:received.at')}</dt>
          <dd className="strong">{formatDateTime(receipt.receivedAt, language)}</dd>
        </div>
      </dl>
      <Button onClick={onAnother}>{t('contact:received.another')}</Button>
    </section>
  );
}
