import { DAY_MS } from '#platform/time/durations'

/** "2026-12-31" of a workbook, "2-Jan", "Jan-02", "12/5/2026", "05.12.2026". */
const DATE =
  /^(?:\d{4}-\d{2}-\d{2}|\d{1,2}[./]\d{1,2}[./](?:\d{2}|\d{4})|\d{1,2}[-. ]{1,2}(?:jan|feb|m[aä]r|apr|ma[iy]|jun|jul|aug|sep|o[ck]t|nov|de[cz])[a-z]*\.?(?:[- ]\d{2,4})?|(?:jan|feb|m[aä]r|apr|ma[iy]|jun|jul|aug|sep|o[ck]t|nov|de[cz])[a-z]*\.?[- ]\d{2,4})$/iu
const BEGINS_LIKE_DATE = /^(?:\d{1,4}[-./ ]|[a-zä]{3,9}\.?[- ]\d)/i
/** A long number that a spreadsheet has shortened: "4,00638E+12". Numbers of articles can be like "5E10". */
const SHORTENED = /^\d(?:[.,]\d+E\+?|E\+)\d+$/i
/** What a spreadsheet shows where its formula failed, and `NOT_CALCULATED` of a workbook. */
const ERROR =
  /^#(?:n\/a|nv|na|ref!?|bezug!?|value!?|wert!?|div\/0!?|name\?|null!?|num!?|zahl!?|valeur!?|spill!?|calc!|field!|busy!|blocked!|connect!|unknown!|getting_data|not calculated!)$/i
/** Spreadsheets count days from here. */
const DAY_ZERO = Date.UTC(1899, 11, 30)
/** Goods are announced so many days ahead, and lists name days that are so long over. */
const AROUND_TODAY = { before: 366, after: 731 }

/** Whether a cell is a date, or what a spreadsheet took for one. */
export function isDate(cell: string): boolean {
  return cell.length <= 20 && BEGINS_LIKE_DATE.test(cell) && DATE.test(cell)
}

/** Whether a spreadsheet kept only the first digits of a number. */
export function isShortenedNumber(cell: string): boolean {
  return SHORTENED.test(cell)
}

/** Whether a formula of the spreadsheet failed here. */
export function isSpreadsheetError(cell: string): boolean {
  return cell.startsWith('#') && ERROR.test(cell)
}

/** The day that a whole number is as spreadsheets count days, where it lies around today: "2026-12-31"; otherwise null. */
export function dayOf(count: number, today: Date): string | null {
  const day = DAY_ZERO + count * DAY_MS
  const distance = (day - today.getTime()) / DAY_MS
  if (distance < -AROUND_TODAY.before || distance > AROUND_TODAY.after) return null
  return new Date(day).toISOString().slice(0, 10)
}
