import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { ExportId } from '#contract/base/ids';
import type { CreateExport, Export, ExportList } from '#contract/insight/reports';
import { call } from '#lib/api';

const KEY = ['exports'] as const;

/** While one is written and nobody is told live, its progress is asked for. */
const ASK_EVERY_MS = 2_000;

export const exportsQuery = queryOptions({
  queryKey: KEY,
  queryFn: ({ signal }) => call('listExports', { signal }),
  refetchInterval: ({ state }) => (state.data?.items.some(isUnderWay) ? ASK_EVERY_MS : false),
});

export const exportQuery = (exportId: ExportId) =>
  queryOptions({
    queryKey: [...KEY, exportId],
    queryFn: ({ signal }) => call('getExport', { params: { exportId }, signal }),
    refetchInterval: ({ state }) => (state.data && isUnderWay(state.data) ? ASK_EVERY_MS : false),
  });

export function isUnderWay({ status }: Pick<Export, 'status'>): boolean {
  return status === 'queued' || status === 'running';
}

export function createExport(body: CreateExport): Promise<Export> {
  return call('createExport', { body });
}

/** Saves the file: the link is good for minutes, so it is asked for when it is needed. */
export async function downloadExport(exportId: ExportId): Promise<void> {
  const { url } = await call('openExport', { params: { exportId } });
  location.assign(url);
}

export async function deleteExport(exportId: ExportId): Promise<void> {
  await call('deleteExport', { params: { exportId } });
}

/** Shows an export as it is now wherever it is shown. */
export function putExport(queryClient: QueryClient, changed: Export): void {
  queryClient.setQueryData<Export>([...KEY, changed.id], changed);
  queryClient.setQueryData<ExportList>(KEY, (list) => {
    if (!list) return list;
    const others = list.items.filter(({ id }) => id !== changed.id);
    return { items: [changed, ...others].sort((a, b) => b.createdAt.localeCompare(a.createdAt)) };
  });
}

export function forgetExports(queryClient: QueryClient): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: KEY });
}
