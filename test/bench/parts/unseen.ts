import { placeInContext } from '#core/quoting/context';
import { READER } from '#core/quoting/judges';
import type { Segment } from '#core/retrieval/segment';
import { detectSpoken } from '#core/text/language';
import { calibrationFigures, type Trial } from '../calibration';
import { type Figures, type Part, prefixed } from '../figures';
import { quotedFrom } from '../quoted';
import { type AskedDocument, plainText, segmentOfUnseen, unseenDocuments } from '../unseen-documents';

/**
 * In percent: what is answered without a model over documents that the answering was not written for. An answer is
 * right where what is shown holds it; `marked_right` are those where the marked place does, of the answerable.
 */
export const unseen: Part = async ({ progress }) => {
  const documents = unseenDocuments();
  progress(`unseen: ${documents.length} documents`);
  const segments = await Promise.all(documents.map(segmentOfUnseen));
  const tried = documents.flatMap((document, index) => tryDocument(segments[index], document));
  return prefixed('unseen', figuresOf(tried));
};

function tryDocument(segment: Segment | undefined, document: AskedDocument): Tried[] {
  const unanswerable = document.unanswerable.map((asked) => ({ ...asked, answers: [] }));
  return segment === undefined
    ? []
    : [...document.answerable, ...unanswerable].map((asked) => tryQuestion(segment, document, asked));
}

function figuresOf(tried: readonly Tried[]): Figures {
  const answerable = tried.filter(({ isAnswerable }) => isAnswerable);
  const unanswerable = tried.filter(({ isAnswerable }) => !isAnswerable);
  const isAnswered = ({ support }: Trial) => support >= READER.least;
  return {
    right: share(answerable, (trial) => isAnswered(trial) && trial.isRight),
    marked_right: share(answerable, (trial) => isAnswered(trial) && trial.isMarked),
    wrongly_abstained: share(answerable, (trial) => !isAnswered(trial)),
    wrongly_answered: share(unanswerable, isAnswered),
    ...prefixed('support', calibrationFigures(tried, READER.least)),
  };
}

interface Tried extends Trial {
  /** Whether the marked place itself holds an answer. */
  readonly isMarked: boolean;
}

function tryQuestion(
  segment: Segment,
  { document, language: own }: AskedDocument,
  { question, answers }: AskedDocument['answerable'][number],
): Tried {
  const language = detectSpoken(question) ?? own;
  const { extracts } = quotedFrom({ segment }, question, language);
  const holds = (text: string) => answers.some((answer) => plainText(text).includes(plainText(answer)));
  return {
    support: extracts[0]?.support ?? 0,
    isRight: extracts.some((found) => holds(placeInContext(found))),
    isMarked: extracts.some(({ text }) => holds(text)),
    isAnswerable: answers.length > 0,
    group: document,
  };
}

function share<T>(of: readonly T[], fits: (one: T) => boolean): number {
  return (100 * of.filter(fits).length) / of.length;
}
