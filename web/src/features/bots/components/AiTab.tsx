import { TriangleAlert } from 'lucide-react';
import { useWatch } from 'react-hook-form';
import { Card } from '#components/Card.tsx';
import { type BotConfig, EscalationTrigger } from '#contract/bots/bot-config';
import { useTexts } from '#i18n/index';
import { config } from '#lib/config';
import { AreaSetting, ListSetting, NumberSetting, Pair, SelectSetting, ToggleSetting } from './fields';
import styles from './settings.module.css';

export function AiTab() {
  const { t } = useTexts();
  const [standard, ...others] = config().answerModels;
  const [enabled, trigger, keywords] = useWatch<
    BotConfig,
    ['escalationEnabled', 'escalationTrigger', 'escalationKeywords']
  >({ name: ['escalationEnabled', 'escalationTrigger', 'escalationKeywords'] });
  return (
    <>
      <Card title={t('bots:fields.instructions')} lead={t('bots:instructions.lead')}>
        <AreaSetting field="instructions" hint={t('bots:hints.instructions')} labelHidden rows={7} />
      </Card>
      <Card title={t('bots:parts.escalation')}>
        <div className="stack large">
          <ToggleSetting field="escalationEnabled" />
          {enabled && (
            <>
              <Pair>
                <SelectSetting
                  field="escalationTrigger"
                  options={EscalationTrigger.options.map((value) => ({
                    value,
                    label: t(`bots:triggers.${value}`),
                  }))}
                />
                {(trigger === 'failed_responses' || trigger === 'sentiment') && (
                  <NumberSetting
                    field="escalationThreshold"
                    hint={t('bots:hints.escalationThreshold')}
                    min={1}
                    max={10}
                  />
                )}
              </Pair>
              {trigger === 'keywords' && (
                <>
                  <ListSetting
                    field="escalationKeywords"
                    hint={t('bots:hints.escalationKeywords')}
                    max={50}
                  />
                  <div role="status">
                    {keywords.length === 0 && (
                      <p className={styles.warning}>
                        <TriangleAlert size={17} aria-hidden="true" />
                        {t('bots:hints.noKeywords')}
                      </p>
                    )}
                  </div>
                </>
              )}
            </>
          )}
        </div>
      </Card>
      {standard && others.length > 0 && (
        <Card title={t('bots:fields.model')}>
          <SelectSetting
            field="model"
            hint={t('bots:hints.model')}
            none={t('bots:standardModel', { name: standard.name })}
            options={others.map(({ id, name }) => ({ value: id, label: name }))}
          />
        </Card>
      )}
      <Card title={t('bots:parts.conversation')}>
        <Pair>
          <NumberSetting field="maxRetries" hint={t('bots:hints.maxRetries')} min={0} max={10} />
          <NumberSetting
            field="sessionTimeoutMinutes"
            hint={t('bots:hints.sessionTimeoutMinutes')}
            min={5}
            max={1_440}
          />
        </Pair>
      </Card>
    </>
  );
}
