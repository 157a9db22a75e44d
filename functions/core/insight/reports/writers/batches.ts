const BATCH_CHARACTERS = 64 * 1024;

/** Texts joined into larger pieces: each piece costs a call further on. */
export async function* batched(texts: AsyncIterable<string>): AsyncIterable<Uint8Array> {
  let batch = '';
  for await (const text of texts) {
    batch += text;
    if (batch.length < BATCH_CHARACTERS) continue;
    yield Buffer.from(batch);
    batch = '';
  }
  if (batch !== '') yield Buffer.from(batch);
}
