import { createHash } from 'node:crypto';
import { $remove, DeleteTransaction, PutTransaction, UpdateTransaction } from 'dynamodb-toolbox';
import { cleanLine } from '#contract/base/clean';
import { AccountId, DocumentId } from '#contract/base/ids';
import { DOCUMENT_LIMITS } from '#contract/knowledge/documents';
import { assertRoom } from '#core/accounts/limits/quotas';
import { loadAccount } from '#core/accounts/plan';
import type { WebPage } from '#core/reading/web-page';
import { putObject } from '#platform/buckets';
import type { Clock } from '#platform/clock';
import { ParleyError } from '#platform/errors';
import { newId } from '#platform/ids';
import { type ConditionalWrite, transact } from '#platform/table-writes';
import { removeDocument } from '../documents/delete-document';
import { handOverQuota, reserveQuota } from '../documents/document-quota';
import { DocumentEntity } from '../documents/entity';
import { queueIngest } from '../documents/ingest-job';
import { uploadAddress, uploadRefOf } from '../documents/keys';
import { retryOptimistically } from '../documents/optimistic-retry';
import { findDocument, isKept, type StoredDocument } from '../documents/stored-document';
import { scheduleUploadDeadline } from '../documents/upload-deadline';
import { SitePageEntity, type StoredSitePage } from './entity';
import { refOf } from './stored-site';

/** Where the document of a page stands. */
export interface PageDocuments {
  /** Of its newest content. */
  readonly current: StoredDocument | undefined;
  /** The one that answers. */
  readonly answering: StoredDocument | undefined;
  /** A person deleted it. */
  readonly isDeleted: boolean;
  /** Its newest content was lost by our fault, so the same content is to be stored again. */
  readonly isLost: boolean;
}

export async function documentsOf(page: StoredSitePage): Promise<PageDocuments> {
  const of = (id: string | undefined) =>
    id === undefined ? undefined : findDocument(page, DocumentId.parse(id));
  const [current, former] = await Promise.all([of(page.documentId), of(page.formerId)]);
  return {
    current,
    answering: [current, former].find((document) => document?.status === 'success'),
    isDeleted: page.documentId !== undefined && !current,
    isLost: current?.status === 'failed' && (isKept(current) || current.failureReason === 'not_uploaded'),
  };
}

/** The page was taken up by another synchronisation, or its website is being removed. */
export class PageTaken extends Error {}

export interface PageContent {
  readonly html: string;
  readonly page: WebPage;
  readonly textHash: string;
  readonly etag: string | undefined;
  readonly lastModified: string | undefined;
}

/**
 * Makes what a page says a document, which takes the place of the one before once it has been read. The upload is
 * there before the document: were it after, a function that dies in between would leave a document without a file.
 * Throws `plan.limit_exceeded`, and `PageTaken`.
 */
export function storePage(
  clock: Clock,
  page: StoredSitePage,
  documents: PageDocuments,
  content: PageContent,
): Promise<'added' | 'changed'> {
  return retryOptimistically(async () => {
    const { answering } = documents;
    // What a person has said of it while the page was fetched.
    const newest = answering && (await findDocument(page, DocumentId.parse(answering.documentId)));
    return storeOptimistically(clock, page, { ...documents, answering: newest ?? answering }, content);
  });
}

async function storeOptimistically(
  clock: Clock,
  page: StoredSitePage,
  { current, answering }: PageDocuments,
  content: PageContent,
): Promise<'added' | 'changed'> {
  const now = clock();
  const at = now.toISOString();
  const { accountId, botId, siteId, pageId, url, run } = page;
  const account = await loadAccount(AccountId.parse(accountId));
  const isOver = current?.status === 'failed';
  if (!answering) assertRoom(account, 'documents', now);
  const bytes = Buffer.from(content.html);
  const pageTitle = titleOf(content.page, url);
  const document: StoredDocument = {
    accountId,
    botId,
    documentId: newId(now),
    // What a person said of the page holds for what it says now.
    title: givenTitle(page, answering ?? current) ?? pageTitle,
    description: answering?.description ?? '',
    category: answering?.category ?? '',
    tags: answering?.tags ?? [],
    fileName: new URL(url).href.replace(/^https?:\/\//, '').slice(0, 255),
    format: 'html',
    size: bytes.length,
    status: 'pending',
    url,
    pageTitle,
    ...(answering?.headers && { headers: answering.headers }),
    ...(answering && {
      replaces: answering.documentId,
      lineage: answering.lineage ?? answering.documentId,
    }),
    createdAt: at,
    updatedAt: at,
  };
  const upload = uploadRefOf(document);
  await scheduleUploadDeadline(now, upload);
  const { versionId } = await putObject(uploadAddress(upload), bytes, {
    contentType: 'text/html; charset=utf-8',
  });
  await transact(
    { write: DocumentEntity.build(PutTransaction).item(document) },
    ...(answering ? [handOverQuota(document, answering)] : reserveQuota(account, document, now)),
    ...(isOver ? [removalOfFailed(current)] : []),
    {
      write: SitePageEntity.build(UpdateTransaction)
        .item({
          accountId,
          botId,
          siteId,
          pageId,
          isDone: true,
          outcome: page.documentId === undefined ? 'added' : 'changed',
          problem: $remove(),
          problemDetail: $remove(),
          documentId: document.documentId,
          formerId: answering?.documentId ?? $remove(),
          title: pageTitle,
          textHash: content.textHash,
          etag: content.etag ?? $remove(),
          lastModified: content.lastModified ?? $remove(),
          checkedAt: at,
          changedAt: at,
        })
        .options({
          condition: {
            and: [
              { attr: 'run', eq: run },
              { attr: 'isLeftOut', exists: false },
              page.documentId === undefined
                ? { attr: 'documentId', exists: false }
                : { attr: 'documentId', eq: page.documentId },
            ],
          },
        }),
      refused: () => new PageTaken(),
    },
  );
  await queueIngest({ ...upload, versionId });
  return page.documentId === undefined ? 'added' : 'changed';
}

/** One that failed gave its place back then. */
function removalOfFailed({ accountId, botId, documentId }: StoredDocument): ConditionalWrite {
  return {
    write: DocumentEntity.build(DeleteTransaction)
      .key({ accountId, botId, documentId })
      .options({ condition: { attr: 'status', eq: 'failed' } }),
    refused: () => new PageTaken(),
  };
}

/** The title that a person gave a page; with the page's own it is called what it calls itself again. */
function givenTitle(page: StoredSitePage, document: StoredDocument | undefined): string | undefined {
  if (!document) return undefined;
  // Stored before documents said it, the page itself knows: of its newest content.
  const own = document.pageTitle ?? (document.documentId === page.documentId ? page.title : undefined);
  return own !== undefined && document.title !== own ? document.title : undefined;
}

function titleOf({ title }: WebPage, url: string): string {
  const { hostname, pathname } = new URL(url);
  return (
    cleanLine((title ?? '').slice(0, DOCUMENT_LIMITS.title)) ||
    `${hostname}${pathname}`.slice(0, DOCUMENT_LIMITS.title)
  );
}

/** What a page says to its readers, as one value: what changes around it is no change. */
export function textHashOf({ title, blocks }: WebPage): string {
  const text = [title ?? '', ...blocks.map((block) => block.text)].join('\n');
  return createHash('sha256').update(text).digest('hex');
}

/** Deletes all documents of a page: they answer no more from the moment this returns. */
export async function removePageDocuments(
  site: Pick<StoredSitePage, 'accountId' | 'botId' | 'siteId'>,
  { documentId, formerId }: Pick<StoredSitePage, 'documentId' | 'formerId'>,
): Promise<void> {
  // The newest first: one that is to take the other's place would be left with it.
  for (const id of [documentId, formerId]) {
    if (id === undefined) continue;
    try {
      await removeDocument(refOf(site), DocumentId.parse(id));
    } catch (error) {
      if (!(error instanceof ParleyError) || error.code !== 'document.not_found') throw error;
    }
  }
}
