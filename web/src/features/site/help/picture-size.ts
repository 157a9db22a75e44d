/** Pixels of every picture of the product: the script that takes them and the pages that show them go by it. */
export const PICTURE_SIZE = { width: 1280, height: 800 } as const;
