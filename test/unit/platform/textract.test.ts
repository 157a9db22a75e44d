import {
  DetectDocumentTextCommand,
  InternalServerError,
  TextractClient,
  ThrottlingException,
  UnsupportedDocumentException,
} from '@aws-sdk/client-textract';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { recogniseText } from '#platform/textract';

const textract = mockClient(TextractClient);
afterEach(() => textract.reset());
afterAll(() => textract.restore());
const PICTURE = new Uint8Array([1, 2, 3]);
const failure = { message: 'no', $metadata: {} };

describe('text in a picture', () => {
  it('is its lines, with their places', async () => {
    const Geometry = { BoundingBox: { Left: 0.1, Top: 0.2, Width: 0.3, Height: 0.04 } };
    textract.on(DetectDocumentTextCommand, { Document: { Bytes: PICTURE } }).resolves({
      Blocks: [
        { BlockType: 'PAGE', Geometry },
        { BlockType: 'LINE', Text: 'Storage costs 38 pounds', Geometry },
        { BlockType: 'WORD', Text: 'Storage', Geometry },
      ],
    });
    expect(await recogniseText(PICTURE)).toEqual([
      { text: 'Storage costs 38 pounds', left: 0.1, top: 0.2, width: 0.3, height: 0.04 },
    ]);
  });

  it('is none of a picture that cannot be read, whoever tries again', async () => {
    textract.on(DetectDocumentTextCommand).rejects(new UnsupportedDocumentException(failure));
    expect(await recogniseText(PICTURE)).toBeNull();
  });

  it.each([new ThrottlingException(failure), new InternalServerError(failure)])(
    'fails where trying again may help: %s',
    async (error) => {
      textract.on(DetectDocumentTextCommand).rejects(error);
      await expect(recogniseText(PICTURE)).rejects.toBe(error);
    },
  );
});
