import type { TestProject } from 'vitest/node';
import { prepareAssembly, startSharedCloud } from './cloud';

type Shared = Awaited<ReturnType<typeof startSharedCloud>> & { readonly assembly: string };

/** Kept on the process: each project loads this module anew, and all are to share one cloud. */
const slot = globalThis as { parleySharedCloud?: { readonly started: Promise<Shared>; users: number } };

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  slot.parleySharedCloud ??= { started: start(), users: 0 };
  const shared = slot.parleySharedCloud;
  shared.users += 1;
  const { address, assembly } = await shared.started;
  project.provide('cloud', address);
  project.provide('assembly', assembly);
  return async () => {
    shared.users -= 1;
    if (shared.users > 0) return;
    delete slot.parleySharedCloud;
    await (await shared.started).stop();
  };
}

async function start(): Promise<Shared> {
  const assembly = await prepareAssembly();
  return { ...(await startSharedCloud(assembly)), assembly };
}
