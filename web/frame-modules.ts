import type { Plugin, Rolldown } from 'vite';

const inApp = (file: string) => new URL(`src/app/${file}`, import.meta.url).pathname;

/** What stands around every signed-in page. */
const FRAME = ['SignedInArea.tsx', 'SignedInFrame.tsx'].map(inApp);
/** Pages without it are loaded by these, or are these. */
const OUTSIDE = {
  routes: ['public-routes.tsx', 'auth-routes.tsx'].map(inApp),
  pages: ['ToApp.tsx', 'HandOver.tsx', 'SignedOut.tsx'].map(inApp),
};

/** Modules that the frame runs and no page outside of it: known once all have been read. */
export interface FrameModules {
  readonly plugin: Plugin;
  has(id: string): boolean;
}

export function frameModules(): FrameModules {
  let ofFrame: ReadonlySet<string> = new Set();
  return {
    plugin: {
      name: 'frame-modules',
      buildEnd() {
        const loaded = OUTSIDE.routes.flatMap((id) => this.getModuleInfo(id)?.dynamicallyImportedIds ?? []);
        const outside = reachedFrom([...OUTSIDE.pages, ...loaded], this);
        ofFrame = new Set([...reachedFrom(FRAME, this)].filter((id) => !outside.has(id)));
      },
    },
    has: (id) => ofFrame.has(id),
  };
}

/** What these run with all that they import before they run. */
function reachedFrom(ids: readonly string[], modules: Rolldown.PluginContext): ReadonlySet<string> {
  const reached = new Set<string>();
  const next = [...ids];
  for (let id = next.pop(); id !== undefined; id = next.pop()) {
    if (reached.has(id)) continue;
    reached.add(id);
    next.push(...(modules.getModuleInfo(id)?.importedIds ?? []));
  }
  return reached;
}
