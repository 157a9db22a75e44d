/**
 * Grows when items of the table are written that the release before does not read: that one is deployed over this no more.
 * `test/unit/repository/stored-items.test.ts` compares both releases' schemas, and says when it has to.
 */
export const ITEMS_VERSION = 1;
