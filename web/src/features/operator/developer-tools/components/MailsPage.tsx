import { SelectField } from '@aws-amplify/ui-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Card } from '#components/Card.tsx';
import { Options } from '#components/form/Options.tsx';
import { NotLoaded } from '#components/NotLoaded.tsx';
import { Segmented } from '#components/Segmented.tsx';
import { Language } from '#contract/accounts/profile';
import { useTexts } from '#i18n/index';
import { mailQuery, mailsQuery } from '../queries';
import styles from './developer.module.css';
import { MailFrame } from './MailFrame';

/** Each mail as the code that sends it writes it. */
export function MailsPage() {
  const { t, language } = useTexts();
  const mails = useQuery(mailsQuery);
  const names = mails.data?.items.map(({ name }) => name) ?? [];
  const [chosen, setChosen] = useState<string | null>(null);
  const [mailLanguage, setMailLanguage] = useState<Language>(language);
  const name = chosen ?? names[0] ?? '';
  const mail = useQuery({ ...mailQuery(name, mailLanguage), enabled: name !== '' });
  return (
    <Card title={t('developer:pages.mails')} lead={t('developer:mails.lead')}>
      <div className="stack">
        <SelectField
          label={t('developer:mails.mail')}
          value={name}
          onChange={({ target }) => setChosen(target.value)}
        >
          <Options of={names} />
        </SelectField>
        <Segmented
          label={t('developer:mails.language')}
          value={mailLanguage}
          options={Language.options.map((value) => ({ value, label: t(`common:languages.${value}`) }))}
          onChange={setMailLanguage}
        />
        <NotLoaded query={mail} label="loading:default" lines={6} />
        {mail.data && (
          <>
            <p>
              <span className="muted">{t('developer:mails.subject')}</span>{' '}
              <strong>{mail.data.subject}</strong>
            </p>
            <MailFrame html={mail.data.html} title={t('developer:mails.frame')} />
            {mail.data.text !== null && (
              <details>
                <summary>{t('developer:mails.plain')}</summary>
                <pre className={styles.plain}>{mail.data.text}</pre>
              </details>
            )}
          </>
        )}
      </div>
    </Card>
  );
}
