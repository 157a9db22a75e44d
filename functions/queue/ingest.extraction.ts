import { superviseExtraction } from '#core/reading/supervise';

/**
 * The process of the ingest function that reads strangers' files, given how many megabytes it may hold; bundled beside
 * the function as `extraction.cjs`.
 */
superviseExtraction(new URL('./parser.cjs', import.meta.url), Number(process.argv[2]));
