import { ANNUAL_DISCOUNT, type Limits, monthlyPrice, PLANS, TRIAL_DAYS } from '#contract/accounts/plans';
import { type Html, html } from './html';
import type { Texts } from './texts';

const PAID = ['starter', 'professional', 'enterprise'] as const;
type Paid = (typeof PAID)[number];
export const LIMITS = [
  'bots',
  'conversations',
  'teamMembers',
  'documents',
] as const satisfies readonly (keyof Limits)[];

/** Both prices of each plan; radio buttons choose which shows, without a script. */
export function plans(texts: Texts): Html {
  const { t, language } = texts;
  const percent = new Intl.NumberFormat(language, { style: 'percent' }).format(ANNUAL_DISCOUNT);
  return html`
    <section id="plans" class="wide">
      <h2>${t('landing:plans.title')}</h2>
      <p class="lead">${t('landing:plans.text', { days: TRIAL_DAYS.regular })}</p>
      <fieldset>
        <legend class="vh">${t('landing:plans.interval')}</legend>
        <input class="vh" type="radio" name="interval" id="month" checked>
        <input class="vh" type="radio" name="interval" id="year">
        <p class="chips">
          <label for="month">${t('landing:plans.monthly')}</label>
          <label for="year">${t('landing:plans.annual')} <small>${t('landing:plans.discount', { percent })}</small></label>
        </p>
        <ul class="prices">${PAID.map((plan) => card(texts, plan))}</ul>
      </fieldset>
      <p class="go"><a href="/pricing">${t('landing:plans.details')}</a></p>
    </section>`;
}

function card(texts: Texts, plan: Paid): Html {
  const { t, number } = texts;
  const popular = plan === 'professional';
  const { limits } = PLANS[plan];
  return html`
    <li class="${plan}">
      <h3>${t(`common:plan.${plan}`)}${popular ? html` <span>${t('landing:plans.popular')}</span>` : ''}</h3>
      <p>${t(`landing:plans.${plan}`)}</p>
      ${plan === 'enterprise' ? custom(texts) : [priceOf(texts, plan, 'month'), priceOf(texts, plan, 'year')]}
      <ul>${LIMITS.map((limit) => {
        const count = limits[limit];
        // Unchecked is what -1 and 0 mean.
        const text =
          count <= 0
            ? t(`landing:plans.unlimited.${limit}`)
            : t(`landing:plans.limits.${limit}`, { count, number: number(count) });
        return html`<li>${text}</li>`;
      })}</ul>
      ${
        plan === 'enterprise'
          ? html`<a class="button quiet" href="/contact">${t('landing:plans.talk')}</a>`
          : html`<a class="out button${popular ? '' : ' quiet'}" href="${wayTo(plan)}">${t(
              'landing:plans.trial',
              {
                days: TRIAL_DAYS.regular,
                plan: t(`common:plan.${plan}`),
              },
            )}</a>`
      }
    </li>`;
}

/** A trial is of Starter by itself; of another it becomes one on the page of billing, which signing up leads to. */
function wayTo(plan: Paid): string {
  return plan === 'starter'
    ? '/auth/signup'
    : `/auth/signup?redirect=${encodeURIComponent(`/billing?plan=${plan}`)}`;
}

function priceOf({ t, price }: Texts, plan: Paid, interval: 'month' | 'year'): Html {
  const monthly = monthlyPrice(plan, interval);
  const billed =
    interval === 'month'
      ? t('landing:plans.billedMonthly')
      : t('landing:plans.billedAnnually', { total: price(monthly * 12) });
  return html`
    <p class="price ${interval}">
      <b>${price(monthly)}</b> ${t('landing:plans.perMonth')}<br><small>${billed}</small>
    </p>`;
}

function custom({ t, price }: Texts): Html {
  return html`<p class="price"><b>${t('landing:plans.custom')}</b><br><small>${t('landing:plans.billedCustom')} <a href="/pricing">${t('landing:plans.listed', { price: price(monthlyPrice('enterprise', 'month')) })}</a></small></p>`;
}
