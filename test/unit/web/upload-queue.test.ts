import { describe, expect, it, vi } from 'vitest';
import { BotId, DocumentId } from '#contract/base/ids';
import type { Document, UploadGrant } from '#contract/knowledge/documents';
import { type NewFile, type UploadPorts, UploadRefused } from '#features/knowledge/file-upload.ts';
import { createUploadQueue } from '#features/knowledge/upload-queue.ts';
import { ApiError } from '#lib/api-error';

describe('upload queue', () => {
  it('announces, sends, completes and hands the document over', async () => {
    const { queue, ports, settled } = setUp();
    queue.add('b1', [file('a.pdf')]);
    await settled();
    expect(ports.register).toHaveBeenCalledWith('b1', {
      fileName: 'a.pdf',
      size: 7,
      description: '',
      contentHash: 'hash of a.pdf',
    });
    expect(ports.send).toHaveBeenCalledOnce();
    expect(ports.onDocument).toHaveBeenCalledWith(document('d1'));
    expect(queue.snapshot()).toEqual([]);
  });

  it('says of a document what was said of its file', async () => {
    const { queue, ports, settled } = setUp();
    const about = { title: 'Terms', description: 'All of them', category: 'Legal', tags: ['shipping'] };
    queue.add('b1', [{ ...file('a.pdf'), about }]);
    await settled();
    expect(ports.register.mock.calls[0]?.[1]).toMatchObject({ fileName: 'a.pdf', ...about });
  });

  it('announces a new version as one', async () => {
    const { queue, ports, settled } = setUp();
    queue.add('b1', [{ ...file('a.pdf'), replaces: DocumentId.parse('d0') }]);
    await settled();
    expect(ports.registerVersion).toHaveBeenCalledWith('b1', 'd0', {
      fileName: 'a.pdf',
      size: 7,
      contentHash: 'hash of a.pdf',
    });
    expect(ports.register).not.toHaveBeenCalled();
    expect(ports.complete).toHaveBeenCalledWith('b1', 'd1');
  });

  it('clears an entry that came to nothing away once the file that takes its place is there, and not before', async () => {
    let arrive: () => void = () => {};
    const { queue, ports, settled } = setUp({
      send: () =>
        new Promise((resolve) => {
          arrive = resolve;
        }),
    });
    const about = { title: 'Terms', description: '', category: 'Legal', tags: [] };
    queue.add('b1', [{ ...file('a.pdf'), about, insteadOf: DocumentId.parse('d0') }]);
    await settled();
    expect(ports.register.mock.calls[0]?.[1]).toMatchObject(about);
    expect(ports.remove).not.toHaveBeenCalled();
    arrive();
    await settled();
    expect(ports.remove.mock.calls).toEqual([['b1', 'd0']]);
    expect(ports.onRemoved).toHaveBeenCalledWith('b1', 'd0');
    expect(queue.snapshot()).toEqual([]);
  });

  it('has arrived also where the former entry stays behind', async () => {
    const { queue, ports, settled } = setUp({ remove: () => Promise.reject(new Error('busy')) });
    queue.add('b1', [{ ...file('a.pdf'), insteadOf: DocumentId.parse('d0') }]);
    await settled();
    expect(queue.snapshot()).toEqual([]);
    expect(ports.onRemoved).not.toHaveBeenCalled();
  });

  it('announces without a hash where the browser has none', async () => {
    const { queue, ports, settled } = setUp({ hash: async () => undefined });
    queue.add('b1', [file('a.pdf')]);
    await settled();
    expect(ports.register.mock.calls[0]?.[1]).not.toHaveProperty('contentHash');
  });

  it('sends at most three at once, and all in the end', async () => {
    const gates: (() => void)[] = [];
    const { queue, settled } = setUp({ send: () => new Promise((resolve) => gates.push(resolve)) });
    queue.add(
      'b1',
      ['a', 'b', 'c', 'd', 'e'].map((name) => file(`${name}.pdf`)),
    );
    await settled();
    expect(gates).toHaveLength(3);
    for (const open of gates.splice(0)) open();
    await settled();
    expect(gates).toHaveLength(2);
    for (const open of gates.splice(0)) open();
    await settled();
    expect(queue.snapshot()).toEqual([]);
  });

  it('refuses a file by type or size without asking anyone', async () => {
    const { queue, ports, settled } = setUp();
    queue.add('b1', [file('a.exe'), file('empty.pdf', '')]);
    await settled();
    expect(queue.snapshot().map(({ problem }) => problem)).toEqual([
      'document.type_not_supported',
      'file.empty',
    ]);
    expect(ports.register).not.toHaveBeenCalled();
  });

  it('sends the same content once when it is chosen twice', async () => {
    const { queue, ports, settled } = setUp({ hash: async () => 'same', send: () => new Promise(() => {}) });
    queue.add('b1', [file('a.pdf'), file('copy.pdf')]);
    await settled();
    expect(ports.register).toHaveBeenCalledOnce();
    expect(queue.snapshot().map(({ problem }) => problem)).toContain('document.duplicate');
  });

  it('takes a cancelled upload off the list and off the server', async () => {
    const { queue, ports, settled } = setUp({
      send: (_file, _upload, _progress, signal) =>
        new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('aborted')))),
    });
    queue.add('b1', [file('a.pdf')]);
    await settled();
    queue.cancel(queue.snapshot()[0]?.id ?? '');
    await settled();
    expect(queue.snapshot()).toEqual([]);
    expect(ports.remove).toHaveBeenCalledWith('b1', 'd1');
    expect(ports.complete).not.toHaveBeenCalled();
  });

  it('removes the document of an upload that is cancelled while it is announced', async () => {
    let announce: (grant: UploadGrant) => void = () => {};
    const { queue, ports, settled } = setUp({
      register: () =>
        new Promise((resolve) => {
          announce = resolve;
        }),
    });
    queue.add('b1', [file('a.pdf')]);
    await settled();
    queue.cancel(queue.snapshot()[0]?.id ?? '');
    announce(grant('d9'));
    await settled();
    expect(ports.send).not.toHaveBeenCalled();
    expect(ports.remove).toHaveBeenCalledWith('b1', 'd9');
  });

  it('tries again with the same form while it is good', async () => {
    const send = vi.fn<UploadPorts['send']>();
    send.mockRejectedValueOnce(new ApiError('network.failed')).mockResolvedValue(undefined);
    const { queue, ports, settled } = setUp({ send });
    queue.add('b1', [file('a.pdf')]);
    await settled();
    expect(queue.snapshot()[0]).toMatchObject({ phase: 'failed', problem: 'network.failed' });
    queue.retry(queue.snapshot()[0]?.id ?? '');
    await settled();
    expect(ports.register).toHaveBeenCalledOnce();
    expect(send).toHaveBeenCalledTimes(2);
    expect(queue.snapshot()).toEqual([]);
  });

  it.each([
    ['refused', new UploadRefused(), 0],
    ['too old', new ApiError('network.failed'), 11 * 60_000],
  ])('tries again with a new form when the old one is %s', async (_, failure, later) => {
    let now = 0;
    const send = vi.fn<UploadPorts['send']>();
    send.mockRejectedValueOnce(failure).mockResolvedValue(undefined);
    const { queue, ports, settled } = setUp({ send, now: () => now });
    queue.add('b1', [file('a.pdf')]);
    await settled();
    now += later;
    queue.retry(queue.snapshot()[0]?.id ?? '');
    await settled();
    expect(ports.remove).toHaveBeenCalledWith('b1', 'd1');
    expect(ports.register).toHaveBeenCalledTimes(2);
    expect(ports.onDocument).toHaveBeenCalledWith(document('d2'));
  });

  it('does not send again what has arrived when only the last call failed', async () => {
    const complete = vi.fn<UploadPorts['complete']>();
    complete
      .mockRejectedValueOnce(new ApiError('network.failed'))
      .mockImplementation(async (_, id) => document(id));
    const { queue, ports, settled } = setUp({ complete });
    queue.add('b1', [file('a.pdf')]);
    await settled();
    const [failed] = queue.snapshot();
    queue.retry(failed?.id ?? '');
    await settled();
    expect(ports.send).toHaveBeenCalledOnce();
    expect(queue.snapshot()).toEqual([]);
  });

  it('removes a failed upload from the server when it is dismissed', async () => {
    const { queue, ports, settled } = setUp({
      send: async () => {
        throw new UploadRefused();
      },
    });
    queue.add('b1', [file('a.pdf')]);
    await settled();
    queue.dismiss(queue.snapshot()[0]?.id ?? '');
    await settled();
    expect(ports.remove).toHaveBeenCalledWith('b1', 'd1');
    expect(queue.snapshot()).toEqual([]);
  });
});

function setUp(change: Partial<UploadPorts> = {}) {
  let documents = 0;
  const ports = {
    hash: vi.fn<UploadPorts['hash']>(async (blob) => `hash of ${(blob as File).name}`),
    register: vi.fn<UploadPorts['register']>(async () => grant(`d${++documents}`)),
    registerVersion: vi.fn<UploadPorts['registerVersion']>(async () => grant(`d${++documents}`)),
    send: vi.fn<UploadPorts['send']>(async () => {}),
    complete: vi.fn<UploadPorts['complete']>(async (_, id) => document(id)),
    remove: vi.fn<UploadPorts['remove']>(async () => {}),
    onDocument: vi.fn<UploadPorts['onDocument']>(),
    onRemoved: vi.fn<UploadPorts['onRemoved']>(),
    now: () => 0,
  };
  for (const [name, port] of Object.entries(change))
    if (name === 'now') ports.now = port as () => number;
    else (ports as Record<string, unknown>)[name] = vi.fn(port as () => unknown);
  const queue = createUploadQueue(ports);
  const settled = async () => {
    for (let turn = 0; turn < 50; turn++) await Promise.resolve();
  };
  return { queue, ports, settled };
}

function file(name: string, content = 'content'): NewFile {
  return { file: new File([content], name) };
}

function document(id: string): Document {
  return {
    id: DocumentId.parse(id),
    botId: BotId.parse('b1'),
    title: 'a',
    description: '',
    category: '',
    tags: [],
    fileName: 'a.pdf',
    format: 'pdf',
    size: 7,
    status: 'pending',
    failureReason: null,
    pages: null,
    words: null,
    passages: null,
    language: null,
    notices: [],
    tableCount: 0,
    createdAt: '2026-01-01T00:00:00.000Z',
    updatedAt: '2026-01-01T00:00:00.000Z',
    replaces: null,
    url: null,
  };
}

function grant(id: string): UploadGrant {
  return { document: document(id), upload: { url: 'https://uploads.example', fields: {} } };
}
