import { ChevronDown } from 'lucide-react';
import { Link } from 'react-router-dom';
import { Sentence } from '#components/Sentence.tsx';
import { type Limits, TRIAL_DAYS } from '#contract/accounts/plans';
import { formatNumber } from '#i18n/format';
import { useTexts } from '#i18n/index';
import { isUnlimited, QUESTIONS } from '../offers';
import styles from './pricing.module.css';

export function Questions({
  discount,
  free: { conversations, documents },
}: {
  readonly discount: string;
  readonly free: Limits;
}) {
  const { t, language } = useTexts();
  const number = (limit: number) =>
    isUnlimited(limit) ? t('pricing:questions.anyNumber') : formatNumber(limit, language);
  const values = {
    discount,
    days: formatNumber(TRIAL_DAYS.regular, language),
    conversations: number(conversations),
    documents: number(documents),
  };
  return (
    <section className={styles.questions} aria-labelledby="questions">
      <div>
        <h2 id="questions">{t('pricing:questions.title')}</h2>
        <p className="soft">
          <Sentence
            text="pricing:questions.more"
            parts={{ contact: <Link to="/contact?category=sales">{t('pricing:questions.contact')}</Link> }}
          />
        </p>
      </div>
      <div>
        {QUESTIONS.map((question) => (
          <details key={question} className={`ruled asks ${styles.question}`}>
            <summary>
              {t(`pricing:questions.${question}.ask`)}
              <ChevronDown size={19} className="pale" aria-hidden="true" />
            </summary>
            <p className={styles.answer}>{t(`pricing:questions.${question}.answer`, values)}</p>
          </details>
        ))}
      </div>
    </section>
  );
}
