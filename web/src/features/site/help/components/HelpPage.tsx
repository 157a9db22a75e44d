import { TextField } from '@aws-amplify/ui-react';
import { useQueryClient } from '@tanstack/react-query';
import { ChevronRight, Mail, MessageCircleQuestion, Timer } from 'lucide-react';
import { Link } from 'react-router-dom';
import { Card } from '#components/Card.tsx';
import { FeedbackButton } from '#components/FeedbackButton.tsx';
import { LinkButton } from '#components/LinkButton.tsx';
import { PageHeader } from '#components/PageHeader.tsx';
import { useTexts } from '#i18n/index';
import { useAddressView } from '#lib/use-address-view';
import { HELP_SECTIONS } from '../article';
import { FAQ_ID, type Library, QUICK_START_ID } from '../library';
import { libraryQuery, searchQuery } from '../queries';
import { ArticleLinks } from './ArticleLinks';
import { Faq } from './Faq';
import styles from './help.module.css';
import { Loaded } from './Loaded';
import { SearchResults } from './SearchResults';

const readSearch = (address: URLSearchParams) => ({ searched: address.get('q') ?? '' });
const searchAddress = ({ searched }: { readonly searched: string }) =>
  new URLSearchParams(searched ? { q: searched } : {});

/** The help centre: what can be searched, read, asked and written. */
export function HelpPage() {
  const { t, language } = useTexts();
  const client = useQueryClient();
  const [{ searched }, change] = useAddressView(readSearch, searchAddress);
  return (
    <div>
      <PageHeader title={t('help:title')} lead={t('help:lead')}>
        <LinkButton to="/help/contact">
          <Mail size={16} aria-hidden="true" />
          {t('help:contact.action')}
        </LinkButton>
        <LinkButton to="/help/ask" variation="primary">
          <MessageCircleQuestion size={16} aria-hidden="true" />
          {t('help:ask.action')}
        </LinkButton>
      </PageHeader>
      <search className={styles.search} aria-label={t('help:search.label')}>
        <TextField
          type="search"
          size="large"
          label={t('help:search.label')}
          labelHidden
          placeholder={t('help:search.hint')}
          autoComplete="off"
          maxLength={200}
          value={searched}
          onFocus={() => void client.prefetchQuery(searchQuery(language))}
          onChange={({ target }) => change({ searched: target.value })}
        />
      </search>
      {searched.trim() ? (
        <Loaded query={searchQuery(language)}>
          {(search) => (
            <SearchResults searched={searched} search={search} onClear={() => change({ searched: '' })} />
          )}
        </Loaded>
      ) : (
        <Loaded query={libraryQuery(language)}>{(library) => <Contents library={library} />}</Loaded>
      )}
    </div>
  );
}

function Contents({ library }: { readonly library: Library }) {
  const { t } = useTexts();
  const quickStart = library.find(({ id }) => id === QUICK_START_ID);
  const faq = library.find(({ id }) => id === FAQ_ID);
  return (
    <div className="stack wider">
      {quickStart && (
        <Link to={`/help/${quickStart.id}`} className={styles.quickStart}>
          <span className={styles.icon} aria-hidden="true">
            <Timer size={24} />
          </span>
          <span>
            <strong>{quickStart.title}</strong>
            <span>{quickStart.summary}</span>
          </span>
          <ChevronRight size={20} aria-hidden="true" />
        </Link>
      )}
      <div className={styles.sections}>
        {HELP_SECTIONS.map((section) => (
          <Card key={section} title={t(`help:sections.${section}`)}>
            <ArticleLinks
              articles={library.filter((article) => article.section === section && article.id !== FAQ_ID)}
            />
          </Card>
        ))}
      </div>
      {faq && <Faq article={faq} />}
      <section className={`row broad apart ruled-above ${styles.feedback}`} aria-labelledby="help-feedback">
        <div>
          <h2 id="help-feedback">{t('help:feedback.title')}</h2>
          <p className="soft">{t('help:feedback.text')}</p>
        </div>
        <FeedbackButton />
      </section>
    </div>
  );
}
