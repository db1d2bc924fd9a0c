import { escapeHtml } from '../text/escape-html.ts'
/** One part of a letter. Texts are plain: a reader of the HTML sees exactly these characters. */
export type LetterPart =
  /** Names nobody in a mail to an address that is not known to be the person's own. */
  | { readonly kind: 'greeting'; readonly name: string }
  /** It keeps its line breaks. */
  | { readonly kind: 'paragraph'; readonly text: string }
  /** Short values with their names, one below the other. */
  | { readonly kind: 'facts'; readonly rows: readonly (readonly [name: string, value: string])[] }
  /** The lines of a bill, each with a note below it, then its sums; the last sum is the total. */
  | {
      readonly kind: 'bill'
      readonly lines: readonly { readonly name: string; readonly note: string; readonly amount: string }[]
      readonly sums: readonly (readonly [name: string, amount: string])[]
    }
  /** With `isPersonal` the lines are words of or about a customer, which go to their own address only. */
  | {
      readonly kind: 'lines'
      readonly heading: string
      readonly lines: readonly string[]
      readonly isPersonal?: boolean
    }
  | { readonly kind: 'list'; readonly heading: string; readonly items: readonly string[] }
  /** A button, or with `isQuiet` a plain link: for what few readers need. */
  | { readonly kind: 'link'; readonly label: string; readonly url: string; readonly isQuiet?: boolean }

export interface Letter {
  readonly subject: string
  /** The inbox shows it after the subject. */
  readonly preview: string
  readonly heading: string
  readonly parts: readonly LetterPart[]
}

/** How letters look and who signs them. Colors are hex values, because mail programs know no style sheet. */
export interface LetterTheme {
  readonly sender: string
  readonly colors: Readonly<Record<'background' | 'sheet' | 'text' | 'softText' | 'line' | 'link', string>>
  /** The colors of the bar at the top, from left to right. */
  readonly bar: readonly string[]
}

const FONT = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
type Colors = LetterTheme['colors']
const WIDTH = 64
const LONGEST_NAME = 80
const RULE = '-'.repeat(WIDTH)

/** A letter as plain text and as HTML made of tables, which every mail program can show. */
export interface WrittenLetter {
  readonly text: string
  readonly html: string
}

/**
 * Writes a letter in two forms: `personal` with a customer's name and words, for their own address, and the outer one
 * without them, for everybody else: so nobody can have the shop write to strangers in words of their choice.
 */
export function writeLetter(letter: Letter, theme: LetterTheme): WrittenLetter & { readonly personal: WrittenLetter } {
  const parts = letter.parts.flatMap(withoutWords)
  return { ...writtenLetter({ ...letter, parts }, theme), personal: writtenLetter(letter, theme) }
}

function writtenLetter(letter: Letter, theme: LetterTheme): WrittenLetter {
  return { text: textOf(letter, theme), html: htmlOf(letter, theme) }
}

function withoutWords(part: LetterPart): LetterPart[] {
  if (part.kind === 'greeting') return [{ kind: 'greeting', name: '' }]
  return part.kind === 'lines' && part.isPersonal === true ? [] : [part]
}

/** A name as it may stand in a mail: letters, spaces, hyphens and apostrophes, so that it is no address and no number. */
export function plainName(name: string): string {
  return (
    name
      .normalize('NFC')
      .replaceAll(/[^\p{L}\p{M} '’-]/gu, ' ')
      .replaceAll(/ +/g, ' ')
      .trim()
      .slice(0, LONGEST_NAME)
      // Half of a letter that takes two places.
      .replace(/\p{Cs}$/u, '')
      .trimEnd()
  )
}

function greetingOf(name: string): string {
  const plain = plainName(name)
  return plain === '' ? 'Hello,' : `Hello ${plain},`
}

function columns(name: string, value: string): string {
  return name.padEnd(WIDTH - value.length) + value
}

function textOfPart(part: LetterPart): string[] {
  switch (part.kind) {
    case 'greeting':
      return [greetingOf(part.name)]
    case 'paragraph':
      return [part.text]
    case 'facts':
      return part.rows.map(([name, value]) => `${name}: ${value}`)
    case 'bill':
      return [
        RULE,
        ...part.lines.flatMap(({ name, note, amount }) => [name, columns(`  ${note}`, amount)]),
        RULE,
        ...part.sums.map(([name, amount]) => columns(name, amount)),
      ]
    case 'lines':
      return [part.heading, ...part.lines.map((line) => `  ${line}`)]
    case 'list':
      return [part.heading, ...part.items.map((item) => `  - ${item}`)]
    case 'link':
      return [`${part.label}: ${part.url}`]
  }
}

function textOf({ parts }: Letter, { sender }: LetterTheme): string {
  return [...parts.map((part) => textOfPart(part).join('\n')), sender].join('\n\n')
}

/** A word that is longer than a line is broken: it would make the letter wider than any screen. */
function row(content: string, colors: Colors, padding = '0 32px 20px'): string {
  return `<tr><td style="padding:${padding};${FONT};font-size:16px;line-height:24px;word-break:break-word;color:${colors.text}">${content}</td></tr>`
}

function htmlOfPart(part: LetterPart, colors: Colors): string {
  const heading = (text: string) => `<strong style="display:block;padding-bottom:4px">${escapeHtml(text)}</strong>`
  const pair = (name: string, value: string, style = '', valueStyle = 'white-space:nowrap') =>
    `<tr><td valign="top" style="padding:4px 16px 4px 0;white-space:nowrap;${style}">${escapeHtml(name)}</td><td align="right" style="padding:4px 0;${valueStyle};${style}">${escapeHtml(value)}</td></tr>`
  const table = (rows: string) =>
    `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="${FONT};font-size:16px;line-height:24px;color:${colors.text}">${rows}</table>`
  switch (part.kind) {
    case 'greeting':
      return row(escapeHtml(greetingOf(part.name)), colors)
    case 'paragraph':
      return row(escapeHtml(part.text).replaceAll('\n', '<br>'), colors)
    case 'facts':
      return row(table(part.rows.map(([name, value]) => pair(name, value, '', 'white-space:normal')).join('')), colors)
    case 'bill': {
      const line = `border-top:1px solid ${colors.line}`
      const lines = part.lines.map(
        ({ name, note, amount }) =>
          `<tr><td style="padding:10px 16px 10px 0;${line}">${escapeHtml(name)}<br><span style="font-size:14px;color:${colors.softText}">${escapeHtml(note)}</span></td>` +
          `<td align="right" valign="top" style="padding:10px 0;white-space:nowrap;${line}">${escapeHtml(amount)}</td></tr>`,
      )
      const sums = part.sums.map(([name, amount], index) => {
        const isTotal = index === part.sums.length - 1
        return pair(
          name,
          amount,
          isTotal ? `border-top:2px solid ${colors.text};font-weight:bold;font-size:18px` : index === 0 ? line : '',
        )
      })
      return row(table([...lines, ...sums].join('')), colors)
    }
    case 'lines':
      return row(heading(part.heading) + part.lines.map(escapeHtml).join('<br>'), colors)
    case 'list':
      return row(
        `${heading(part.heading)}<ul style="margin:0;padding-left:20px">${part.items.map((item) => `<li style="padding-bottom:4px">${escapeHtml(item)}</li>`).join('')}</ul>`,
        colors,
      )
    case 'link': {
      const href = escapeHtml(part.url)
      const label = escapeHtml(part.label)
      if (part.isQuiet === true) return row(`<a href="${href}" style="color:${colors.link}">${label}</a>`, colors)
      return row(
        `<table role="presentation" cellpadding="0" cellspacing="0"><tr><td bgcolor="${colors.link}" style="border-radius:4px">` +
          `<a href="${href}" style="display:inline-block;padding:12px 20px;${FONT};font-size:16px;font-weight:bold;color:#ffffff;text-decoration:none">${label}</a>` +
          '</td></tr></table>',
        colors,
      )
    }
  }
}

function htmlOf({ subject, preview, heading, parts }: Letter, { sender, colors, bar }: LetterTheme): string {
  const barCells = bar
    .map(
      (color) =>
        `<td width="${100 / bar.length}%" height="8" bgcolor="${color}" style="height:8px;line-height:8px;font-size:0">&nbsp;</td>`,
    )
    .join('')
  return [
    '<!doctype html>',
    `<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light"><title>${escapeHtml(subject)}</title></head>`,
    `<body style="margin:0;padding:0;background:${colors.background}">`,
    `<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(preview)}</div>`,
    `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" bgcolor="${colors.background}"><tr><td align="center" style="padding:24px 8px">`,
    `<table role="presentation" width="600" cellpadding="0" cellspacing="0" bgcolor="${colors.sheet}" style="width:100%;max-width:600px;border:1px solid ${colors.line}">`,
    `<tr><td><table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr>${barCells}</tr></table></td></tr>`,
    row(
      `<span style="font-size:14px;font-weight:bold;color:${colors.softText}">${escapeHtml(sender)}</span><h1 style="margin:8px 0 0;font-size:26px;line-height:32px;color:${colors.text}">${escapeHtml(heading)}</h1>`,
      colors,
      '28px 32px 20px',
    ),
    ...parts.map((part) => htmlOfPart(part, colors)),
    row(escapeHtml(sender), colors, '4px 32px 28px'),
    '</table></td></tr></table></body></html>',
  ].join('\n')
}
