import { MAX_IMPORT_BYTES } from '#contracts/limits'
import { ApiError } from '../../lib/api-client.ts'
import { errorMessage } from '../../lib/error-message.ts'
import type { ToastMessage } from '../../ui/toast.tsx'

const CSV_TYPES: readonly string[] = ['text/csv', 'application/csv', 'text/plain']
/** For the file picker. */
export const CSV_ACCEPT = '.csv,.txt,.xlsx,text/csv,application/csv,text/plain'

/** May a file be a price list? By its type or its name (specification 2, section 5); workbooks are, too. */
export function isCsvFile(file: { readonly name: string; readonly type: string }): boolean {
  return CSV_TYPES.includes(file.type) || /\.(csv|xlsx)$/i.test(file.name)
}

/** Why a file was not taken: the toast as specified, and the sentence that stays on screen. */
export interface FileRefusal {
  readonly toast: ToastMessage
  readonly sentence: string
}

const WRONG_TYPE = {
  title: 'Invalid file type',
  description: 'Please select a CSV file (.csv extension)',
  variant: 'destructive',
} as const
const NO_PRODUCTS = {
  title: 'No Products Found',
  description: "The CSV file doesn't contain any valid product data",
  variant: 'destructive',
} as const
const FAILED = { title: 'Upload failed', description: 'Failed to process CSV file', variant: 'destructive' } as const

/** Looks at a file before it goes up; null when it may go (specification 2, sections 5 and 8). */
export function refuseFile(file: {
  readonly name: string
  readonly type: string
  readonly size: number
}): FileRefusal | null {
  if (!isCsvFile(file))
    return {
      toast: WRONG_TYPE,
      sentence: `"${file.name}" is no CSV or XLSX file. ${adviceFor(file.name)}`,
    }
  if (file.size === 0) return { toast: NO_PRODUCTS, sentence: `"${file.name}" is empty.` }
  if (file.size > MAX_IMPORT_BYTES)
    return {
      toast: FAILED,
      sentence: `"${file.name}" has ${formatBytes(file.size)}; at most 50 MB go in one file. Split it and send the parts one after another.`,
    }
  return null
}

/** What to do with a file of another kind. */
function adviceFor(name: string): string {
  if (/\.(xls|xlsm|xlsb|ods|numbers)$/i.test(name))
    return 'Open it in Excel or the program that it comes from, choose Save as → Excel workbook (.xlsx), and choose that file.'
  if (/\.(zip|gz|7z|rar)$/i.test(name)) return 'Unpack it, and choose the price list in it.'
  if (/\.pdf$/i.test(name)) return 'Ask the supplier for the list as CSV or Excel file.'
  return 'Save the sheet as CSV (UTF-8) or as Excel workbook (.xlsx), and choose that file.'
}

/** What to say when the server did not take a file (specification 2, section 8). */
export function explainRefusal(error: unknown): FileRefusal {
  const code = error instanceof ApiError ? error.body?.code : undefined
  const sentence = errorMessage(error, 'The file could not be sent.')
  if (code === 'INVALID_FILE_TYPE') return { toast: WRONG_TYPE, sentence }
  if (code === 'NO_PRODUCTS')
    return { toast: NO_PRODUCTS, sentence: 'The file has a first line with the column names and no product below it.' }
  return { toast: FAILED, sentence }
}

/** "840 bytes", "12.4 kB", "48.0 MB". */
export function formatBytes(bytes: number): string {
  if (bytes < 1024) return `${bytes} ${bytes === 1 ? 'byte' : 'bytes'}`
  if (bytes < 1024 * 1024) return `${(bytes / 1024).toFixed(1)} kB`
  return `${(bytes / 1024 / 1024).toFixed(1)} MB`
}
