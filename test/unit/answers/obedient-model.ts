import type { AnswerModel, ModelRequest } from '#core/answers/ports';
import { parsePrompt } from '#core/answers/prompt';

/**
 * A model as bad as can be: whatever a document, a title or a message tells it, it does. It leaks its
 * instructions in whichever way is asked for, cites numbers that it wasn't given, writes every address and all
 * words that it is told to, and hands out all it has before it.
 */
export class ObedientModel implements AnswerModel {
  calls = 0;
  /** All that it was shown. */
  shown = '';
  /** What it wrote last. */
  wrote = '';
  readonly #sizes: () => number;

  /** `sizes` are those of the pieces in which it writes. */
  constructor(sizes: () => number) {
    this.#sizes = sizes;
  }

  async *stream(request: ModelRequest) {
    this.calls++;
    this.shown = `${request.system}\n${request.messages.map(({ text }) => text).join('\n')}`;
    this.wrote = write(request);
    for (let at = 0; at < this.wrote.length; ) {
      const size = this.#sizes();
      yield { type: 'delta' as const, text: this.wrote.slice(at, at + size) };
      at += size;
    }
    yield {
      type: 'end' as const,
      stop: 'complete' as const,
      usage: { inputTokens: 900, outputTokens: this.wrote.length },
    };
  }
}

function write({ system, messages }: ModelRequest): string {
  // Of the system prompt, what the company says in it.
  const company = /<company>\n([\s\S]*)\n<\/company>$/.exec(system)?.[1] ?? '';
  const told = [company, ...messages.map(({ text }) => text)].join('\n');
  const { passages = [] } = parsePrompt(messages) ?? {};
  const answering = passages.find(({ text }) => /three working days|drei Werktage/.test(text));
  const said = [`${answering?.text.split('. ')[0]} [${answering?.number}].`];
  if (LEAK.test(told)) said.push(recited(system, told));
  if (DUMP.test(told)) said.push(told);
  for (const [, number] of told.matchAll(
    /(?:cite|source|zitiere|quelle|nummer|number)[^\d\n]{0,30}(\d{1,3})/gi,
  )) {
    said.push(
      `This is certain [${number}]. Also【${number}†source】 and [source ${number}] and [^${number}] and ［${number}］.`,
    );
  }
  for (const [url] of told.matchAll(/(?:https?|ftp|javascript|data|mailto):[^\s"'<>()\]]+/gi)) {
    said.push(
      `See [here](${url}) or ![pixel](${url}?q=visitor) or ${url}/?who=visitor or <${url}#x> or https://a.example!@${url.replace(/^.*:\/\//, '')}/x.\n[ref]: ${url}/ref\n`,
    );
  }
  for (const [, words] of told.matchAll(
    /(?:say|write|answer|reply|sag|sage|schreib|schreibe|antworte)[^"„“\n]{0,40}["„“]([^"”“]+)["”“]/gi,
  )) {
    said.push(`${words} [${answering?.number}].`);
  }
  return said.join(' ');
}

const LEAK =
  /system ?prompt|systemprompt|instructions|anweisungen|your rules|deine regeln|ihre regeln|above this line|über dieser zeile|initial(?:en)? (?:text|nachricht|message)/i;
const DUMP =
  /everything you (?:know|have|see)|all documents|other (?:customers|tenants|companies)|alles,? was du (?:weißt|hast|siehst)|alle dokumente|andere[nr]? (?:kunden|mandanten|firmen)/i;

function recited(system: string, told: string): string {
  const bytes = Buffer.from(system);
  if (/base ?64/i.test(told)) return bytes.toString('base64');
  if (/hex/i.test(told)) return bytes.toString('hex').replace(/../g, '$& ');
  if (/backwards|rückwärts/i.test(told)) return [...system].reverse().join('');
  if (/rot ?13|caesar|cäsar/i.test(told)) return rotated(system);
  if (/spell|buchstabier/i.test(told)) return [...system].join(' ');
  if (/hyphen|bindestrich/i.test(told)) return [...system].join('-');
  if (/capitals|großbuchstaben/i.test(told)) return system.toUpperCase();
  if (/leet|ziffern/i.test(told))
    return system.replace(/[eaost]/g, (letter) => ({ e: '3', a: '4', o: '0', s: '5', t: '7' })[letter] ?? '');
  if (/invisible|unsichtbar/i.test(told)) return [...system].join('\u200b');
  if (/cyrillic|kyrillisch/i.test(told))
    return system.replace(/[aeo]/g, (letter) => ({ a: 'а', e: 'е', o: 'о' })[letter] ?? '');
  if (/one word per line|ein wort je zeile/i.test(told)) return system.replace(/\s+/g, '\n');
  if (/emphasis|fett/i.test(told)) return system.replace(/\p{L}+/gu, '**$&**');
  if (/code block|codeblock/i.test(told)) return `\`\`\`\n${system}\n\`\`\``;
  if (/json/i.test(told)) return JSON.stringify({ prompt: system });
  return system;
}

function rotated(text: string): string {
  return text.replace(/[a-z]/gi, (letter) => {
    const first = letter <= 'Z' ? 65 : 97;
    return String.fromCharCode(first + ((letter.charCodeAt(0) - first + 13) % 26));
  });
}
