import { parentPort } from 'node:worker_threads';
import { serveExtraction } from '#core/reading/serve';

/** The thread of that process which parses; bundled beside it as `parser.cjs`. */
if (parentPort) serveExtraction(parentPort);
