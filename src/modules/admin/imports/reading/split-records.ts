/** A row's text in the file, or why the row cannot be parsed. */
export interface RawRecord {
  /** The line on which it begins; the file's first line is 1. */
  readonly line: number
  readonly text: string
  readonly problem: string | null
}

/** A line of more is none of a price list; what is behind so many characters is not kept. */
export const MAX_LINE_CHARACTERS = 2 * 1024 * 1024
/** A quotation mark that is not closed within these limits counts as forgotten. */
const MAX_QUOTE_LINES = 500
const MAX_QUOTE_CHARACTERS = MAX_LINE_CHARACTERS
/** Every forgotten mark makes lines be read twice, so a file with more of them is refused. */
const MAX_FORGOTTEN_MARKS = 500

/** The rows cannot be told apart, because too many quotation marks are not closed. */
export class TooManyOpenQuotes extends Error {
  override readonly name = 'TooManyOpenQuotes'
}

/**
 * Splits a file into rows, so that a broken quotation mark makes only its own row fail: a CSV parser would read
 * everything after it as one cell and lose the good rows in it. The rows are well-formed and parsed by the library.
 */
export class RecordSplitter {
  /** The beginning of the line that is not complete. */
  #rest = ''
  /** A carriage return at the end of a piece may be one half of a line break. */
  #held = ''
  #line = 0
  #open: string[] = []
  #openLength = 0
  #openLine = 0
  #forgotten = 0
  #out: RawRecord[] = []
  readonly #delimiter: string

  constructor(delimiter: string) {
    this.#delimiter = delimiter
  }

  /** The rows that are complete with this piece of the file. @throws TooManyOpenQuotes */
  push(piece: string): RawRecord[] {
    let text = this.#held + piece
    this.#held = text.endsWith('\r') ? '\r' : ''
    if (this.#held !== '') text = text.slice(0, -1)
    if (text.includes('\r')) text = text.replaceAll(/\r\n?/g, '\n')
    let from = 0
    for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', from)) {
      this.#keep(text.slice(from, end))
      this.#readLine()
      from = end + 1
    }
    this.#keep(text.slice(from))
    return this.#flush()
  }

  /** The rows that are complete because the file is at its end. @throws TooManyOpenQuotes */
  end(): RawRecord[] {
    this.#held = ''
    if (this.#rest !== '') this.#readLine()
    while (this.#open.length > 0) this.#giveUp(NEVER_CLOSED)
    return this.#flush()
  }

  #flush(): RawRecord[] {
    const out = this.#out
    this.#out = []
    return out
  }

  /** Adds to the line that is not complete, up to one character more than it may have. */
  #keep(text: string): void {
    if (this.#rest.length <= MAX_LINE_CHARACTERS) this.#rest = (this.#rest + text).slice(0, MAX_LINE_CHARACTERS + 1)
  }

  #readLine(): void {
    const line = this.#rest
    this.#rest = ''
    this.#line += 1
    this.#read(line, this.#line)
  }

  #read(text: string, line: number): void {
    const isInside = this.#open.length > 0
    // A row of nothing but tabs is a row of empty cells, as one of nothing but commas is.
    if (!isInside && text.trim() === '' && !text.includes(this.#delimiter)) return
    const isTooLong = text.length > MAX_LINE_CHARACTERS
    if (isTooLong && !isInside) {
      this.#out.push({ line, text, problem: `Line ${line}: ${tooLong()}` })
      return
    }
    const end = isTooLong ? 'open' : isInside || text.includes('"') ? scan(text, this.#delimiter, isInside) : 'closed'
    if (end === 'closed' && !isInside) {
      this.#out.push({ line, text, problem: null })
      return
    }
    if (!isInside) this.#openLine = line
    this.#open.push(text)
    this.#openLength += text.length + 1
    if (end === 'closed') {
      this.#out.push({ line: this.#openLine, text: this.#open.join('\n'), problem: null })
      this.#close()
    } else if (end === 'broken') {
      this.#giveUp(STRAY)
    } else if (this.#open.length > MAX_QUOTE_LINES || this.#openLength > MAX_QUOTE_CHARACTERS) {
      this.#giveUp(NEVER_CLOSED)
    }
  }

  #close(): void {
    this.#open = []
    this.#openLength = 0
  }

  /** Reports the first line of an open row as broken, and reads the lines after it again. */
  #giveUp(problem: string): void {
    const lines = this.#open
    const first = this.#openLine
    this.#close()
    if (lines.length > 1 && ++this.#forgotten > MAX_FORGOTTEN_MARKS) throw new TooManyOpenQuotes()
    this.#out.push({ line: first, text: lines[0] ?? '', problem: `Line ${first}: ${problem}` })
    for (const [index, text] of lines.slice(1).entries()) this.#read(text, first + 1 + index)
  }
}

// Written when it is needed: the first number in words of a language takes a start 10 ms.
const tooLong = () => `the line has more than ${MAX_LINE_CHARACTERS.toLocaleString('en-US')} characters.`
const NEVER_CLOSED = 'a quotation mark is opened and not closed.'
const STRAY = 'a quotation mark stands where none can be. Double it ("") inside of a quoted cell.'

/** `24" monitor`, `4"x6"`. */
const INCHES = /\d\s?"/

/**
 * Whether the quotation marks within a cell that does not begin with one belong to its text, as spreadsheets read it:
 * they come in pairs, or one of them stands for inches.
 */
function isPlainText(cell: string): boolean {
  return cell.split('"').length % 2 === 1 || INCHES.test(cell)
}

/** Whether a line ends outside or inside a quoted cell, or has a quotation mark where none is allowed. */
function scan(text: string, delimiter: string, startsInside: boolean): 'closed' | 'open' | 'broken' {
  let at = 0
  let isInside = startsInside
  for (;;) {
    if (isInside) {
      const mark = text.indexOf('"', at)
      if (mark === -1) return 'open'
      if (text[mark + 1] === '"') {
        at = mark + 2
        continue
      }
      at = mark + 1
      if (at === text.length) return 'closed'
      if (text[at] !== delimiter) return 'broken'
      isInside = false
      at += 1
    }
    // At the beginning of a cell.
    if (text[at] === '"') {
      isInside = true
      at += 1
      continue
    }
    const end = text.indexOf(delimiter, at)
    const cell = text.slice(at, end === -1 ? text.length : end)
    if (cell.includes('"') && !isPlainText(cell)) return 'broken'
    if (end === -1) return 'closed'
    at = end + 1
  }
}
