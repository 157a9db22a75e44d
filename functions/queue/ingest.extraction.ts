import { parentPort } from 'node:worker_threads';
import { serveExtraction } from '../core/knowledge/extraction/serve';

/** The thread of the ingest function that reads strangers' files; bundled beside it as `extraction.mjs`. */
if (parentPort) serveExtraction(parentPort);
