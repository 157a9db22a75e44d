import { type FSWatcher, readdirSync, statSync, watch } from 'node:fs';
import path from 'node:path';

/**
 * Calls back when a file, or anything under a folder, changes; the result ends it. Each folder is watched by
 * itself: Node's recursive watching on Linux watches files, and loses one that an editor replaces on saving.
 */
export function watchPath(target: string, changed: () => void): () => void {
  const watchers = new Map<string, FSWatcher>();

  const follow = (folder: string, only?: string) => {
    if (watchers.has(folder)) return;
    const watcher = watch(folder, (_, name) => {
      if (only !== undefined && name !== only) return;
      if (!isFolder(folder)) {
        watcher.close();
        watchers.delete(folder);
      } else if (only === undefined && name !== null && isFolder(path.join(folder, name))) {
        followNew(path.join(folder, name));
      }
      changed();
    });
    watcher.on('error', () => watcher.close());
    watchers.set(folder, watcher);
    if (only !== undefined) return;
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (entry.isDirectory()) follow(path.join(folder, entry.name));
    }
  };

  const followNew = (folder: string) => {
    try {
      follow(folder);
    } catch (error) {
      // Removed again before it could be watched.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  };

  if (isFolder(target)) follow(target);
  else follow(path.dirname(target), path.basename(target));
  return () => {
    for (const watcher of watchers.values()) watcher.close();
  };
}

function isFolder(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
