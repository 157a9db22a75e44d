/** Runs the commands of the host page: `Parley('open')` and the others. */
import type { PublicBot } from '#contract/bots/public-bot';
import type { DescribeVisitor } from '#contract/conversations/widget';
import type { CommandTarget } from '../launch';
import { removeInvalidSettings } from './page-settings';
import type { Commands, PartContext } from './part';

type Listener = (detail: unknown) => void;

/** Longest value of a variable that the server takes. */
const MAX_VARIABLE_LENGTH = 200;

export function create(context: PartContext): Commands {
  const { host, script, widgetId, composer, conversation, queue } = context;

  const commands: Readonly<Record<string, (...args: never[]) => void>> = {
    open(options?: { readonly focus?: boolean }) {
      context.setOpen(true, { focus: options?.focus !== false });
      host.scrollIntoView({ block: 'nearest' });
    },
    close: () => context.setOpen(false, { focus: false }),
    toggle: () => context.setOpen(!context.isOpen()),
    set(fields?: Partial<PublicBot> & { readonly variables?: object }) {
      const { variables, ...settings } = fields ?? {};
      // A form of ours has any field, as it will be published.
      if (!script.parley) removeInvalidSettings(settings, context.bot());
      context.overrideConfig(settings);
      if (!variables) return;
      const texts = Object.entries(variables).map(([name, value]) => [
        name,
        `${value ?? ''}`.slice(0, MAX_VARIABLE_LENGTH),
      ]);
      conversation.describeVisitor({ variables: Object.fromEntries(texts) });
    },
    identify(visitor?: NonNullable<DescribeVisitor['identity']>) {
      const { userId, hash, name, email } = visitor ?? {};
      // Where nobody is signed in to the page there is none.
      if (userId && hash !== undefined)
        conversation.describeVisitor({ identity: { userId, hash, name, email } });
    },
    on(event: string, listener: Listener) {
      host.addEventListener(`parley:${event}`, ({ detail }: CustomEventInit) => listener(detail));
      // Whoever asks later is told too.
      if (event === 'ready' && context.isReady()) listener({ widget: widgetId });
    },
    reset() {
      composer.form.reset();
      conversation.forget();
    },
    destroy: context.remove,
  };

  return {
    run() {
      for (const [name, ...args] of queue.splice(0)) {
        const { widget = widgetId } = (args.at(-1) ?? {}) as CommandTarget;
        if (widget === widgetId)
          if (Object.hasOwn(commands, name as string)) commands[name as string]?.(...(args as never[]));
      }
    },
  };
}
