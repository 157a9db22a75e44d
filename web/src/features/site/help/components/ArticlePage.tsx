import { Mail, MessageCircleQuestion } from 'lucide-react';
import { Link, useParams } from 'react-router-dom';
import { Breadcrumbs } from '#components/Breadcrumbs.tsx';
import { ErrorCard } from '#components/errors/ErrorCard.tsx';
import { FeedbackButton } from '#components/FeedbackButton.tsx';
import { LinkButton } from '#components/LinkButton.tsx';
import { PageHeader } from '#components/PageHeader.tsx';
import { useAnchor } from '#features/site/use-anchor.ts';
import { useTexts } from '#i18n/index';
import { type Article, chaptersOf } from '../article';
import { FAQ_ID, type Library } from '../library';
import { libraryQuery } from '../queries';
import { ArticleLinks } from './ArticleLinks';
import styles from './help.module.css';
import { Loaded } from './Loaded';
import { Markdown } from './Markdown';

/** One article, with its parts and its neighbours beside it. */
export function ArticlePage() {
  const { articleId } = useParams();
  const { language } = useTexts();
  return (
    <Loaded query={libraryQuery(language)}>
      {(library) => {
        const article = library.find(({ id }) => id === articleId);
        return article ? <Shown key={article.id} article={article} library={library} /> : <Missing />;
      }}
    </Loaded>
  );
}

function Shown({ article, library }: { readonly article: Article; readonly library: Library }) {
  const { t } = useTexts();
  useAnchor();
  const chapters = chaptersOf(article);
  const neighbours = library.filter(({ section, id }) => section === article.section && id !== FAQ_ID);
  return (
    <div>
      <Breadcrumbs trail={[{ to: '/help', name: t('help:title') }]} here={article.title} />
      <PageHeader title={article.title} lead={article.summary} />
      <div className={styles.read}>
        <article className="shrinks">
          <Markdown tokens={article.tokens} />
          <footer className={`stack ${styles.end}`}>
            <h2 className="text-l">{t('help:end.title')}</h2>
            <div className="row">
              <LinkButton to="/help/ask">
                <MessageCircleQuestion size={16} aria-hidden="true" />
                {t('help:ask.action')}
              </LinkButton>
              <LinkButton to="/help/contact">
                <Mail size={16} aria-hidden="true" />
                {t('help:contact.action')}
              </LinkButton>
              <FeedbackButton />
            </div>
          </footer>
        </article>
        <div className={`stack wide ${styles.beside}`}>
          {chapters.length > 1 && (
            <nav aria-labelledby="help-parts">
              <h2 className="text-l" id="help-parts">
                {t('help:onThisPage')}
              </h2>
              <ul className={`stack bare ${styles.links}`}>
                {chapters.map(({ heading, anchor }) => (
                  <li key={anchor}>
                    <Link to={`#${anchor}`}>{heading}</Link>
                  </li>
                ))}
              </ul>
            </nav>
          )}
          <nav aria-labelledby="help-neighbours">
            <h2 className="text-l" id="help-neighbours">
              {t(`help:sections.${article.section}`)}
            </h2>
            <ArticleLinks articles={neighbours} current={article.id} />
          </nav>
        </div>
      </div>
    </div>
  );
}

function Missing() {
  const { t } = useTexts();
  return (
    <ErrorCard
      kind="notFound"
      title={t('help:missing.title')}
      text={t('help:missing.text')}
      action={
        <LinkButton to="/help" variation="primary">
          {t('help:missing.action')}
        </LinkButton>
      }
    />
  );
}
