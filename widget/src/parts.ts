import type { Entry } from './entry';
import type { CreatePart, Part, PartContext, PartName, Parts } from './parts/part';

/** How the file names of this chat's parts end: language and hash; the build puts it in. */
declare const PART_ENDING: string;

export interface PartLoader {
  /** Loads what is needed now, and tells all that is there of the change. */
  render(): void;
  decorate(entry: Entry, item: HTMLElement): void;
  withPart: PartContext['withPart'];
}

export interface PartLoaderOptions {
  readonly context: () => PartContext;
  /** Whether a part is needed as things stand, in the order of what they add to a message. */
  readonly isNeeded: Readonly<Record<PartName, () => boolean>>;
  /** Called when a part has come: it may add to messages that are shown already. */
  onLoad(): void;
}

/** Loads each part once, when it is first needed; after a lost connection the next need asks again. */
export function createPartLoader({ context, isNeeded, onLoad }: PartLoaderOptions): PartLoader {
  const names = Object.keys(isNeeded) as PartName[];
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
      for (const name of names) if (!loading.has(name) && isNeeded[name]()) void get(name);
    },
    decorate(entry, item) {
      for (const name of names) loaded.get(name)?.decorate?.(entry, item);
    },
    async withPart<NAME extends PartName>(name: NAME, use: (part: Parts[NAME]) => void) {
      const part = await get(name);
      if (part && !context().signal.aborted) use(part as Parts[NAME]);
    },
  };
}
