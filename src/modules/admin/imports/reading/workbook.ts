import { Worker } from 'node:worker_threads'
import { FileRefused } from '../errors.ts'
import { MAX_BYTES } from '../import.ts'

/** A sheet of a workbook as CSV with commas, one line per row of the sheet. */
export interface ReadSheet {
  readonly csv: readonly Buffer[]
  readonly sheet: string
  /** The sheets that have a table. */
  readonly sheets: readonly string[]
}

type Message =
  | { readonly text: string }
  | { readonly sheet: string; readonly sheets: readonly string[] }
  | { readonly refused: 'large' | 'broken' }

/** A price list of 100,000 rows unpacks to a third of it; a bomb does not end. */
const MAX_UNPACKED_BYTES = 256 * 1024 * 1024
const MAX_ENTRIES = 2000
const MAX_COLUMNS = 1000
const MAX_HEAP_MB = 768
const MAX_MS = 60_000
const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
/** How every workbook begins. */
export const ZIP = Buffer.from('504b0304', 'hex')

/** Whether a file says by its name or type that it is a workbook of Excel 2007 or later. */
export function isWorkbook(file: { readonly fileName: string; readonly mimeType: string }): boolean {
  return file.mimeType === XLSX_TYPE || /\.xlsx$/i.test(file.fileName)
}

/**
 * Reads a sheet in a thread of its own, bounded in time, memory and size.
 * @param sheet null for the first one that has a table
 * @throws FileRefused when it is no workbook, or too large when unpacked
 */
export async function readWorkbook(bytes: Buffer, sheet: string | null): Promise<ReadSheet> {
  if (!bytes.subarray(0, 4).equals(ZIP)) throw FileRefused.notWorkbook()
  const worker = new Worker(new URL('./workbook-worker.mjs', import.meta.url), {
    workerData: {
      bytes,
      sheet,
      maxUnpackedBytes: MAX_UNPACKED_BYTES,
      maxEntries: MAX_ENTRIES,
      maxCsvCharacters: MAX_BYTES,
      maxColumns: MAX_COLUMNS,
    },
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
  })
  const timer = setTimeout(() => void worker.terminate(), MAX_MS)
  try {
    return await new Promise<ReadSheet>((resolve, reject) => {
      const csv: Buffer[] = []
      worker.on('message', (message: Message) => {
        if ('text' in message) csv.push(Buffer.from(message.text))
        else if ('refused' in message)
          reject(message.refused === 'large' ? FileRefused.workbookTooLarge() : FileRefused.notWorkbook())
        else resolve({ csv, sheet: message.sheet, sheets: message.sheets })
      })
      // Out of memory, or stopped by the timer.
      worker.on('error', () => reject(FileRefused.workbookTooLarge()))
      worker.on('exit', () => reject(FileRefused.workbookTooLarge()))
    })
  } finally {
    clearTimeout(timer)
    await worker.terminate()
  }
}
