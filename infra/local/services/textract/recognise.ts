import { copyFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Worker } from 'tesseract.js';

/** Of a text in a picture, in its pixels. */
export interface Box {
  readonly x0: number;
  readonly y0: number;
  readonly x1: number;
  readonly y1: number;
}

export interface Recognised {
  readonly text: string;
  /** Per cent. */
  readonly confidence: number;
  readonly bbox: Box;
}

export interface RecognisedLine extends Recognised {
  readonly words: readonly Recognised[];
}

/** It holds 200 MB: nobody is to keep them who has no more pictures. */
const IDLE_MS = 20_000;

/** Reads English and German in pictures, one after the other. Its data lies in npm packages: nothing is fetched. */
export class Recogniser {
  #worker: Promise<Worker> | undefined;
  #turn: Promise<unknown> = Promise.resolve();
  #idle: NodeJS.Timeout | undefined;

  /** `folder` exists, and is its own. */
  constructor(private readonly folder: string) {}

  recognise(picture: Buffer): Promise<readonly RecognisedLine[]> {
    const lines = this.#turn.then(async () => {
      clearTimeout(this.#idle);
      this.#worker ??= begin(this.folder);
      const worker = await this.#worker;
      const { data } = await worker.recognize(picture, {}, { text: false, blocks: true });
      return (data.blocks ?? []).flatMap(({ paragraphs }) => paragraphs.flatMap((each) => each.lines));
    });
    this.#turn = lines
      .catch(() => {})
      .then(() => {
        this.#idle = setTimeout(() => void this.close(), IDLE_MS).unref();
      });
    return lines;
  }

  async close(): Promise<void> {
    clearTimeout(this.#idle);
    const worker = this.#worker;
    this.#worker = undefined;
    await (await worker?.catch(() => undefined))?.terminate();
  }
}

/** Tesseract takes the data of all its languages from one folder. */
async function begin(folder: string): Promise<Worker> {
  const { createWorker, OEM } = await import('tesseract.js');
  const { resolve } = createRequire(import.meta.url);
  for (const code of LANGUAGES) {
    const file = `${code}.traineddata.gz`;
    copyFileSync(resolve(`@tesseract.js-data/${code}/4.0.0_best_int/${file}`), join(folder, file));
  }
  return createWorker([...LANGUAGES], OEM.LSTM_ONLY, { langPath: folder, cacheMethod: 'none' });
}

const LANGUAGES = ['deu', 'eng'] as const;
