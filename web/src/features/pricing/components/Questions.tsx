import { ChevronDown } from 'lucide-react';
import { Link } from 'react-router-dom';
import { PLANS, TRIAL_DAYS } from '../../../../../functions/contract/plans';
import { Sentence } from '../../../components/Sentence';
import { useTexts } from '../../../i18n';
import { formatNumber } from '../../../i18n/format';
import { QUESTIONS } from '../offers';
import styles from './pricing.module.css';

export function Questions({ discount }: { readonly discount: string }) {
  const { t, language } = useTexts();
  const { conversations, documents } = PLANS.free.limits;
  const values = {
    discount,
    days: formatNumber(TRIAL_DAYS.regular, language),
    conversations: formatNumber(conversations, language),
    documents: formatNumber(documents, language),
  };
  return (
    <section className={styles.questions} aria-labelledby="questions">
      <div>
        <h2 id="questions">{t('pricing:questions.title')}</h2>
        <p className={styles.more}>
          <Sentence
            text="pricing:questions.more"
            parts={{ contact: <Link to="/contact?category=sales">{t('pricing:questions.contact')}</Link> }}
          />
        </p>
      </div>
      <div>
        {QUESTIONS.map((question) => (
          <details key={question} className={styles.question}>
            <summary>
              {t(`pricing:questions.${question}.ask`)}
              <ChevronDown size={19} aria-hidden="true" />
            </summary>
            <p className={styles.answer}>{t(`pricing:questions.${question}.answer`, values)}</p>
          </details>
        ))}
      </div>
    </section>
  );
}
