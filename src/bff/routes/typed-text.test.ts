import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { StartImportFields } from '#contracts/imports'
import { registeredRoutes } from '../testing/registered-routes.ts'

/** Texts of several lines: their line breaks stay. Every other field is one line. */
const SEVERAL_LINES = new Set([
  'sendMessage body.message',
  'sendMessage body.issueDescription',
  'receiveDataRequest body.description',
  'addReview body.comment',
  'hideReview body.reason',
  'changeInboxEntry body.note',
  'writeOrderNote body.text',
  'replyToInboxEntry body.text',
  'addSavedReply body.text',
  'changeSavedReply body.text',
  'createProduct body.description',
  'createListedProduct body.description',
  'createListedProduct body.specifications',
  'createProduct body.specifications',
  'updateProduct body.description',
  'updateProduct body.specifications',
  'requestReturn body.note',
  'requestReturnAsGuest body.note',
  'decideReturn body.message',
])

/** Fields that take any text, and why nothing can go wrong with it. */
const ANY_TEXT: Readonly<Record<string, string>> = {
  'register body.password': 'only its hash is stored',
  'login body.password': 'it is compared with a hash',
  'requestLoginCode body.token': 'it is compared with the tokens of the address',
  'changePassword body.currentPassword': 'it is compared with a hash',
  'changeProfile body.currentPassword': 'it is compared with a hash',
  'changePassword body.newPassword': 'only its hash is stored',
  'changePassword body.confirmPassword': 'it is compared with the new password',
  'choosePassword body.newPassword': 'only its hash is stored',
  'choosePassword body.confirmPassword': 'it is compared with the new password',
  'openStaffSession body.password': 'it is compared with a hash',
  'openPersonSession body.password': 'it is compared with a hash',
  'acceptInvitation body.password': 'only its hash is stored',
  'changeOwnPassword body.currentPassword': 'it is compared with a hash',
  'changeOwnPassword body.newPassword': 'only its hash is stored',
  'changeOwnPassword body.confirmPassword': 'it is compared with the new password',
  'renewRecoveryCodes body.currentPassword': 'it is compared with a hash',
  'beginPasskey body.currentPassword': 'it is compared with a hash',
  'mapImport body.mapping.<key>': 'it names a column as it stands in the file',
  'readImportSheet body.sheet': 'it is compared with the names of the sheets in the file',
  'mapImport body.numbers.<key>': 'it names a column as it stands in the file',
  'mapImport body.pieces.<key>': 'it names a column as it stands in the file',
  'mapImport body.categories.<key>': 'it is a value as it stands in the file',
  'mapImport body.mends[].header': 'it names a column as it stands in the file',
  'mapImport body.mends[].text': 'it is read like a cell of the file, which refuses control characters',
  'mapImport body.skips[]': 'it is compared with the reasons of failed rows',
  'startImport fields.mapping': 'JSON whose keys name columns as they stand in the file',
}

/**
 * Texts of bodies that may have a number like a card's, and why: everywhere else it is refused beside its field. A name
 * stands for all below it, and one without an operation for that field of each.
 */
const ANY_NUMBER: Readonly<Record<string, string>> = {
  'placeOrder body.sessionId': 'the specified client makes it from the clock, and it is never shown',
  'trackOrder body.number': 'it is compared with the numbers of orders and parcels',
  'requestReturnAsGuest body.number': 'it is compared with the numbers of orders and parcels',
  'withdrawReturnAsGuest body.number': 'it is compared with the numbers of orders and parcels',
  'withdrawReturnAsGuest body.return': 'it is compared with the numbers of returns',
  'moveOrder body.trackingNumber': 'it is the number of a parcel',
  'sendMessage body.serialNumber': 'it is the number of a device',
  'countSearchMiss body.term': 'a search that looks like a card number is not kept',
  'recordVisit body.event.term': 'a search that looks like a card number is not kept',
  'changeInboxEntry body.assigneeId': 'it is compared with the accounts of staff',
  'createProduct body': 'it stands on a page of the shop, with the numbers of articles',
  'createListedProduct body': 'it stands on a page of the shop, with the numbers of articles',
  'updateProduct body': 'it stands on a page of the shop, with the numbers of articles',
  'previewBulkEdit body.found.search': 'it is compared with products',
  'openPersonSession body.code': 'it is compared with a code',
  'verifyByLetter body.code': 'it is compared with a code',
  'runAllJobsAgain body.name': 'it is compared with the names of jobs',
  'readImportAs body.encoding': 'it is compared with the names of encodings',
  'mapImport body.supplierId': 'it is compared with the suppliers',
  'setListSource body.mailTo': 'it is compared with the accounts of staff',
  'setListSource body.signInName': 'it is what the server of a supplier asks for',
  'setListSource body.secret': 'it is what the server of a supplier asks for',
  'body.page': 'it is the key of an open page',
}

/** Cards as people write them, short and within a sentence. */
const CARDS = ['4242424242424242', '4242 4242 4242 4242', 'Please take it from 4242-4242-4242-4242, 12/30']

/** What a field takes that is for words, other than the secret of a link or the address of a picture. */
const WORDS = ['Ada Byron', 'Ada Byron, 12 Elm Street']

/** One of each kind that no field may have: control characters, halves of characters, and a line break of every system. */
const FORBIDDEN = [
  '\r\n',
  '\n',
  '\t',
  '\u0000',
  '\u0007',
  '\u001b',
  '\u007f',
  '\u0085',
  '\u009b',
  '\u2028',
  '\u202e',
  '\u2066',
  '\ud800',
  '\udfff',
]
/** Texts in which nobody sees anything: without width, marks alone, fillers, the blank Braille pattern. */
const INVISIBLE = [
  '\u200b',
  '\u2060\ufeff',
  '\u00ad',
  '\u0301\u0302',
  '\u3164',
  '\u115f\u1160',
  '\u2800',
  '\u{e0041}',
].map((text) => text.repeat(20))
/** Texts that one field or another accepts, so that a refusal is one of the character inside. */
const ACCEPTED = [
  ['a', 'b'],
  ['Ada By', 'ron, 12 Elm Street'],
  ['5551', '234567'],
  ['https://example.com/a', 'b.png'],
  ['picture-', 'a.png'],
  ['x'.repeat(21), 'y'.repeat(21)],
] as const

interface Field {
  readonly name: string
  readonly schema: z.ZodType
}

/** The fields of all routes that take text, by operation and place. */
async function textFields(): Promise<readonly Field[]> {
  const fields: Field[] = []
  for (const { schema } of await registeredRoutes()) {
    const {
      operationId = '',
      body,
      querystring,
    } = (schema ?? {}) as Record<string, z.ZodType> & { operationId?: string }
    if (body !== undefined) fields.push(...fieldsOf(`${operationId} body`, body))
    if (querystring !== undefined) fields.push(...fieldsOf(`${operationId} query`, querystring))
  }
  return [...fields, ...fieldsOf('startImport fields', StartImportFields)].filter(({ schema }) => takesText(schema))
}

/** The texts of all answers, by operation and place. */
async function answeredTexts(): Promise<readonly Field[]> {
  const routes = await registeredRoutes()
  return routes.flatMap(({ schema }) => {
    const { operationId = '', response = {} } = (schema ?? {}) as {
      operationId?: string
      response?: Record<string, unknown>
    }
    return Object.values(response).flatMap((answer) =>
      answer instanceof z.ZodType ? fieldsOf(`${operationId} answer`, answer) : [],
    )
  })
}

function fieldsOf(name: string, schema: z.ZodType): Field[] {
  const inner = unwrapped(schema)
  if (inner instanceof z.ZodObject)
    return Object.entries(inner.shape).flatMap(([key, each]) => fieldsOf(`${name}.${key}`, each as z.ZodType))
  if (inner instanceof z.ZodArray) return fieldsOf(`${name}[]`, inner.element as z.ZodType)
  if (inner instanceof z.ZodRecord)
    return [
      ...fieldsOf(`${name}.<key>`, inner.keyType as unknown as z.ZodType),
      ...fieldsOf(`${name}.<value>`, inner.valueType as z.ZodType),
    ]
  if (inner instanceof z.ZodUnion || inner instanceof z.ZodDiscriminatedUnion) {
    const options = inner.options as readonly z.ZodType[]
    // A choice of plain values is one field; a choice of forms has the fields of each of them.
    const structured = options.filter((option) => !isPlain(unwrapped(option)))
    const plain = structured.length < options.length ? [{ name, schema }] : []
    return [...plain, ...structured.flatMap((option) => fieldsOf(name, option))]
  }
  return [{ name, schema }]
}

const isPlain = (schema: z.ZodType): boolean =>
  !(
    schema instanceof z.ZodObject ||
    schema instanceof z.ZodArray ||
    schema instanceof z.ZodRecord ||
    schema instanceof z.ZodDiscriminatedUnion
  )

function unwrapped(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodPipe) return unwrapped(schema.in as z.ZodType)
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodCatch
  )
    return unwrapped(schema.unwrap() as z.ZodType)
  return schema
}

/** Whether one of the sample texts gets in; the other fields are numbers, choices and texts of a fixed form. */
function takesText(schema: z.ZodType): boolean {
  return ACCEPTED.some((parts) => schema.safeParse(parts.join('')).success)
}

/** What is left of the forbidden characters when these texts were accepted. */
function leftIn(schema: z.ZodType, forbidden: readonly string[]): string[] {
  return forbidden.filter((character) =>
    ACCEPTED.some((parts) => {
      const result = schema.safeParse(parts.join(character))
      return result.success && JSON.stringify(result.data).includes(JSON.stringify(character).slice(1, -1))
    }),
  )
}

describe('text that somebody types', async () => {
  const fields = await textFields()

  it('is looked for in every contract', () => {
    const names = fields.map(({ name }) => name)
    expect(names).toEqual(
      expect.arrayContaining([
        'placeOrder body.customerPhone',
        'placeOrder body.shippingAddress.address2',
        'addAddress body.company',
        'changeProfile body.firstName',
        'moveOrder body.location',
        'sendMessage body.contactInfo',
        'listProducts query.search',
        'updateProduct body.features[]',
        'updateProduct body.specifications.<key>',
      ]),
    )
    expect([...SEVERAL_LINES, ...Object.keys(ANY_TEXT)].filter((name) => !names.includes(name))).toEqual([])
  })

  it.each(fields.filter(({ name }) => !(name in ANY_TEXT)))(
    'has no control characters, halves of characters and turned reading direction in $name',
    ({ name, schema }) => {
      const forbidden = SEVERAL_LINES.has(name) ? FORBIDDEN.filter((each) => each !== '\n') : FORBIDDEN
      expect(leftIn(schema, forbidden)).toEqual([])
    },
  )

  it.each(fields.filter(({ name, schema }) => !(name in ANY_TEXT) && !schema.safeParse('').success))(
    'is seen in $name, which must not be empty',
    ({ schema }) => {
      const accepted = INVISIBLE.filter((text) => schema.safeParse(text).success)
      expect(accepted.map((text) => JSON.stringify(text))).toEqual([])
    },
  )

  it.each(fields.filter(({ name }) => SEVERAL_LINES.has(name)))(
    'keeps line breaks and emoji in $name',
    ({ schema }) => {
      expect(leftIn(schema, ['\n', '\u{1f5a8}'])).toEqual(['\n', '\u{1f5a8}'])
    },
  )

  const sent = fields.filter(
    ({ name, schema }) =>
      !/^\w+ query/.test(name) && !(name in ANY_TEXT) && WORDS.some((text) => schema.safeParse(text).success),
  )
  const exceptionFor = (name: string) =>
    Object.keys(ANY_NUMBER).find(
      (known) => [name, name.split(' ')[1]].includes(known) || ['.', '['].some((next) => name.startsWith(known + next)),
    )
  const cardsIn = (schema: z.ZodType) => CARDS.filter((text) => schema.safeParse(text).success)

  it.each(sent.filter(({ name }) => exceptionFor(name) === undefined))('has no card number in $name', ({ schema }) => {
    expect(cardsIn(schema)).toEqual([])
  })

  it('may have numbers of things in the fields for them', () => {
    const taking = sent.filter(({ schema }) => cardsIn(schema).length > 0).map(({ name }) => exceptionFor(name))
    expect(Object.keys(ANY_NUMBER).filter((name) => !taking.includes(name))).toEqual([])
  })

  it('is answered as it is stored, also when the rules for it were others then', async () => {
    const words = (await answeredTexts()).filter(({ schema }) => WORDS.some((text) => schema.safeParse(text).success))
    expect(words.length).toBeGreaterThan(100)
    expect(words.filter(({ schema }) => cardsIn(schema).length < CARDS.length).map(({ name }) => name)).toEqual([])
  })
})
