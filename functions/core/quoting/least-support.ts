/**
 * Least support of an answer that no model writes, in either language. Chosen where right answers outnumber wrong ones
 * by most, over the repo's corpus and over documents that nothing here was written for
 * (`test/bench/unseen`); the benchmark's curves (`abstention`, `unseen`) show what another would do.
 */
export const LEAST_SUPPORT = 0.39;
