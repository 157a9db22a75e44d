import { Button, SelectField, TextField } from '@aws-amplify/ui-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Card } from '#components/Card.tsx';
import { ErrorNotice } from '#components/ErrorNotice.tsx';
import { Options } from '#components/form/Options.tsx';
import { NotLoaded } from '#components/NotLoaded.tsx';
import { formatBytes, formatNumber } from '#i18n/format';
import { useTexts } from '#i18n/index';
import { useAuth } from '#lib/session/session';
import { apiQuery } from '../queries';
import type { ApiRoute } from '../routes';
import { type ApiAnswer, sendRequest } from '../send-request';
import styles from './developer.module.css';

/** Calls any route of the API with the session of who looks at it. */
export function ApiPage() {
  const { t } = useTexts();
  const api = useQuery(apiQuery);
  const [filter, setFilter] = useState('');
  const [chosen, setChosen] = useState('');
  const wanted = filter.trim().toLowerCase();
  const routes = (api.data ?? []).filter(({ id, summary }) =>
    `${id} ${summary}`.toLowerCase().includes(wanted),
  );
  const route = routes.find(({ id }) => id === chosen) ?? routes[0];
  return (
    <Card title={t('developer:pages.api')} lead={t('developer:api.lead')}>
      <NotLoaded query={api} label="loading:default" lines={6} />
      {api.data && (
        <div className="stack">
          <TextField
            label={t('developer:api.filter')}
            value={filter}
            maxLength={100}
            onChange={({ target }) => setFilter(target.value)}
          />
          {route ? (
            <>
              <SelectField
                label={t('developer:api.route')}
                descriptiveText={route.summary}
                value={route.id}
                onChange={({ target }) => setChosen(target.value)}
              >
                <Options of={routes} value={({ id }) => id} />
              </SelectField>
              <RequestForm key={route.id} route={route} />
            </>
          ) : (
            <p className="muted">{t('developer:api.none')}</p>
          )}
        </div>
      )}
    </Card>
  );
}

function RequestForm({ route }: { readonly route: ApiRoute }) {
  const { t } = useTexts();
  const { account } = useAuth();
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const [body, setBody] = useState(route.body);
  const [isChecked, setChecked] = useState(false);
  const request = useMutation({ mutationFn: () => sendRequest(route, values, body, account.id) });
  const isIncomplete = route.parameters.some(({ name, isRequired }) => isRequired && !values[name]?.trim());
  const isBroken = body !== null && !isJson(body);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (!isIncomplete && !isBroken) request.mutate();
  };
  return (
    <form className="stack" onSubmit={submit} noValidate>
      {route.parameters.map(({ name, isRequired }) => (
        <TextField
          key={name}
          label={isRequired ? name : `${name} (${t('developer:api.optional')})`}
          value={values[name] ?? ''}
          maxLength={2_000}
          autoCapitalize="none"
          spellCheck={false}
          onChange={({ target }) => setValues({ ...values, [name]: target.value })}
        />
      ))}
      {body !== null && (
        <label className="stack small">
          {t('developer:api.body')}
          <textarea
            className={`field ${styles.code}`}
            rows={8}
            spellCheck={false}
            value={body}
            onChange={({ target }) => setBody(target.value)}
          />
        </label>
      )}
      {isChecked && (isIncomplete || isBroken) && (
        <p role="alert" className="problem">
          {t(isIncomplete ? 'developer:api.missing' : 'developer:api.bodyWrong')}
        </p>
      )}
      <div>
        <Button
          type="submit"
          variation="primary"
          isLoading={request.isPending}
          loadingText={t('developer:api.send')}
        >
          {t('developer:api.send')}
        </Button>
      </div>
      {request.isError && <ErrorNotice error={request.error} />}
      {request.data && <Answer answer={request.data} />}
    </form>
  );
}

function Answer({ answer: { status, milliseconds, bytes, body } }: { readonly answer: ApiAnswer }) {
  const { t, language } = useTexts();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard
    <section className={styles.answer} aria-label={t('developer:api.answer')} tabIndex={0}>
      <p className="muted" role="status">
        {t('developer:api.took', {
          status: String(status),
          milliseconds: formatNumber(milliseconds, language),
          bytes: formatBytes(bytes, language),
        })}
      </p>
      <pre>{body}</pre>
    </section>
  );
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
