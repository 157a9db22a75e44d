import { Button } from '@aws-amplify/ui-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { Card } from '#components/Card.tsx';
import { ErrorNotice } from '#components/ErrorNotice.tsx';
import { LinkButton } from '#components/LinkButton.tsx';
import { NotLoaded } from '#components/NotLoaded.tsx';
import { Segmented } from '#components/Segmented.tsx';
import { useToast } from '#components/toasts.tsx';
import { PlanId } from '#contract/accounts/plan-id';
import { PLAN_IDS } from '#contract/accounts/plans';
import type { PlanPreview } from '#contract/accounts/usage';
import type { BotId } from '#contract/base/ids';
import { OverLimits, overLimits } from '#features/accounts/components/OverLimits.tsx';
import { useTexts } from '#i18n/index';
import { useMayChoosePlan } from '#lib/session/session';
import { planPreviewQuery, useKeepBots } from '../queries';
import styles from './usage.module.css';

const NONE = '';

/** What another plan would change, before anybody changes to it. The plan is in the address, so that others can lead here. */
export function PlanChange({ current }: { readonly current: PlanId }) {
  const { t } = useTexts();
  const [address, setAddress] = useSearchParams();
  const asked = PlanId.safeParse(address.get('plan')).data;
  const others = PLAN_IDS.filter((plan) => plan !== current);
  const chosen = others.find((plan) => plan === asked) ?? null;
  return (
    <Card title={t('usage:change.title')} lead={t('usage:change.lead')}>
      <Segmented<PlanId | typeof NONE>
        label={t('usage:change.plan')}
        value={chosen ?? NONE}
        options={others.map((plan) => ({ value: plan, label: t(`common:plan.${plan}`) }))}
        onChange={(plan) => setAddress({ plan }, { replace: true, preventScrollReset: true })}
      />
      {chosen && <Preview key={chosen} plan={chosen} />}
    </Card>
  );
}

function Preview({ plan }: { readonly plan: PlanId }) {
  const { t } = useTexts();
  const mayChoose = useMayChoosePlan();
  const toast = useToast();
  const [keep, setKeep] = useState<readonly BotId[] | null>(null);
  const preview = useQuery(planPreviewQuery(plan, keep));
  const keeping = useKeepBots();
  if (!preview.data) return <NotLoaded query={preview} label="loading:default" lines={3} />;
  const { bots, teamMembers } = preview.data;
  const changesNothing = [bots, teamMembers].every(({ pause, resume }) => pause.length + resume.length === 0);
  const over = overLimits(preview.data);
  return (
    <div className="stack parted-above" aria-live="polite">
      {changesNothing && over.length === 0 && <p>{t('usage:change.nothing')}</p>}
      {bots.pause.length > 0 && (
        <ChosenBots
          bots={bots}
          // What was ticked holds at once, and the answer that is on its way says the same.
          kept={keep ?? bots.stay.map(({ id }) => id)}
          onChoose={setKeep}
          action={
            keep !== null && (
              <Button
                size="small"
                isLoading={keeping.isPending}
                onClick={() =>
                  keeping.mutate([...keep], {
                    onSuccess: () => toast({ kind: 'success', text: t('usage:change.kept') }),
                  })
                }
              >
                {t('usage:change.keep')}
              </Button>
            )
          }
        />
      )}
      {keeping.isError && <ErrorNotice error={keeping.error} />}
      <Names title={t('usage:change.members')} names={teamMembers.pause} />
      <Names title={t('usage:change.resumedBots')} names={bots.resume} />
      <Names title={t('usage:change.resumedMembers')} names={teamMembers.resume} />
      <OverLimits preview={preview.data} />
      <p className="muted">{t('usage:change.kind')}</p>
      <div className="row">
        {mayChoose ? (
          <LinkButton to={`/billing?plan=${plan}`}>{t('usage:change.toBilling')}</LinkButton>
        ) : (
          <p className="muted">{t('common:planLimit.askOwner')}</p>
        )}
      </div>
    </div>
  );
}

/** Bots on the air, of which the plan has no room for all: those that are ticked stay. */
function ChosenBots({
  bots: { stay, pause, limit },
  kept,
  onChoose,
  action,
}: {
  readonly bots: PlanPreview['bots'];
  readonly kept: readonly BotId[];
  readonly onChoose: (ids: readonly BotId[]) => void;
  readonly action: ReactNode;
}) {
  const { t } = useTexts();
  const all = [...stay, ...pause].sort((one, other) => one.name.localeCompare(other.name));
  const next = all.map((bot) => bot.id).filter((bot) => !kept.includes(bot));
  // All places are taken: one that is chosen takes the place of the first, and one that is left gives it to the next.
  const choose = (id: BotId, isKept: boolean) =>
    onChoose(isKept ? [...kept.slice(1), id] : [...kept.filter((one) => one !== id), ...next.slice(0, 1)]);
  return (
    <fieldset className={styles.choice}>
      <legend>{t('usage:change.bots', { count: limit })}</legend>
      <p className="muted">{t('usage:change.rule')}</p>
      <ul>
        {all.map(({ id, name }) => {
          const isKept = kept.includes(id);
          return (
            <li key={id}>
              <label>
                <input
                  type={limit === 1 ? 'radio' : 'checkbox'}
                  name="kept-bots"
                  checked={isKept}
                  onChange={({ target }) => choose(id, target.checked)}
                />
                <span>{name}</span>
                <span className={`fine ${isKept ? 'good' : 'warning'}`}>
                  {t(isKept ? 'usage:change.stays' : 'usage:change.pauses')}
                </span>
              </label>
            </li>
          );
        })}
      </ul>
      {action}
    </fieldset>
  );
}

function Names({
  title,
  names,
}: {
  readonly title: string;
  readonly names: readonly { readonly id: string; readonly name: string }[];
}) {
  if (names.length === 0) return null;
  return (
    <section>
      <h3 className="text-m">{title}</h3>
      <ul className={styles.names}>
        {names.map(({ id, name }) => (
          <li key={id}>{name}</li>
        ))}
      </ul>
    </section>
  );
}
