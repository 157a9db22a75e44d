import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Card } from '#components/Card.tsx';
import { NotLoaded } from '#components/NotLoaded.tsx';
import { StatusPill } from '#components/StatusPill.tsx';
import { formatNumber } from '#i18n/format';
import { useTexts } from '#i18n/index';
import { textsQuery } from '../queries';
import styles from './developer.module.css';

/** What the texts of one language lack of the other's. */
export function TranslationsPage() {
  const { t, language } = useTexts();
  const texts = useQuery(textsQuery);
  return (
    <Card title={t('developer:pages.translations')} lead={t('developer:translations.lead')}>
      <NotLoaded query={texts} label="loading:default" lines={6} />
      {texts.data && (
        <div className="stack">
          <p>
            {t('developer:translations.keys', {
              number: formatNumber(texts.data.count, language),
              namespaces: formatNumber(texts.data.namespaces, language),
            })}
          </p>
          {(['missing', 'placeholders', 'same'] as const).map((kind) => (
            <Keys
              key={kind}
              title={t(`developer:translations.${kind}`)}
              keys={texts.data[kind]}
              isFault={kind !== 'same'}
            />
          ))}
        </div>
      )}
    </Card>
  );
}

function Keys({
  title,
  keys,
  isFault,
}: {
  readonly title: string;
  readonly keys: readonly string[];
  readonly isFault: boolean;
}) {
  const { t, language } = useTexts();
  // Hundreds of lines are made when they are asked for.
  const [isOpen, setIsOpen] = useState(false);
  const tone = keys.length === 0 ? 'good' : isFault ? 'bad' : 'neutral';
  return (
    <details className={styles.keys} onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary>
        {title} <StatusPill tone={tone}>{formatNumber(keys.length, language)}</StatusPill>
      </summary>
      {keys.length === 0 && <p className="muted">{t('developer:translations.fine')}</p>}
      {isOpen && keys.length > 0 && (
        <ul className={styles.ids}>
          {keys.map((key) => (
            <li key={key}>{key}</li>
          ))}
        </ul>
      )}
    </details>
  );
}
