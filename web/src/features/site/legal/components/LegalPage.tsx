import { useAnchor } from '#features/site/use-anchor.ts';
import { formatDate } from '#i18n/format';
import { useTexts } from '#i18n/index';
import { useDescription } from '#lib/use-description';
import { useTitle } from '#lib/use-title';
import { type LegalDocumentId, REVISED } from '../documents';
import { useLegalSections } from '../hooks/useLegalSections';
import { LegalBlock } from './LegalBlock';
import styles from './legal.module.css';

/** A legal text. A long one has its contents beside it on a desktop, above it elsewhere, and numbers to quote. */
export function LegalPage({
  document,
  isLong = true,
}: {
  readonly document: LegalDocumentId;
  readonly isLong?: boolean;
}) {
  const { t, language } = useTexts();
  const title = t(`legal:${document}.title`);
  useTitle(title);
  useAnchor();
  useDescription(t(`legal:${document}.description`));
  const sections = useLegalSections(document);
  return (
    <article className={styles.document}>
      <header className={styles.head}>
        <h1>{title}</h1>
        <p className={styles.lead}>{t(`legal:${document}.lead`)}</p>
        <p className="faint parted-above-snug">
          {t('legal:updated', { date: formatDate(REVISED[document], language) })}
        </p>
      </header>
      {isLong && (
        <nav className={`unprinted ${styles.contents}`} aria-label={t('legal:contents')}>
          <details className={`framed ${styles.folded}`}>
            <summary>{t('legal:contents')}</summary>
            <Contents sections={sections} />
          </details>
          <div className={styles.beside}>
            <p aria-hidden="true">{t('legal:contents')}</p>
            <Contents sections={sections} />
          </div>
        </nav>
      )}
      <div className={styles.body}>
        {sections.map(([id, section], index) => (
          <section key={id} aria-labelledby={id}>
            <h2 id={id} className="unringed" tabIndex={-1}>
              {isLong && <span className={`pale ${styles.number}`}>{index + 1}. </span>}
              {section.title}
            </h2>
            {section.blocks.map((block, position) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a section keep their order
              <LegalBlock key={position} block={block} />
            ))}
          </section>
        ))}
      </div>
    </article>
  );
}

function Contents({ sections }: { readonly sections: ReturnType<typeof useLegalSections> }) {
  return (
    <ol className={styles.list}>
      {sections.map(([id, { title }], index) => (
        <li key={id}>
          <a href={`#${id}`}>
            <span className={`pale ${styles.number}`}>{index + 1}.</span> {title}
          </a>
        </li>
      ))}
    </ol>
  );
}
