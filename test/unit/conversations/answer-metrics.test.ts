import { beforeEach, expect, test, vi } from 'vitest';
import type { AnswerRecord } from '#contract/answers/answer-record';
import type { AnswerKind } from '#contract/answers/citation';
import { acceptMessage } from '#core/conversations/accept-message';
import { answerConversation } from '#core/conversations/answer-conversation';
import { logger } from '#platform/logger';
import { withLocalTable } from '#test/helpers/local-table';
import { answer, answererOf, clock, depsOf, recordingSockets, runOf, send, startConversation } from './setup';

/** What was counted, in the order of the answers. */
const counted: boolean[] = [];
const waited: (number | null | undefined)[] = [];
const onStage: string[] = [];
vi.mock('#platform/metrics', () => ({
  countAnswer({ byModel, firstTextMs }: { byModel: boolean; firstTextMs?: number | null }) {
    counted.push(byModel);
    waited.push(firstTextMs);
  },
  countOnStage: (what: string) => void onStage.push(what),
}));

withLocalTable();
beforeEach(() => {
  for (const each of [counted, waited, onStage]) each.splice(0);
});

const record = (own: Partial<AnswerRecord>): AnswerRecord => ({
  model: 'eu.amazon.nova-lite-v1:0',
  modelFailure: null,
  inputTokens: 900,
  outputTokens: 40,
  costUsd: 0.0000636,
  retrievedMs: 10,
  firstTextMs: 300,
  doneMs: 900,
  searchedFor: null,
  unsupported: [],
  ...own,
});

async function answered(
  own: Partial<AnswerRecord>,
  mode: 'generate' | 'quote' = 'generate',
  kind: AnswerKind = 'generated',
) {
  const ref = await startConversation();
  await acceptMessage(clock, ref, send('What does it cost?'));
  const answerer = answererOf({ answer: async () => ({ ...answer('Ten.'), kind, record: record(own) }) });
  await answerConversation(depsOf(recordingSockets().sockets, answerer), ref, { ...runOf(), mode });
  return counted;
}

test('an answer of the model counts as such, with how long its first words took', async () => {
  expect(await answered({})).toEqual([true]);
  expect(waited).toEqual([300]);
  expect(onStage).toEqual([]);
});

test('an answer that says that the documents hold none counts as that', async () => {
  await answered({ model: null }, 'generate', 'abstained');
  expect(onStage).toEqual(['Abstentions']);
});

test.each(['throttled', 'unavailable', 'timed_out', 'refused'] as const)(
  'quotes that stand in for a model that was %s count as without it',
  async (modelFailure) => {
    expect(await answered({ modelFailure })).toEqual([false]);
  },
);

test('what is quoted since there was no time for the model counts as without it', async () => {
  expect(await answered({}, 'quote')).toEqual([false]);
});

test('an answer that needs no model is not counted', async () => {
  expect(await answered({ model: null })).toEqual([]);
});

test('what is counted is written where CloudWatch finds it, by the stage alone', async () => {
  const { countAnswer } = await vi.importActual<typeof import('#platform/metrics')>('#platform/metrics');
  vi.stubEnv('POWERTOOLS_METRICS_DISABLED', 'false');
  vi.stubEnv('POWERTOOLS_METRICS_NAMESPACE', 'Parley');
  vi.stubEnv('POWERTOOLS_DEV', 'true');
  vi.stubEnv('STAGE', 'production');
  const lines: string[] = [];
  const log = vi.spyOn(console, 'log').mockImplementation((line) => void lines.push(String(line)));
  countAnswer({ byModel: false });
  log.mockRestore();
  vi.unstubAllEnvs();
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({
      stage: 'production',
      Answers: 1,
      AnswersWithoutModel: 1,
      _aws: expect.objectContaining({
        CloudWatchMetrics: [
          expect.objectContaining({
            Namespace: 'Parley',
            Dimensions: [['stage']],
            Metrics: [
              expect.objectContaining({ Name: 'Answers' }),
              expect.objectContaining({ Name: 'AnswersWithoutModel' }),
            ],
          }),
        ],
      }),
    }),
  ]);
});

test('all lines of an answer are about its account, bot, conversation and message', async () => {
  const about = vi.spyOn(logger, 'appendKeys');
  await answered({});
  expect(about.mock.calls).toEqual([
    [
      {
        accountId: expect.any(String),
        botId: expect.any(String),
        conversationId: expect.any(String),
        messageId: expect.any(String),
      },
    ],
  ]);
  about.mockRestore();
});
