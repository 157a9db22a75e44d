import { TRIAL_DAYS } from '#contract/accounts/plans';
import { DOCUMENT_EXTENSIONS } from '#contract/site/product-facts';
import { type Html, html } from './html';
import { BUBBLE } from './logo';
import type { Texts } from './texts';

/** As many as a card has room for: one for each program. */
const FORMATS = [
  ...new Map(DOCUMENT_EXTENSIONS.map(({ called, extension }) => [called, extension])).values(),
];

/** Six cards, each with a small piece of the thing itself. */
export function features({ t }: Texts): Html {
  const card = (name: string, title: string, text: string, sample: Html) =>
    html`<li class="${name}"><div class="sample" aria-hidden="true">${sample}</div><h3>${title}</h3><p>${text}</p></li>`;
  return html`
    <section id="features" class="wide">
      <h2>${t('landing:features.title')}</h2>
      <ul class="cards">
        ${card(
          'sources',
          t('landing:features.sources.title'),
          t('landing:features.sources.text'),
          html`<p>… <mark>${t('landing:features.sources.sample')}</mark> <sup>1</sup><sup>2</sup></p>`,
        )}
        ${card(
          'documents',
          t('landing:features.documents.title'),
          t('landing:features.documents.text'),
          html`${FORMATS.map((format) => html`<kbd>${format}</kbd>`)}`,
        )}
        ${card(
          'honest',
          t('landing:features.honest.title'),
          t('landing:features.honest.text'),
          html`<p class="a">${t('landing:features.honest.sample')}</p>`,
        )}
        ${card(
          'language',
          t('landing:features.language.title'),
          t('landing:features.language.text'),
          html`<p lang="de">Vertrags<mark>kündigung</mark>sfrist</p>`,
        )}
        ${card(
          'everyone',
          t('landing:features.everyone.title'),
          t('landing:features.everyone.text'),
          html`<kbd>Tab</kbd><kbd>Enter</kbd><kbd>Esc</kbd>`,
        )}
        ${card(
          'embed night',
          t('landing:features.embed.title'),
          t('landing:features.embed.text'),
          html`<code>&lt;script <wbr>src="…/widget.js" <wbr>data-widget-id="<b>a1b2c3d4</b>" <wbr>defer&gt;&lt;/script&gt;</code>`,
        )}
      </ul>
    </section>`;
}

/** Reasons, beside a conversation in which the bot does not know. */
export function why({ t }: Texts): Html {
  const reason = (title: string, text: string) => html`<li><b>${title}</b> ${text}</li>`;
  return html`
    <section id="why">
      <div class="wide">
        <div>
          <h2>${t('landing:why.title')}</h2>
          <ul class="reasons">
            ${reason(t('landing:why.quick.title'), t('landing:why.quick.text'))}
            ${reason(t('landing:why.private.title'), t('landing:why.private.text'))}
            ${reason(t('landing:why.apart.title'), t('landing:why.apart.text'))}
            ${reason(t('landing:why.steady.title'), t('landing:why.steady.text'))}
            ${reason(t('landing:why.people.title'), t('landing:why.people.text'))}
          </ul>
        </div>
        <figure class="talk">
          <p class="q"><span class="vh">${t('landing:talk.visitor')} </span>${t('landing:why.question')}</p>
          <p class="a"><span class="vh">${t('landing:talk.bot')} </span>${t('landing:why.answer')}</p>
          <figcaption>${t('landing:why.caption')}</figcaption>
        </figure>
      </div>
    </section>`;
}

export function closing(texts: Texts): Html {
  const { t } = texts;
  return html`
    <section class="night closing">
      <svg viewBox="7 5 18 23" aria-hidden="true"><path d="${BUBBLE}"/></svg>
      <div class="wide">
        <h2>${t('landing:closing.title')}<br>${t('landing:closing.text')}</h2>
        <p class="go">
          ${start(texts)}
          <span class="out">${t('landing:hero.days', { days: TRIAL_DAYS.regular })} · ${t('landing:hero.card')}</span>
        </p>
      </div>
    </section>`;
}

/** What the page is to lead to; who has a session in this browser goes on to the application instead. */
export function start({ t }: Texts): Html {
  return html`<a class="button out" href="/auth/signup">${t('landing:startFree')}</a><a class="button in" href="/dashboard">${t('common:nav.dashboard')}</a>`;
}
