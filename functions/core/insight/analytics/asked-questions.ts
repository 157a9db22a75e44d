import type { StoredUnanswered } from '../questions/entity';
import { readUnanswered } from '../questions/read-unanswered';
import type { Gathered, GatheredTopic } from './gathered-topics';
import type { AnalysedBot } from './read-days';
import { topicOfQuestion } from './topics-of';

/** Questions without an answer that are known of topics, the most asked first. */
export async function askedQuestions(
  bots: readonly AnalysedBot[],
  { topicOf }: Gathered,
): Promise<ReadonlyMap<GatheredTopic, readonly StoredUnanswered[]>> {
  const groups = await Promise.all(
    bots.map(async (bot) => (await readUnanswered(bot)).map((group) => ({ bot, group }))),
  );
  const questions = new Map<GatheredTopic, StoredUnanswered[]>();
  for (const { bot, group } of groups.flat().sort((a, b) => mostAskedFirst(a.group, b.group))) {
    const topic = topicOf(bot.botId, topicOfQuestion(group.question) ?? '');
    if (topic) questions.set(topic, [...(questions.get(topic) ?? []), group]);
  }
  return questions;
}

/** What a topic is shown as. A heading, or what people call it, says what it is; mere words of questions do not. */
export function titleOf(
  { name, answered, merged }: GatheredTopic,
  questions: readonly StoredUnanswered[] | undefined,
): string {
  const isNamed = answered.size > 0 || merged.size > 0;
  return isNamed ? name : (questions?.[0]?.question ?? name);
}

function mostAskedFirst(a: StoredUnanswered, b: StoredUnanswered): number {
  return b.count - a.count || (a.lastAskedAt > b.lastAskedAt ? -1 : 1);
}
