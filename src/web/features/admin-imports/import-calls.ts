import type { ApiPath } from '#contracts/api-path'
import type { Import, ImportCells, ImportFailure, ImportField, ImportRow } from '#contracts/imports'
import type { ListFetch, MailRecipients, SourceBody, Supplier, SupplierBody } from '#contracts/suppliers'
import { api, ApiError } from '../../lib/api-client.ts'
import { apiOnce, deleteAt, sendOnce, takeStep } from '../../lib/api-once.ts'
import { withQuery } from '../../lib/with-query.ts'
import { sendForm, type SendProgress } from '../../lib/send-form.ts'

export const IMPORTS_PATH: ApiPath<readonly Import[]> = '/api/admin/imports'
export const importPath = (id: string): ApiPath<Import> => `${IMPORTS_PATH}/${encodeURIComponent(id)}`

/**
 * What one reading of the file found. A file that is read again finds something else, and while it is read only the first
 * of it, so each reading has addresses of its own in the cache. The part behind # is not sent.
 */
type Reading = Pick<Import, 'id' | 'startedAt'>
const inReading = <T>(path: ApiPath<T>, { startedAt }: Reading): ApiPath<T> => `${path}#${startedAt}`
export const rowsPath = (item: Reading, query: object): ApiPath<readonly ImportRow[]> =>
  inReading(withQuery<readonly ImportRow[]>(`${importPath(item.id)}/rows`, query), item)
export const cellsPath = (item: Reading, line: number): ApiPath<ImportCells> =>
  inReading(`${importPath(item.id)}/rows/${line}`, item)
export const failuresPath = (item: Reading): ApiPath<readonly ImportFailure[]> =>
  inReading(`${importPath(item.id)}/failures`, item)
/** The failed rows as they came, with a reason each. */
export const failedRowsPath = (id: string) => `${importPath(id)}/failed.csv`
/** The file as it was sent. */
export const storedFilePath = (id: string) => `${importPath(id)}/file`

export const SUPPLIERS_PATH: ApiPath<readonly Supplier[]> = '/api/admin/suppliers'

/** Adds a supplier, or changes one as it was seen. */
export function saveSupplier(seen: Supplier | null, body: SupplierBody): Promise<Supplier> {
  return seen === null
    ? apiOnce<Supplier>(SUPPLIERS_PATH as ApiPath<unknown> as ApiPath<Supplier>, body)
    : api(supplierPath(seen.id), { method: 'PUT', body: { ...body, version: seen.version } })
}

/**
 * The supplier as somebody else has saved it, when that is why a call was refused; null for every other failure.
 */
export async function supplierAfterConflict(error: unknown, id: string | undefined): Promise<Supplier | null> {
  if (!(error instanceof ApiError) || error.body?.code !== 'SUPPLIER_CHANGED') return null
  return (await api(SUPPLIERS_PATH)).find((supplier) => supplier.id === id) ?? null
}

const supplierPath = (id: string) => `${SUPPLIERS_PATH}/${encodeURIComponent(id)}`
/** When their list was fetched, the newest first. */
export const fetchesPath = (id: string): ApiPath<readonly ListFetch[]> => `${supplierPath(id)}/fetches`
/** Who can get a mail with what became of a list. */
export const MAIL_RECIPIENTS_PATH: ApiPath<MailRecipients> = `${SUPPLIERS_PATH}/mail-recipients`

/** Says where a supplier's list is, and when it is fetched. */
export function saveSource(id: string, body: SourceBody): Promise<void> {
  return api(`${supplierPath(id)}/source`, { method: 'PUT', body })
}

/**
 * Begins to fetch a supplier's list.
 * @param latest the id of the latest fetch that was seen
 * @throws as `takeStep`; not when it is being fetched already
 */
export async function fetchNow(id: string, latest: string | undefined): Promise<void> {
  await takeStep<readonly ListFetch[]>({
    send: async () => [await api<ListFetch>(`${supplierPath(id)}/fetch`, { method: 'POST' })],
    read: () => api(fetchesPath(id)),
    // It may be through by now. One by itself is not what was asked for.
    isTaken: ([now]) => now?.state === 'under-way' || (now !== undefined && now.id !== latest && now.by !== null),
  })
}

export function deleteSupplier(id: string): Promise<void> {
  return deleteAt(supplierPath(id))
}

/** What a file is read again with: its answers, or null for what was read with them; or another encoding or sheet. */
export type ReadAgain =
  | { readonly settings: ImportSettings | null }
  | { readonly encoding: string }
  | { readonly sheet: string }

/** How a file's columns and rows are read. */
export interface ImportSettings {
  readonly mapping: Readonly<Record<string, ImportField | null>>
  readonly mode: Import['mode']
  readonly blank: Import['blank']
  /** By header. */
  readonly numbers?: Readonly<Record<string, 'point' | 'comma'>>
  readonly pieces?: Readonly<Record<string, number>>
  /** By value of the category column. */
  readonly categories?: Readonly<Record<string, string>>
  readonly unpriced?: boolean
  /** Cells that were corrected, and the reasons whose rows are left out. */
  readonly mends?: readonly { readonly line: number; readonly header: string; readonly text: string }[]
  readonly skips?: readonly string[]
  /** Whose list it is; null for nobody's. */
  readonly supplierId?: string | null
}

/**
 * Sends a price list. Without `check` it is imported at once in the mode create, as specified; with it a sample is
 * read, and the columns are asked for.
 * @throws ApiError with the server's sentence; TypeError; DOMException AbortError
 */
export function sendFile(
  file: File,
  {
    check,
    onProgress,
    signal,
  }: { readonly check: boolean; readonly onProgress: (progress: SendProgress) => void; readonly signal: AbortSignal },
): Promise<Import> {
  const form = new FormData()
  // Fields before the file: the server reads the form as it comes.
  form.append('mode', 'create')
  form.append('preview', check ? 'columns' : 'false')
  form.append('file', file)
  const words = [IMPORTS_PATH, check, file.name, file.size, file.lastModified].join(' ')
  return sendOnce(words, (key) => sendForm(IMPORTS_PATH, form, { onProgress, signal, attemptKey: key }))
}

/** Reads the file in another encoding. */
export function readAs(id: string, encoding: string): Promise<Import> {
  return api(`${importPath(id)}/encoding`, { method: 'PUT', body: { encoding } })
}

/** Reads another sheet of the workbook. */
export function readSheet(id: string, sheet: string): Promise<Import> {
  return api(`${importPath(id)}/sheet`, { method: 'PUT', body: { sheet } })
}

/** Reads every row of a file with these settings, without writing anything. */
export function previewAgain(id: string, settings: ImportSettings): Promise<Import> {
  return api(`${importPath(id)}/mapping`, { method: 'PUT', body: settings })
}

/** @param mayManyLeave says that a supplier's list is complete although many products left it */
export function startImport(id: string, mayManyLeave: boolean): Promise<Import> {
  return takeImportStep(id, { mayManyLeave }, 'start', ({ preview }) => !preview)
}

/** Stops after the batch under way; what is in stays in. */
export function cancelImport(id: string): Promise<Import> {
  return takeImportStep(id, undefined, 'cancel', ({ state }) => state === 'cancelled')
}

/** Makes the failed rows of an import that is over into a list of their own. */
export function correctFailed(id: string): Promise<Import> {
  return api(`${importPath(id)}/correct`, { method: 'POST' })
}

export function undoImport(id: string): Promise<Import> {
  return takeImportStep(id, undefined, 'undo', ({ state }) => state === 'undoing' || state === 'undone')
}

function takeImportStep(
  id: string,
  body: object | undefined,
  step: 'start' | 'cancel' | 'undo',
  isTaken: (item: Import) => boolean,
): Promise<Import> {
  return takeStep({
    send: () => api<Import>(`${importPath(id)}/${step}`, { method: 'POST', ...(body && { body }) }),
    read: () => api(importPath(id)),
    isTaken,
  })
}
