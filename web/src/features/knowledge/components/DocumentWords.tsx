import { Clamp } from '#components/Clamp.tsx';
import { Marked } from '#components/Marked.tsx';
import type { Document } from '#contract/knowledge/documents';
import { formatBytes, formatDate, formatNumber } from '#i18n/format';
import { useTexts } from '#i18n/index';
import type { TranslationKey } from '#i18n/keys';
import { holdsLittle, pagesText } from '../document-view';
import { marked } from '../marks';
import styles from './knowledge.module.css';

/** What a document is called and labelled, and all that is to be known of it; the searched words are marked. */
export function DocumentWords({
  document,
  words,
  isReplaced,
  isWaiting,
  isInterrupted,
}: {
  readonly document: Document;
  readonly words: readonly string[];
  readonly isReplaced: boolean;
  readonly isWaiting: boolean;
  readonly isInterrupted: boolean;
}) {
  const { t } = useTexts();
  const { title, fileName, description, category, tags } = document;
  const isFaq = document.format === 'faq';
  return (
    <div className={styles.words}>
      <h3 className="entry-title">
        <Clamp text={title}>
          <Marked {...marked(title, words)} />
        </Clamp>
      </h3>
      {!isFaq && (
        <div className={`faint ${styles.fileName}`}>
          <Clamp text={fileName}>
            <Marked {...marked(fileName, words)} />
          </Clamp>
        </div>
      )}
      <Facts document={document} />
      {description && (
        <div className={`faint ${styles.description}`}>
          <Clamp text={description} />
        </div>
      )}
      {(category || tags.length > 0) && (
        <ul className={styles.labels} aria-label={t('knowledge:facts.labels')}>
          {category && (
            <li data-kind="category">
              <Marked {...marked(category, words)} />
            </li>
          )}
          {tags.map((tag) => (
            <li key={tag}>
              <Marked {...marked(tag, words)} />
            </li>
          ))}
        </ul>
      )}
      <Notices document={document} isReplaced={isReplaced} />
      {document.failureReason && (
        <p className={isWaiting ? styles.notice : styles.problem}>
          {t(`knowledge:failures.${document.failureReason}`)}
        </p>
      )}
      {isInterrupted && <p className={styles.problem}>{t('knowledge:interrupted')}</p>}
    </div>
  );
}

function Notices({ document, isReplaced }: { readonly document: Document; readonly isReplaced: boolean }) {
  const { t, language } = useTexts();
  return (
    <>
      {document.replaces && <p className={styles.notice}>{t('knowledge:version.comes')}</p>}
      {isReplaced && <p className={styles.notice}>{t('knowledge:version.isReplaced')}</p>}
      {holdsLittle(document) && (
        <p className={styles.notice}>
          {t('knowledge:holdsLittle', {
            count: document.words ?? 0,
            number: formatNumber(document.words ?? 0, language),
          })}
        </p>
      )}
      {document.wordsOnly && <p className={styles.notice}>{t('knowledge:wordsOnly')}</p>}
      {document.notices.map(({ kind, count, pages }) => (
        <p className={styles.notice} key={kind}>
          {t(`knowledge:notices.${kind}`, {
            count,
            number: formatNumber(count, language),
            pages: pagesText(pages, count),
          })}
        </p>
      ))}
    </>
  );
}

function Facts({ document }: { readonly document: Document }) {
  const { t, language } = useTexts();
  const { format, url, size, pages, pagesRead, words, passages, createdAt } = document;
  const count = (value: number | null, one: TranslationKey) =>
    value === null ? [] : [t(one, { count: value, number: formatNumber(value, language) })];
  const facts = [
    // Of a page of a website, most of its size is markup.
    ...(format === 'faq' || url !== null ? [] : [formatBytes(size, language)]),
    ...(pagesRead === undefined
      ? count(pages, 'knowledge:facts.pages')
      : [
          t('knowledge:facts.pagesRead', {
            number: formatNumber(pagesRead, language),
            total: formatNumber(pages ?? 0, language),
          }),
        ]),
    ...count(words, 'knowledge:facts.words'),
    ...count(passages, 'knowledge:facts.passages'),
    formatDate(createdAt, language),
  ];
  return <p className="faint">{facts.join(' · ')}</p>;
}
