import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import type { Document } from '#contract/knowledge/documents';
import { formatNumber } from '#i18n/format';
import { useTexts } from '#i18n/index';
import { citationsQuery } from '../queries';
import styles from './cited.module.css';

/** Documents that are named one by one; the others are counted. */
const NAMED = 5;

/** Which past answers lose their source when documents are deleted, or open another when one is replaced. */
export function CitedBy({
  botId,
  documents,
  fate,
}: {
  readonly botId: string;
  readonly documents: readonly Document[];
  /** What is about to become of them. */
  readonly fate: 'deleted' | 'replaced';
}) {
  const { t, language } = useTexts();
  const citations = useQuery(
    citationsQuery(
      botId,
      documents.map(({ id }) => id),
    ),
  );
  const counted = (count: number) => ({ count, number: formatNumber(count, language) });
  const { data } = citations;
  if (!data)
    return (
      <p className={`fine parted-above-snug ${styles.cited}`} role="status">
        {t(citations.isError ? 'knowledge:cited.unknown' : 'knowledge:cited.counting')}
      </p>
    );
  if (data.answers === 0)
    return (
      <p className={`fine parted-above-snug ${styles.cited}`} role="status">
        {t('knowledge:cited.none')}
      </p>
    );
  const cited = data.documents.flatMap(({ documentId, answers }) => {
    const document = documents.find(({ id }) => id === documentId);
    return document ? [{ document, answers }] : [];
  });
  const effect =
    fate === 'deleted' ? t('knowledge:cited.effect') : t('knowledge:cited.replaced', counted(data.answers));
  const kind = documents.length === 1 ? 'one' : 'several';
  return (
    <div className={`fine parted-above-snug ${styles.cited}`} data-some="true">
      <p role="status">
        {t(`knowledge:cited.${kind}`, counted(data.answers))}
        {data.hasMore && ` ${t('knowledge:cited.more')}`} {effect}
      </p>
      {documents.length === 1 ? (
        <p>
          <Conversations botId={botId} document={documents[0]}>
            {t('knowledge:cited.show')}
          </Conversations>
        </p>
      ) : (
        <ul className="stack tight">
          {cited.slice(0, NAMED).map(({ document, answers }) => (
            <li key={document.id}>
              <Conversations botId={botId} document={document}>
                {document.title}
              </Conversations>{' '}
              <span className="soft">{t('knowledge:cited.answers', counted(answers))}</span>
            </li>
          ))}
          {cited.length > NAMED && <li>{t('knowledge:cited.others', counted(cited.length - NAMED))}</li>}
        </ul>
      )}
    </div>
  );
}

/** In a window of their own: what is about to be decided waits in this one. */
function Conversations({
  botId,
  document,
  children,
}: {
  readonly botId: string;
  readonly document: Document | undefined;
  readonly children: string;
}) {
  const { t } = useTexts();
  if (!document) return null;
  return (
    <Link to={`/bots/${botId}/conversations?document=${encodeURIComponent(document.id)}`} target="_blank">
      {children}
      <span className="amplify-visually-hidden"> {t('common:newWindow')}</span>
    </Link>
  );
}
