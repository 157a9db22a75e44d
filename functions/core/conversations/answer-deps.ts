import { DocumentId } from '../../contract/ids';
import { bedrockEmbedder } from '../../platform/bedrock';
import { getObject } from '../../platform/buckets';
import { systemClock } from '../../platform/clock';
import { environment } from '../../platform/environment';
import { logger } from '../../platform/logger';
import { socketsAt } from '../../platform/sockets';
import { extractiveAnswer } from '../answers/extractive';
import type { NumberedPassage } from '../answers/prompt';
import { manifestReader } from '../knowledge/documents/manifest';
import { SegmentCache } from '../knowledge/index/cache';
import { retrieve } from '../knowledge/index/retrieve';
import type { AnswerDeps } from './answer-conversation';
import type { Answerer, Question, WrittenAnswer } from './answerer';

export function answerDeps(): AnswerDeps {
  return { clock: systemClock, sockets: socketsAt(), answerer: createAnswerer() };
}

function createAnswerer(): Answerer {
  const bucket = environment('INDEX_BUCKET');
  const embedder = bedrockEmbedder(environment('EMBEDDING_MODEL'));
  const deps = {
    manifests: manifestReader,
    segments: new SegmentCache(
      { readSegment: (key) => getObject({ bucket, key }) },
      { maxBytes: 256 * 1024 * 1024 },
    ),
    ...(embedder && { embedder }),
    onEmbeddingFailed: (error: unknown) => logger.warn('No vector.', { error: String(error) }),
  };
  async function quote(question: Question): Promise<WrittenAnswer> {
    const { hits } = await retrieve(deps, question.bot, question.text, { limit: 6 });
    const passages: NumberedPassage[] = hits.map(({ title, passage }, index) => ({
      number: index + 1,
      title,
      page: passage.page,
      heading: passage.heading,
      text: passage.text,
    }));
    const text = extractiveAnswer({ question: question.text, language: question.language, passages });
    if (text === null) return { text: question.fallbackMessage, kind: 'abstained', citations: [] };
    const citations = hits
      .map(({ documentId, title, passage }, index) => ({
        number: index + 1,
        documentId: DocumentId.parse(documentId),
        title,
        page: passage.page,
        heading: passage.heading,
        quote: passage.text.slice(0, 300),
      }))
      .filter(({ number }) => text.includes(`[${number}]`));
    return { text, kind: 'quoted', citations };
  }
  return { answer: (question) => quote(question), quote };
}
