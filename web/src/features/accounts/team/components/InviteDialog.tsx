import { Alert, SelectField } from '@aws-amplify/ui-react';
import { useState } from 'react';
import { FormDialog } from '#components/FormDialog.tsx';
import { Options } from '#components/form/Options.tsx';
import { TextAreaInput } from '#components/form/TextAreaInput.tsx';
import { useToast } from '#components/toasts.tsx';
import { PlanId } from '#contract/accounts/plan-id';
import { AssignableRole, INVITATION_DAYS, INVITATION_MESSAGE } from '#contract/accounts/team';
import { useTexts } from '#i18n/index';
import { ApiError, errorCode } from '#lib/api-error';
import { type AddressOutcome, MOST_ADDRESSES, parseAddresses } from '../addresses';
import { useInvite } from '../queries';
import styles from './team.module.css';

const ADDRESSES_LENGTH = 5_000;

/** Invites one address or several. Those that could not be invited stay in the form, each with its reason. */
export function InviteDialog({ onClose }: { readonly onClose: () => void }) {
  const { t, language } = useTexts();
  const toast = useToast();
  const invite = useInvite();
  const [addresses, setAddresses] = useState('');
  const [role, setRole] = useState<AssignableRole>('member');
  const [message, setMessage] = useState('');
  const [isChecked, setChecked] = useState(false);
  const [refused, setRefused] = useState<readonly AddressOutcome[]>([]);
  const { valid, invalid } = parseAddresses(addresses);
  const problem = problemOf(valid.length, invalid.length);

  const reasonOf = (error: unknown) => {
    const full = error instanceof ApiError && error.code === 'team.limit_reached' ? error.details : null;
    const plan = PlanId.safeParse(full?.plan).data;
    return full && plan
      ? t('team:usage.full', {
          used: String(full.current),
          limit: String(full.limit),
          plan: t(`common:plan.${plan}`),
        })
      : t(`errors:${errorCode(error)}`);
  };

  const submit = () => {
    setChecked(true);
    if (problem || message.length > INVITATION_MESSAGE) return;
    invite.mutate(
      { emails: valid, role, language, ...(message.trim() && { message }) },
      {
        onSuccess: (outcomes) => {
          const failed = outcomes.filter(({ error }) => error !== null);
          const sent = outcomes.length - failed.length;
          if (sent > 0) toast({ kind: 'success', text: t('team:invite.sent', { count: sent }) });
          setRefused(failed);
          setAddresses(failed.map(({ email }) => email).join('\n'));
          if (failed.length === 0) onClose();
        },
      },
    );
  };
  return (
    <FormDialog
      title={t('team:invite.title')}
      submitLabel={t('team:invite.send')}
      busyLabel={t('team:invite.sending')}
      isBusy={invite.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      {refused.length > 0 && (
        <Alert variation="error" heading={t('team:invite.failed')}>
          <ul className={styles.reasons}>
            {refused.map(({ email, error }) => (
              <li key={email}>
                {email}: {reasonOf(error)}
              </li>
            ))}
          </ul>
        </Alert>
      )}
      <TextAreaInput
        label={t('team:invite.addresses')}
        descriptiveText={t('team:invite.addressesHint')}
        value={addresses}
        rows={3}
        isRequired
        autoCapitalize="none"
        spellCheck={false}
        onChange={({ target }) => setAddresses(target.value)}
        problem={isChecked ? problem : null}
        length={addresses.length}
        least={1}
        most={ADDRESSES_LENGTH}
      />
      <SelectField
        label={t('team:invite.role')}
        descriptiveText={t(`team:roles.${role}`)}
        value={role}
        onChange={({ target }) => setRole(AssignableRole.parse(target.value))}
      >
        <Options of={AssignableRole.options}>{(option) => t(`common:teamRoles.${option}`)}</Options>
      </SelectField>
      <TextAreaInput
        label={t('team:invite.message')}
        value={message}
        rows={3}
        onChange={({ target }) => setMessage(target.value)}
        problem={message.length > INVITATION_MESSAGE ? 'team:invite.messageLong' : null}
        length={message.length}
        least={0}
        most={INVITATION_MESSAGE}
      />
      <p className="muted">{t('team:invite.note', { count: INVITATION_DAYS })}</p>
    </FormDialog>
  );
}

function problemOf(valid: number, invalid: number) {
  if (invalid > 0) return 'team:invite.invalid' as const;
  if (valid === 0) return 'team:invite.required' as const;
  return valid > MOST_ADDRESSES ? ('team:invite.tooMany' as const) : null;
}
