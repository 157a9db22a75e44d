import { afterEach, vi } from 'vitest';

// Files share their modules and globals: what a test puts in the place of a browser's is gone with it.
afterEach(() => vi.unstubAllGlobals());
