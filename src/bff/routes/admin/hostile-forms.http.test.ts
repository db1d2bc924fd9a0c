import { connect } from 'node:net'
import { readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../../../testing/eventually.ts'
import { patient } from '../../../testing/patience.ts'
import { createRandom } from '../../../testing/random.ts'
import { startShop, type RunningShop } from '../../../testing/start-shop.ts'
import { staffScript } from '../../testing/staff-requests.ts'

const SEED = Number(process.env.FORMS_SEED ?? 31)
const B = 'x-boundary'
const TYPE = `multipart/form-data; boundary=${B}`
const LIST = 'name,brand,price,category\nAster 100,Aster,10.00,printers\n'
/** Longer than any answer takes, and shorter than what a hanging one would. */
const WITHIN_MS = patient(10_000)

let shop: RunningShop
let staff: string
let png: Buffer
/** What other programs keep in the folder of temporary files. */
let otherFiles: ReadonlySet<string>
beforeAll(async () => {
  otherFiles = new Set(await readdir(tmpdir()))
  shop = await startShop({ SEED_DEMO: 'false' })
  staff = (await staffScript(shop)).Authorization
  png = await sharp({ create: { width: 2, height: 2, channels: 3, background: '#0af' } })
    .png()
    .toBuffer()
})
afterAll(() => shop.stop())

interface Target {
  readonly path: string
  /** The name of the part with the file. */
  readonly field: string
  readonly fileName: string
  readonly type: string
  readonly content: () => Buffer
}
const TARGETS: readonly Target[] = [
  { path: '/api/admin/uploads', field: 'images', fileName: 'a.png', type: 'image/png', content: () => png },
  { path: '/api/admin/imports', field: 'file', fileName: 'a.csv', type: 'text/csv', content: () => Buffer.from(LIST) },
]

interface Answer {
  readonly status: number
  readonly text: string
}
type Bytes = string | Buffer
/** Every character is one byte. */
const bytes = (...parts: readonly Bytes[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)))

async function post(path: string, body: Buffer, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
  const answer = await shop.inject({
    method: 'POST',
    url: path,
    payload: body,
    headers: { 'content-type': TYPE, authorization: staff, ...headers },
  })
  return { status: answer.statusCode, text: answer.body }
}

/** Sends a request's bytes as they are, and closes the sending side. Resolves with the answer, if there is one. */
function postRaw(path: string, headers: readonly string[], body: Buffer): Promise<Answer | null> {
  const { hostname, port } = new URL(shop.url)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname)
    let text = ''
    socket.setTimeout(WITHIN_MS, () => {
      socket.destroy()
      reject(new Error(`${path} hangs: ${headers.join(', ')}`))
    })
    socket.on('data', (chunk) => (text += String(chunk)))
    socket.on('error', () => {})
    socket.on('close', () => resolve(text === '' ? null : { status: Number(text.split(' ')[1]), text }))
    const head = [
      `POST ${path} HTTP/1.1`,
      'Host: shop',
      'Connection: close',
      `Authorization: ${staff}`,
      `Content-Type: ${TYPE}`,
      ...headers,
    ]
    socket.end(bytes(`${head.join('\r\n')}\r\n\r\n`, body))
  })
}

const partOf = ({ field, fileName, type, content }: Target, disposition?: Bytes, more: Bytes = '') =>
  bytes(
    `--${B}\r\nContent-Disposition: `,
    disposition ?? `form-data; name="${field}"; filename="${fileName}"`,
    `\r\nContent-Type: ${type}\r\n`,
    more,
    '\r\n',
    content(),
    '\r\n',
  )
const END = `--${B}--\r\n`
const fieldOf = (name: string, value: Bytes) =>
  bytes(`--${B}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n`, value, '\r\n')

function expectRefused(what: string, { status, text }: Answer): void {
  expect(status, `${what}: ${text.slice(0, 200)}`).toBeGreaterThanOrEqual(400)
  expect(status, `${what}: ${text.slice(0, 200)}`).toBeLessThan(500)
  expect(text, what).toMatch(/"code":"[A-Z_]+"/)
  expect(text, what).not.toMatch(/undefined|Error:|\bat \w+ \(|Cannot read|busboy|dicer/i)
}
const expectAnswered = (what: string, { status, text }: Answer) =>
  expect(status, `${what}: ${text.slice(0, 200)}`).toBeLessThan(500)

/** A price list that is read waits for its columns then, and no job works on it. */
const WAITS = fieldOf('preview', 'columns')

/** Control characters, letters that turn the reading, and separators of folders. */
// oxlint-disable-next-line no-control-regex -- none of them may be in a name
const UNSEEN = /[\u0000-\u001f\u007f/\\\u202a-\u202e\u2066-\u2069]/

/** Names of files as no browser sends them. */
const HOSTILE_NAMES: readonly string[] = [
  'a\u0000.png',
  '../../../../etc/passwd',
  '..\\..\\windows\\system.ini',
  '/dev/null',
  'C:\\a.csv',
  'a\u202egnp.csv',
  '\u2066a\u2069.csv',
  '%00%0d%0aX-Evil: 1',
  'a\\".csv',
  '"',
  ';filename=b.csv',
  '.',
  '..',
  ' ',
  'CON.csv',
  'a'.repeat(5000),
  '😀'.repeat(200),
  '\ud83d',
  '=cmd|calc!A1.csv',
  '<script>alert(1)</script>.csv',
  '__proto__',
  'constructor',
]
const FIELD_NAMES = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'mode[]', 'mode', '', 'a\u0000b']

/** Forms that lack something or have too much of it, each with what it is. All are refused, or read as what they are. */
function brokenForms(target: Target): readonly (readonly [what: string, body: Buffer])[] {
  const part = partOf(target)
  const { field } = target
  return [
    ['nothing', Buffer.alloc(0)],
    ['only zero bytes', Buffer.alloc(5000)],
    ['only the end', bytes(END)],
    ['only line breaks', bytes('\r\n'.repeat(500))],
    ['no boundary at all', target.content()],
    ['no end', part],
    ['an end of one dash', bytes(part, `--${B}-\r\n`)],
    ['line breaks of one byte', bytes(String(part.toString('latin1')).replaceAll('\r\n', '\n'), END)],
    ['another boundary', bytes(part.toString('latin1').replaceAll(B, 'other'), '--other--\r\n')],
    ['a part without headers', bytes(`--${B}\r\n\r\n`, target.content(), '\r\n', END)],
    ['a part without anything', bytes(`--${B}\r\n--${B}\r\n`, END)],
    ['no name', bytes(partOf(target, 'form-data; filename="a.csv"'), END)],
    ['an empty name', bytes(partOf(target, 'form-data; name=""; filename="a.csv"'), END)],
    ['a file that is no file', bytes(fieldOf(field, target.content()), END)],
    ['a disposition of another kind', bytes(partOf(target, `attachment; name="${field}"; filename="a.csv"`), END)],
    ['two names', bytes(partOf(target, `form-data; name="${field}"; name="b"; filename="a"; filename="b"`), END)],
    ['a name without its quote', bytes(partOf(target, `form-data; name="${field}; filename="a`), END)],
    ['a header of 100 kB', bytes(partOf(target, undefined, `X-Long: ${'x'.repeat(100_000)}\r\n`), END)],
    ['3,000 headers', bytes(partOf(target, undefined, 'X-Many: 1\r\n'.repeat(3000)), END)],
    ['a header folded over many lines', bytes(partOf(target, undefined, `X-Fold: a${'\r\n b'.repeat(2000)}\r\n`), END)],
    ['a header without a colon', bytes(partOf(target, undefined, 'nonsense\r\n'), END)],
    [
      'a charset that there is not',
      bytes(partOf(target, `form-data; name="${field}"; filename*=klingon''a%FF%00`), END),
    ],
    [
      'percent signs that mean nothing',
      bytes(partOf(target, `form-data; name="${field}"; filename*=utf-8''%zz%`), END),
    ],
    ['base64', bytes(partOf(target, undefined, 'Content-Transfer-Encoding: base64\r\n'), END)],
    [
      'a form inside of a form',
      bytes(partOf({ ...target, type: `multipart/mixed; boundary=${B}`, content: () => bytes(part, END) }), END),
    ],
    ['500 fields', bytes(...Array.from({ length: 500 }, (_, i) => fieldOf(`f${i}`, '1')), part, END)],
    ['the same field 21 times', bytes(...Array.from({ length: 21 }, () => fieldOf('mode', 'create')), part, END)],
    ['500 files', bytes(...Array.from({ length: 500 }, () => part), END)],
    ['a field of 100 kB', bytes(fieldOf('mapping', 'x'.repeat(100_000)), part, END)],
    ['a mapping that is no JSON', bytes(fieldOf('mapping', '{"a":'), part, END)],
    ['a deep mapping', bytes(fieldOf('mapping', `${'{"a":'.repeat(3000)}1${'}'.repeat(3000)}`), part, END)],
    ['a mapping with a prototype', bytes(fieldOf('mapping', '{"__proto__":"name"}'), part, END)],
    ['something before and behind', bytes('preamble\r\n'.repeat(1000), part, END, 'epilogue'.repeat(1000))],
    ['two ends', bytes(part, END, END, part, END)],
    ...FIELD_NAMES.map(
      (name) => [`a field called ${JSON.stringify(name)}`, bytes(fieldOf(name, 'x'), WAITS, part, END)] as const,
    ),
    ...HOSTILE_NAMES.map(
      (name) =>
        [
          `a file called ${JSON.stringify(name.slice(0, 30))}`,
          bytes(WAITS, partOf(target, Buffer.from(`form-data; name="${field}"; filename="${name}"`)), END),
        ] as const,
    ),
  ]
}

const CONTENT_TYPES = [
  'multipart/form-data',
  'multipart/form-data; boundary',
  'multipart/form-data; boundary=',
  'multipart/form-data; boundary=""',
  `multipart/form-data; boundary="${B}`,
  `multipart/form-data; boundary=${'b'.repeat(5000)}`,
  `multipart/form-data; boundary=${B}; boundary=other`,
  `multipart/form-data; charset=utf-7; boundary=${B}`,
  `multipart/form-data; boundary*0=${B.slice(0, 4)}; boundary*1=${B.slice(4)}`,
  `MULTIPART/FORM-DATA; BOUNDARY=${B}`,
  `multipart/mixed; boundary=${B}`,
  `multipart/form-data; boundary=../../x`,
  'multipart/form-data; boundary=\u00e4\u00f6',
  'multipart/',
]

describe.each(TARGETS)('a form of files for $path', (target) => {
  it('that is broken, too much or strange is answered, and never with a failure of the shop', async () => {
    for (const [what, body] of brokenForms(target)) expectAnswered(what, await post(target.path, body))
  })

  it('of a content type that says nothing of its boundary is answered', async () => {
    const body = bytes(partOf(target), END)
    for (const type of CONTENT_TYPES) expectAnswered(type, await post(target.path, body, { 'content-type': type }))
  })

  it('that ends anywhere before its end is refused', async () => {
    const whole = bytes(fieldOf('mode', 'create'), partOf(target), `--${B}--`)
    const cuts = Array.from({ length: whole.length - 2 }, (_, at) => at)
    const answers = await Promise.all(cuts.map((at) => post(target.path, whole.subarray(0, at))))
    for (const [at, answer] of answers.entries()) expectRefused(`cut after ${at} bytes`, answer)
  })

  it('whose bytes were changed at random is answered', async () => {
    process.stdout.write(`forms are changed with FORMS_SEED=${SEED}\n`)
    const random = createRandom(SEED)
    const whole = bytes(WAITS, partOf(target), END)
    for (let round = 0; round < 40; round += 1) {
      let body = Buffer.from(whole)
      for (let changes = 1 + random.below(6); changes > 0; changes -= 1) {
        const at = random.below(body.length)
        const some = body.subarray(at, at + random.below(40))
        const change = random.below(4)
        if (change === 0) body[at] = random.below(256)
        else if (change === 1) body = bytes(body.subarray(0, at), body.subarray(at + some.length))
        else if (change === 2) body = bytes(body.subarray(0, at), some, body.subarray(at))
        else body = bytes(body.subarray(0, at), `\r\n--${B}`, body.subarray(at))
      }
      expectAnswered(`round ${round}: ${JSON.stringify(body.toString('latin1'))}`, await post(target.path, body))
    }
  })

  it('that brings more or less than its length says, or no length, is answered or its connection ends', async () => {
    const whole = bytes(partOf(target), END)
    const answers = await Promise.all([
      postRaw(target.path, [`Content-Length: ${whole.length + 100}`], whole),
      postRaw(target.path, [`Content-Length: ${whole.length - 20}`], whole),
      postRaw(target.path, ['Content-Length: 0'], whole),
      postRaw(target.path, ['Content-Length: 999999999999'], whole),
      postRaw(target.path, ['Content-Length: -1'], whole),
      postRaw(target.path, [], whole),
      postRaw(target.path, ['Transfer-Encoding: chunked'], bytes('5\r\n--x-b\r\nzz\r\n')),
      postRaw(target.path, ['Transfer-Encoding: chunked'], bytes(`${whole.length.toString(16)}\r\n`, whole)),
      ...[1, 60, 150].map((length) =>
        postRaw(target.path, [`Content-Length: ${whole.length}`], whole.subarray(0, length)),
      ),
    ])
    for (const answer of answers) if (answer !== null) expectRefused('another length', answer)
  })
})

it('the names of refused pictures are told without what turns or breaks a line, and whole', async () => {
  const [target] = TARGETS
  if (target === undefined) return
  for (const name of HOSTILE_NAMES) {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')
    const disposition = Buffer.from(`form-data; name="images"; filename="${name}"`)
    const body = bytes(partOf({ ...target, content: () => svg }, disposition), partOf(target), END)
    const answer = await shop.inject({
      method: 'POST',
      url: target.path,
      payload: body,
      headers: { 'content-type': TYPE, authorization: staff },
    })
    const header = answer.headers['x-refused']
    if (header === undefined) continue
    const [refused] = JSON.parse(decodeURIComponent(String(header))) as [{ fileName: string }]
    expect(refused.fileName).not.toMatch(UNSEEN)
    expect(refused.fileName).not.toMatch(/\p{Surrogate}/u)
  }
})

describe('after all these forms', () => {
  it('nothing is left of what was refused, in the database or in a folder of temporary files', async () => {
    const { connection } = shop.shop.database
    const fileIds = async () =>
      new Set((await connection.collection('import_files').find().toArray()).map((row) => String(row['fileId'])))
    // A connection that was cut off ends its upload a little later.
    await eventually(async () => {
      const imports = await connection.collection('imports').find().toArray()
      const known = new Set(imports.map((row) => String(row['_id'])))
      expect([...(await fileIds())].filter((id) => !known.has(id.split(':')[0] ?? ''))).toEqual([])
    })
    const left = (await readdir(tmpdir())).filter((name) => !otherFiles.has(name))
    expect(left.filter((name) => /multipart|upload|busboy/i.test(name))).toEqual([])
    expect({}).not.toHaveProperty('isAdmin')
    for (const { path, field, ...target } of TARGETS) {
      const { status } = await post(path, bytes(partOf({ path, field, ...target }), END))
      expect(status).toBe(field === 'images' ? 201 : 202)
    }
    const names = (await connection.collection('imports').find().toArray()).map((row) => String(row['fileName']))
    expect(names.filter((name) => UNSEEN.test(name) || /\p{Surrogate}/u.test(name))).toEqual([])
    expect(await shop.shop.jobs.failed()).toEqual([])
  })
})
