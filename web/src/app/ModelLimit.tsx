import { TriangleAlert } from 'lucide-react';
import { LinkButton } from '#components/LinkButton.tsx';
import { formatNumber } from '#i18n/format';
import { useTexts } from '#i18n/index';
import { useAuth, usePermission } from '#lib/session/session';
import styles from './ConversationLimit.module.css';

/** On every page, while a bot has used up, or nearly, what the plan allows it today of the models. */
export function ModelLimit() {
  const { t, language } = useTexts();
  const { modelUse } = useAuth().account;
  const mayAct = usePermission('bots.manage');
  const figure = (value: number) => formatNumber(value, language);
  return (
    <aside className={styles.notice} aria-label={t('common:modelLimit.label')}>
      <TriangleAlert size={20} aria-hidden="true" className={styles.icon} />
      <div className={styles.words}>
        {modelUse.map(({ botId, botName: bot, reached, answers, tokens }) => (
          <div key={botId}>
            <p>
              <strong>{t(reached ? 'common:modelLimit.reached' : 'common:modelLimit.near', { bot })}</strong>
            </p>
            <p>
              {t('common:modelLimit.text', {
                answers: figure(answers.used),
                answersLimit: figure(answers.limit),
                tokens: figure(tokens.used),
                tokensLimit: figure(tokens.limit),
              })}
            </p>
          </div>
        ))}
      </div>
      {mayAct && (
        <LinkButton to="/billing" size="small">
          {t('common:modelLimit.plan')}
        </LinkButton>
      )}
    </aside>
  );
}
