import { createPace } from '#platform/concurrency/pace'

/**
 * The same text as `JSON.stringify(parts, null, 2)`, written bit by bit: a part may be a list of thousands of entries,
 * which would hold up everything else in the process.
 */
export async function exportText(parts: Readonly<Record<string, unknown>>): Promise<string> {
  const members: string[] = []
  for (const [name, value] of Object.entries(parts)) {
    if (value === undefined) continue
    const text = Array.isArray(value) && value.length > 0 ? await listText(value) : textAt(1, value)
    members.push(`  ${JSON.stringify(name)}: ${text}`)
  }
  return `{\n${members.join(',\n')}\n}`
}

async function listText(list: readonly unknown[]): Promise<string> {
  const entries: string[] = []
  const pace = createPace()
  for (const each of list) {
    if (pace.isLong()) await pace.rest()
    entries.push(`    ${textAt(2, each)}`)
  }
  return `[\n${entries.join(',\n')}\n  ]`
}

/** A value as JSON at this depth. A line break in JSON is never one of a text. */
function textAt(depth: number, value: unknown): string {
  return (JSON.stringify(value, null, 2) ?? 'null').replaceAll('\n', `\n${'  '.repeat(depth)}`)
}
