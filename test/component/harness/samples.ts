import type * as z from 'zod';
import { Me } from '#contract/accounts/profile';
import { Usage } from '#contract/accounts/usage';
import { botDefaults } from '#contract/bots/bot-config';
import { Bot } from '#contract/bots/bots';
import { Conversation } from '#contract/conversations/inbox';
import { Document } from '#contract/knowledge/documents';

const AT = '2026-03-02T09:00:00.000Z';

/** The owner of an account, signed in. */
export const ME = Me.parse({
  profile: {
    id: 'user-1',
    email: 'jo@example.net',
    full_name: 'Jo Example',
    company_name: 'Example Ltd',
    avatar_url: null,
    role: 'client',
    created_at: AT,
    updated_at: AT,
  },
  accounts: [
    {
      id: 'user-1',
      name: 'Example Ltd',
      role: 'owner',
      plan: 'starter',
      standing: { state: 'active', plan: 'starter', at: null, discount: null },
      logoUrl: null,
      timeZone: 'Europe/Berlin',
      usage: { bots: 1, allBots: 1, teamMembers: 1, documents: 0, conversations: 0 },
      modelUse: [],
    },
  ],
});

/** A live bot that answers, but for the fields given. */
export function sampleBot(change: Partial<z.input<typeof Bot>> = {}): Bot {
  return Bot.parse({
    ...botDefaults('en'),
    id: 'bot-1',
    accountId: 'user-1',
    widgetId: 'abcd1234',
    name: 'Front desk',
    status: 'active',
    trainingStep: null,
    documentCount: 3,
    passageCount: 40,
    failedDocumentCount: 0,
    version: 2,
    publishedVersion: 1,
    hasUnpublishedChanges: false,
    isShown: true,
    isHeldByPlan: false,
    createdAt: AT,
    updatedAt: AT,
    ...change,
  });
}

/** A PDF that has been read, but for the fields given. */
export function sampleDocument(change: Partial<z.input<typeof Document>> = {}): Document {
  return Document.parse({
    id: 'doc-1',
    botId: 'bot-1',
    title: 'Price list',
    description: '',
    category: '',
    tags: [],
    fileName: 'prices.pdf',
    format: 'pdf',
    size: 12_000,
    status: 'success',
    failureReason: null,
    pages: 4,
    words: 900,
    passages: 12,
    language: 'en',
    createdAt: AT,
    updatedAt: AT,
    replaces: null,
    url: null,
    ...change,
  });
}

/** A conversation that waits for a person, but for the fields given. */
export function sampleConversation(change: Partial<z.input<typeof Conversation>> = {}): Conversation {
  return Conversation.parse({
    id: 'conversation-1',
    botId: 'bot-1',
    status: 'escalated',
    language: 'en',
    startedAt: AT,
    lastMessageAt: AT,
    messageCount: 2,
    lastMessage: { author: 'visitor', text: 'Is anybody there?' },
    visitorName: 'Kim Visitor',
    unread: 1,
    assignee: null,
    stars: null,
    visitorNumber: 4821,
    currentPage: 'https://shop.example/prices/',
    unanswered: 0,
    lastQuestion: 'Is anybody there?',
    waitingSince: AT,
    page: 'https://shop.example/help',
    visitor: { userId: null, name: 'Kim Visitor', email: null },
    variables: {},
    collected: [],
    providedContact: false,
    escalation: null,
    endedBecause: null,
    ratingComment: null,
    visitorDeliveredThrough: null,
    visitorReadThrough: null,
    repliesMailedThrough: null,
    ...change,
  });
}

/** What an account uses of its plan, but for the fields given. */
export function sampleUsage(change: Partial<z.input<typeof Usage>> = {}): Usage {
  return Usage.parse({
    plan: 'professional',
    periodStart: '2026-03-01T00:00:00.000Z',
    periodEnd: '2026-04-01T00:00:00.000Z',
    conversations: { used: 1_200, limit: 10_000 },
    bots: { used: 2, limit: 5 },
    allBots: { used: 7, limit: 100 },
    teamMembers: { used: 3, limit: 5 },
    documents: { used: 40, limit: 100 },
    byBot: [
      { botId: 'bot-1', botName: 'Front desk', conversations: 1_000 },
      { botId: 'bot-2', botName: 'Returns', conversations: 200 },
    ],
    history: [{ month: '2026-02', conversations: 900, bots: 1, teamMembers: null, documents: 12 }],
    paused: { bots: 0, teamMembers: 0 },
    ...change,
  });
}
