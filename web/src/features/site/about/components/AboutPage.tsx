import {
  ArrowUpRight,
  Database,
  Eye,
  HandHelping,
  Leaf,
  Search,
  ShieldCheck,
  Sparkles,
  Workflow,
} from 'lucide-react';
import { LinkButton } from '#components/LinkButton.tsx';
import { PublicHeading } from '#components/PublicHeading.tsx';
import { SampleAnswer } from '#components/SampleAnswer.tsx';
import { SiteLink } from '#components/SiteLink.tsx';
import { useTexts } from '#i18n/index';
import { config } from '#lib/config';
import styles from './about.module.css';

const STATISTICS = ['businesses', 'conversations', 'countries', 'uptime'] as const;
const VALUES = [
  ['honest', Eye],
  ['private', ShieldCheck],
  ['everyone', HandHelping],
  ['simple', Leaf],
] as const;
const TECHNOLOGY = [
  ['search', Search],
  ['answers', Sparkles],
  ['cloud', Workflow],
  ['data', Database],
] as const;

export function AboutPage() {
  const { t } = useTexts();
  const { operator, rootOrigin } = config();
  const website = operator.website ?? rootOrigin;
  return (
    <>
      <PublicHeading
        title={t('about:title')}
        heading={t('about:heading')}
        lead={t('about:lead')}
        description={t('about:description')}
      />
      <dl className={`framed round ${styles.statistics}`}>
        {STATISTICS.map((each) => (
          <div key={each}>
            <dt>{t(`about:statistics.${each}.name`)}</dt>
            <dd>{t(`about:statistics.${each}.figure`)}</dd>
          </div>
        ))}
      </dl>
      <section className={styles.mission} aria-labelledby="mission">
        <div>
          <h2 id="mission" className={styles.title}>
            {t('about:mission.title')}
          </h2>
          <div className={`stack snug ${styles.prose}`}>
            <p>{t('about:mission.text')}</p>
            <p>{t('about:mission.more')}</p>
          </div>
        </div>
        <div className={styles.night}>
          <SampleAnswer />
        </div>
      </section>
      <section aria-labelledby="values">
        <h2 id="values" className={styles.title}>
          {t('about:values.title')}
        </h2>
        <ul className={`stack ${styles.cards}`}>
          {VALUES.map(([value, Icon]) => (
            <li key={value}>
              <Icon size={22} className="brand" aria-hidden="true" />
              <h3>{t(`about:values.${value}.title`)}</h3>
              <p className="soft">{t(`about:values.${value}.text`)}</p>
            </li>
          ))}
        </ul>
      </section>
      <section className={styles.story} aria-labelledby="story">
        <h2 id="story" className={styles.title}>
          {t('about:story.title')}
        </h2>
        <div className={`stack snug ${styles.prose}`}>
          <p>{t('about:story.first')}</p>
          <p>{t('about:story.second')}</p>
          <p>{t('about:story.third')}</p>
        </div>
      </section>
      <section aria-labelledby="technology">
        <h2 id="technology" className={styles.title}>
          {t('about:technology.title')}
        </h2>
        <p className={`soft ${styles.intro}`}>{t('about:technology.intro')}</p>
        <ul className={styles.parts}>
          {TECHNOLOGY.map(([part, Icon]) => (
            <li key={part}>
              <Icon size={22} className="brand" aria-hidden="true" />
              <div>
                <h3>{t(`about:technology.${part}.title`)}</h3>
                <p className="soft">{t(`about:technology.${part}.text`)}</p>
              </div>
            </li>
          ))}
        </ul>
      </section>
      <section className={styles.company} aria-labelledby="company">
        <div>
          <h2 id="company" className={styles.title}>
            {t('about:company.title')}
          </h2>
          <p>{t('about:company.text', { company: operator.company, city: cityOf(operator.city) })}</p>
        </div>
        <ul>
          <li>
            <a href={website}>
              {new URL(website).host}
              <ArrowUpRight size={16} aria-hidden="true" />
            </a>
          </li>
          <li>
            <a href={`mailto:${operator.email}`}>{operator.email}</a>
          </li>
          <li>
            <SiteLink to="/contact">{t('about:company.contact')}</SiteLink>
          </li>
        </ul>
      </section>
      <section className={`centred ${styles.start}`} aria-labelledby="start">
        <h2 id="start" className={styles.title}>
          {t('about:start.title')}
        </h2>
        <p>{t('about:start.text')}</p>
        <LinkButton to="/auth/register" variation="primary" size="large">
          {t('about:start.action')}
        </LinkButton>
      </section>
    </>
  );
}

/** Without its postal code. */
function cityOf(line: string): string {
  return line.replace(/^[\d\s-]+/, '');
}
