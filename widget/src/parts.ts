import type { Entry } from './entry';
import type { CreatePart, Part, PartContext, PartName, Parts } from './parts/part';
import { pendingPrompt } from './pending-prompt';

/** How the file names of this chat's parts end: language and hash; the build puts it in. */
declare const PART_ENDING: string;

export interface PartLoader {
  /** Loads what is needed now, and tells all that is there of the change. */
  render(): void;
  decorate(entry: Entry, item: HTMLElement): void;
  withPart: PartContext['withPart'];
}

/** Behind another widget, whose corner it may have to share. */
const SECOND_WIDGET = '[data-mode] ~ *';

/** Whether each part is needed as things stand, in the order of what they add to a message. */
function neededParts(context: PartContext): [PartName, boolean][] {
  const { host, conversation, messageList, coversWindow, queue } = context;
  const { entries, state, identity, past, hasOlder, isAway, isWithPerson, isOver } = conversation;
  const bot = context.bot();
  const isOpen = context.isOpen();
  const prompt = isOpen && pendingPrompt(context);
  const hasReply = entries.some(({ id, author }) => id && author !== 'visitor');
  const needed: Readonly<Record<PartName, boolean>> = {
    commands: queue.length > 0,
    placement: bot.mode !== 'floating' || host.matches(SECOND_WIDGET),
    covering: isOpen && coversWindow.matches,
    greeting: !!bot.greetingMessage || bot.autoOpen === true,
    older: hasOlder,
    away: messageList.isClosed() || isAway,
    waiting: isWithPerson && state?.reachable === false,
    sources: entries.some(({ citations }) => citations.length > 0),
    uploads:
      (isOpen && bot.enableFileUpload === true) ||
      (prompt && prompt.type === 'field') ||
      entries.some(({ attachment, error }) => attachment || error?.startsWith('attachment.')),
    thumbs: bot.enableFeedback === true && hasReply,
    'next-steps': entries.at(-1)?.kind === 'abstained',
    history: isOpen && !!identity,
    menu: hasReply || isWithPerson || isOver || past.length > 0,
    prompts: !!prompt,
    ending: isOver,
    unread: hasReply,
  };
  return Object.entries(needed) as [PartName, boolean][];
}

/**
 * Loads each part once, when it is first needed; after a lost connection the next need asks again. `onLoad` is called
 * when a part has come: it may add to messages that are shown already.
 */
export function createPartLoader(context: () => PartContext, onLoad: () => void): PartLoader {
  const loading = new Map<PartName, Promise<Part | undefined>>();
  const loaded = new Map<PartName, Part>();

  async function load(name: PartName): Promise<Part | undefined> {
    const { signal } = context();
    const module: { readonly create: CreatePart<Part> } | undefined = await import(
      /* @vite-ignore */ new URL(name + PART_ENDING, import.meta.url).href
    ).catch(() => loading.delete(name) && undefined);
    // Into a page that it was taken from meanwhile it would come back.
    if (!module || signal.aborted) return undefined;
    const part = module.create(context());
    loaded.set(name, part);
    onLoad();
    return part;
  }

  function get(name: PartName): Promise<Part | undefined> {
    const known = loading.get(name) ?? load(name);
    loading.set(name, known);
    return known;
  }

  return {
    render() {
      // Also where what it was loaded for is gone: it would stay as it was.
      for (const part of loaded.values()) part.render?.();
      for (const [name, isNeeded] of neededParts(context()))
        if (isNeeded && !loading.has(name)) void get(name);
    },
    decorate(entry, item) {
      for (const [name] of neededParts(context())) loaded.get(name)?.decorate?.(entry, item);
    },
    async withPart<NAME extends PartName>(name: NAME, use: (part: Parts[NAME]) => void) {
      const part = await get(name);
      if (part && !context().signal.aborted) use(part as Parts[NAME]);
    },
  };
}
