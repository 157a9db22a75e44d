import { PLAN_IDS, PLANS, type PlanId } from '#contract/accounts/plans';
import {
  ADJUSTABLE_LIMITS,
  type AdjustableLimit,
  LimitOverrides,
} from '#contract/accounts/platform-settings';
import { useTexts } from '#i18n/index';
import styles from './admin.module.css';

/** What stands in the fields, by plan and limit; empty is what the plan's table says. */
export type LimitTexts = Readonly<Record<string, string>>;

const fieldOf = (plan: PlanId, limit: AdjustableLimit) => `${plan}.${limit}`;

export function textsOf(overrides: LimitOverrides): LimitTexts {
  return Object.fromEntries(
    PLAN_IDS.flatMap((plan) =>
      ADJUSTABLE_LIMITS.map((limit) => {
        const value = overrides[plan]?.[limit];
        return [fieldOf(plan, limit), value === undefined ? '' : String(value)];
      }),
    ),
  );
}

/** What the fields say, or null where one says no limit. */
export function overridesOf(texts: LimitTexts): LimitOverrides | null {
  const plans = PLAN_IDS.flatMap((plan) => {
    const set = ADJUSTABLE_LIMITS.flatMap((limit) => {
      const text = texts[fieldOf(plan, limit)]?.trim() ?? '';
      return text === '' ? [] : [[limit, Number(text)] as const];
    });
    return set.length === 0 ? [] : [[plan, Object.fromEntries(set)] as const];
  });
  return LimitOverrides.safeParse(Object.fromEntries(plans)).data ?? null;
}

/** Limits of each plan that are set otherwise than by the plan's table, which stands in the empty fields. */
export function LimitsTable({
  texts,
  isWrong,
  onChange,
}: {
  readonly texts: LimitTexts;
  readonly isWrong: boolean;
  readonly onChange: (texts: LimitTexts) => void;
}) {
  const { t } = useTexts();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard
    <section className="scroll" aria-label={t('admin:settings.limit')} tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('admin:settings.limit')}</th>
            {PLAN_IDS.map((plan) => (
              <th key={plan} scope="col">
                {t(`common:plan.${plan}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {ADJUSTABLE_LIMITS.map((limit) => (
            <tr key={limit}>
              <th scope="row">{t(`admin:limits.${limit}`)}</th>
              {PLAN_IDS.map((plan) => (
                <td key={plan}>
                  <input
                    className={`field ${styles.number}`}
                    inputMode="numeric"
                    aria-label={t('admin:settings.limitOf', {
                      limit: t(`admin:limits.${limit}`),
                      plan: t(`common:plan.${plan}`),
                    })}
                    placeholder={String(PLANS[plan].limits[limit])}
                    value={texts[fieldOf(plan, limit)] ?? ''}
                    onChange={({ target }) => onChange({ ...texts, [fieldOf(plan, limit)]: target.value })}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {isWrong && (
        <p role="alert" className={styles.problem}>
          {t('admin:settings.limitWrong')}
        </p>
      )}
    </section>
  );
}
