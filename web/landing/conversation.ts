import { type Html, html } from './html';
import { logo } from './logo';
import type { Texts } from './texts';

const EXAMPLES = [
  {
    ask: 'landing:talk.returns.ask',
    question: 'landing:talk.returns.question',
    answer: 'landing:talk.returns.answer',
    sources: [
      ['landing:talk.returns.file', 'landing:talk.returns.quote'],
      ['landing:talk.returns.file2', 'landing:talk.returns.quote2'],
    ],
  },
  {
    ask: 'landing:talk.soles.ask',
    question: 'landing:talk.soles.question',
    answer: 'landing:talk.soles.answer',
    sources: [
      ['landing:talk.soles.file', 'landing:talk.soles.quote'],
      ['landing:talk.soles.file2', 'landing:talk.soles.quote2'],
    ],
  },
] as const;
type Example = (typeof EXAMPLES)[number];

/**
 * What Parley does, to try: questions, answers that arrive as they would, and the passages that they stand on.
 * Radio buttons and details elements, so that it works by keyboard and without a script.
 */
export function conversation(texts: Texts): Html {
  const { t } = texts;
  return html`
    <section class="talk" aria-label="${t('landing:talk.label')}">
      <p class="who">${logo()}<span><b>${t('landing:talk.name')}</b><small>${t('landing:talk.about')}</small></span></p>
      <fieldset>
        <legend class="vh">${t('landing:talk.ask')}</legend>
        ${EXAMPLES.map(
          (_, index) =>
            html`<input class="vh" type="radio" name="ask" id="ask${index + 1}"${index === 0 ? html` checked` : ''}>`,
        )}
        <div class="turns">${EXAMPLES.map((example, index) => turn(texts, example, index + 1))}</div>
        <p class="chips">${EXAMPLES.map(({ ask }, index) => html`<label for="ask${index + 1}">${t(ask)}</label>`)}</p>
      </fieldset>
    </section>`;
}

function turn({ t }: Texts, { question, answer, sources }: Example, number: number): Html {
  return html`
    <div class="turn">
      <p class="q"><span class="vh">${t('landing:talk.visitor')} </span>${t(question)}</p>
      <div class="a">
        <p><span class="vh">${t('landing:talk.bot')} </span>${pieces(t(answer), number, (source) =>
          t('landing:talk.source', { number: source }),
        )}</p>
        ${sources.map(
          ([file, quote], index) => html`
            <details id="s${number}${index + 1}"${index === 0 ? html` open` : ''}>
              <summary><b>${index + 1}</b> ${t(file)}</summary>
              <blockquote>${marked(t(quote))}</blockquote>
            </details>`,
        )}
      </div>
    </div>`;
}

/** The answer in the pieces in which it arrives, `|` between them; `[1]` is a link to the first source. */
function pieces(answer: string, example: number, name: (source: string) => string): readonly Html[] {
  return answer.split('|').map((piece) => {
    const [, words = '', source] = /^(.*?)(?:\[(\d)\])?$/.exec(piece) ?? [];
    const link = source
      ? [html`<sup><a href="#s${example}${source}" aria-label="${name(source)}">${source}</a></sup>`]
      : [];
    return html`<span>${words}${link}</span>`;
  });
}

/** `<words>` of a quote are the ones that the answer stands on. */
function marked(quote: string): readonly Html[] {
  return quote
    .split(/[<>]/)
    .map((words, index) => (index % 2 ? html`<mark>${words}</mark>` : html`${words}`));
}
