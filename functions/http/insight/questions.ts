import { QUESTION_ROUTES } from '#contract/routes/insight/questions';
import { loadActor } from '#core/accounts/profiles/load-actor';
import { createAnswerer } from '#core/answers/create-answerer';
import {
  addGolden,
  changeGolden,
  deleteGolden,
  getGoldenSet,
  updateGoldenSet,
} from '#core/insight/questions/golden';
import { runGoldenSet } from '#core/insight/questions/run-golden';
import {
  actOnUnanswered,
  answerUnanswered,
  listUnanswered,
  writePair,
} from '#core/insight/questions/unanswered';
import { changeFaq, getFaq } from '#core/knowledge/faqs/faqs';
import type { IngestDeps } from '#core/knowledge/ingest/ingest-document';
import { retrievalDeps } from '#core/knowledge/retrieval-deps';
import { FAQ_READER } from '#core/reading/faq';
import { verifyAccessToken } from '#platform/access-token';
import { systemClock as clock } from '#platform/clock';
import { httpHandler } from '#platform/http-handler';

const retrieval = retrievalDeps();
const ingest: IngestDeps = { clock, ...FAQ_READER, embedder: retrieval.embedder ?? null, recogniser: null };
const answerer = createAnswerer(retrieval);

export const handler = httpHandler(
  'questions',
  QUESTION_ROUTES,
  {
    writeFaq: ({ actor, params, body }) => writePair(ingest, actor, params.botId, body),
    getFaq: ({ actor, params }) => getFaq(actor, params),
    changeFaq: ({ actor, params, body }) => changeFaq(ingest, actor, params, body),
    listUnanswered: ({ actor, params, query }) => listUnanswered(actor, params.botId, query),
    actOnUnanswered: ({ actor, params, body }) => actOnUnanswered(clock, actor, params, body),
    answerUnanswered: ({ actor, params, body }) => answerUnanswered(ingest, actor, params, body),
    getGoldenSet: ({ actor, params }) => getGoldenSet(actor, params.botId),
    updateGoldenSet: ({ actor, params, body }) => updateGoldenSet(actor, params.botId, body),
    runGoldenSet: ({ actor, params }) => runGoldenSet({ clock, answerer }, actor, params.botId),
    addGolden: ({ actor, params, body }) => addGolden(clock, actor, params.botId, body),
    changeGolden: ({ actor, params, body }) => changeGolden(clock, actor, params, body),
    deleteGolden: ({ actor, params }) => deleteGolden(actor, params),
  },
  { loadActor, verifyAccessToken },
);
