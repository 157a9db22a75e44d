import type { MailProblem } from '#contract/accounts/mail-problem';
import { formatDate } from '#i18n/format';
import { useTexts } from '#i18n/index';
import styles from './MailProblem.module.css';

/** Why an address gets no mails, beside it. */
export function MailProblemText({ problem }: { readonly problem: MailProblem | undefined }) {
  const { t, language } = useTexts();
  if (!problem) return null;
  return (
    <span className={styles.problem}>
      {t(`common:mailProblem.${problem.reason}`, { date: formatDate(problem.at, language) })}
    </span>
  );
}
