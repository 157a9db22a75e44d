import type { Part } from '../figures';

/** By the names that `--only` knows, in the order of the table. Loaded when it is their turn. */
export const PARTS: Readonly<Record<string, () => Promise<Part>>> = {
  retrieval: async () => (await import('./retrieval')).retrieval,
  weights: async () => (await import('./weights')).weights,
  abstention: async () => (await import('./abstention')).abstention,
  adversarial: async () => (await import('./adversarial')).adversarial,
  answers: async () => (await import('./answers')).answers,
  unseen: async () => (await import('./unseen')).unseen,
  cases: async () => (await import('./cases')).cases,
  index: async () => (await import('./index-size')).indexSize,
  ingest: async () => (await import('./ingest')).ingest,
  analytics: async () => (await import('./analytics')).analytics,
  inbox: async () => (await import('./inbox')).inbox,
  exports: async () => (await import('./exports')).exports,
  formats: async () => (await import('./formats')).formats,
  chat: async () => (await import('./chat')).chat,
  costs: async () => (await import('./costs')).costs,
  sockets: async () => (await import('./sockets')).sockets,
  starved: async () => (await import('./starved')).starved,
  kills: async () => (await import('./kills')).kills,
  limits: async () => (await import('./limits')).limits,
  start: async () => (await import('./start')).start,
  widget: async () => (await import('./widget')).widget,
  lighthouse: async () => (await import('./lighthouse')).lighthouseScores,
  imports: async () => (await import('./imports')).imports,
  sizes: async () => (await import('./sizes')).sizes,
};
