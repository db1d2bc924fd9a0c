import { fork, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { FileRefused } from '../errors.ts'
import { MAX_BYTES, MAX_COLUMNS } from '../import.ts'
import { CURRENCY } from './currencies.ts'

/** A sheet of a workbook as CSV with commas, one line per row of the sheet. */
export interface ReadSheet {
  readonly csv: readonly Buffer[]
  readonly sheet: string
  /** The sheets that have a table. */
  readonly sheets: readonly string[]
}

/** What the process tells beside the text of the sheet. */
type Message = Pick<ReadSheet, 'sheet' | 'sheets'> | { readonly refused: 'large' | 'broken' }

/** A price list of 100,000 rows unpacks to a third of it; a bomb does not end. */
const MAX_UNPACKED_BYTES = 256 * 1024 * 1024
const MAX_ENTRIES = 2000
const MAX_HEAP_MB = 768
const MAX_MS = 60_000
const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
/** What a cell reads as whose formula has no value, because no spreadsheet has ever had the workbook open. */
export const NOT_CALCULATED = '#NOT CALCULATED!'
/** How every workbook begins. */
export const ZIP = Buffer.from('504b0304', 'hex')

/** Whether a file says by its name or type that it is a workbook of Excel 2007 or later. */
export function isWorkbook(file: { readonly fileName: string; readonly mimeType: string }): boolean {
  return file.mimeType === XLSX_TYPE || /\.xlsx$/i.test(file.fileName)
}

/**
 * Reads a sheet in a process of its own, bounded in time, memory and size. A thread is no bound: V8 ends the whole
 * process when a cell claims to be in the last of a thousand million rows.
 * @param sheet null for the first one that has a table
 * @throws FileRefused when it is no workbook, or too large when unpacked, or the sheet is empty
 */
export async function readWorkbook(bytes: Buffer, sheet: string | null): Promise<ReadSheet> {
  if (!bytes.subarray(0, 4).equals(ZIP)) throw FileRefused.notWorkbook()
  const bounds = {
    sheet,
    maxUnpackedBytes: MAX_UNPACKED_BYTES,
    maxEntries: MAX_ENTRIES,
    maxCsvCharacters: MAX_BYTES,
    maxColumns: MAX_COLUMNS,
    currency: CURRENCY.source,
    notCalculated: NOT_CALCULATED,
  }
  const child = fork(fileURLToPath(new URL('./workbook-process.mjs', import.meta.url)), [JSON.stringify(bounds)], {
    execArgv: [`--max-old-space-size=${MAX_HEAP_MB}`],
    // It needs none of the shop's settings, and gets none of its secrets.
    env: {},
    stdio: ['pipe', 'pipe', 'ignore', 'ipc'],
  })
  const timer = setTimeout(() => child.kill('SIGKILL'), MAX_MS)
  try {
    const { csv, message } = await outputOf(child, bytes)
    // Without a message it was out of memory, or stopped by the timer.
    if (message === null) throw FileRefused.workbookTooLarge()
    if ('refused' in message)
      throw message.refused === 'large' ? FileRefused.workbookTooLarge() : FileRefused.notWorkbook()
    if (csv.length === 0) throw FileRefused.empty()
    return { csv, ...message }
  } finally {
    clearTimeout(timer)
    child.kill('SIGKILL')
  }
}

/** What a process has given out when it has ended. */
function outputOf(child: ChildProcess, input: Buffer) {
  return new Promise<{ readonly csv: readonly Buffer[]; readonly message: Message | null }>((resolve, reject) => {
    const csv: Buffer[] = []
    let message: Message | null = null
    child.stdout?.on('data', (piece: Buffer) => csv.push(piece))
    child.on('message', (received) => (message = received as Message))
    child.on('error', reject)
    child.on('close', () => resolve({ csv, message }))
    // A process that ends before it has read all says why by its end.
    child.stdin?.on('error', () => {})
    child.stdin?.end(input)
  })
}
