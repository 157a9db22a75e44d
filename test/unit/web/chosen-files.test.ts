import { expect, it } from 'vitest';
import { doubtsAbout } from '#features/knowledge/chosen-files.ts';
import { fileHash } from '#features/knowledge/file-hash.ts';

const file = (name: string, content: string) => new File([content], name);

it('tells of a file that is among the chosen ones already, by content or by name, and of one in the table', async () => {
  const files = [
    file('prices.txt', 'Bicycles: 20'),
    file('copy.txt', 'Bicycles: 20'),
    file('prices.txt', 'Bicycles: 25'),
    file('terms.txt', 'None'),
    file('hours.txt', 'Ten to six'),
  ];
  const documents = [{ fileName: 'terms.txt', title: 'Terms of 2025', size: 20 }];
  expect(await doubtsAbout(files, documents)).toEqual([
    null,
    { kind: 'same_content', fileName: 'prices.txt' },
    { kind: 'same_name', fileName: 'prices.txt' },
    { kind: 'known_name', title: 'Terms of 2025' },
    null,
  ]);
});

it('tells of a file whose content is in the table under another name', async () => {
  const chosen = file('hours.txt', 'Ten to six');
  const documents = [
    { fileName: 'other.txt', title: 'Other', size: chosen.size, contentHash: 'f'.repeat(64) },
    { fileName: 'times.txt', title: 'Times', size: chosen.size, contentHash: await fileHash(chosen) },
    { fileName: 'hours.txt', title: 'Hours of 2025', size: 7, contentHash: 'e'.repeat(64) },
  ];
  expect(await doubtsAbout([chosen], documents)).toEqual([{ kind: 'known_content', title: 'Times' }]);
});

it('reads only files of one size, and asks nothing of one that can not be read', async () => {
  const read: string[] = [];
  const hash = async (blob: Blob) => {
    read.push((blob as File).name);
    throw new Error('gone');
  };
  const files = [file('a.txt', 'same'), file('b.txt', 'size'), file('c.txt', 'another')];
  expect(await doubtsAbout(files, [], hash)).toEqual([null, null, null]);
  expect(read).toEqual(['a.txt', 'b.txt']);
});
