import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { fieldMessage } from './field-message.ts'

function messageFor(schema: z.ZodType, value: unknown) {
  const [issue] = schema.safeParse(value).error?.issues ?? []
  if (issue === undefined) throw new Error('The value is accepted.')
  return fieldMessage(issue)
}

describe('the message of a field that is not accepted', () => {
  it.each<[string, z.ZodType, unknown, string]>([
    ['a text', z.string(), 1, 'Send a text'],
    ['a number', z.coerce.number(), 'many', 'Send a number'],
    ['a whole number', z.int(), 1.5, 'Send a whole number'],
    ['a switch', z.boolean(), 'yes', 'Send true or false'],
    ['a list', z.array(z.string()), 'a', 'Send a list'],
    ['an object', z.object({}), [], 'Send an object'],
    ['a choice', z.enum(['name', 'rating']), 'size', 'Choose name, rating'],
    ['a fixed value', z.literal(true), false, 'Choose true'],
    ['a number from 1', z.int().min(1), 0, 'Send a number of at least 1'],
    ['a number above 0', z.number().positive(), 0, 'Send a number above 0'],
    ['a number up to 10,000', z.int().max(10_000), 10_001, 'Send a number of at most 10,000'],
    ['a long text', z.string().min(3), 'a', 'Write at least 3 characters'],
    ['a short text', z.string().max(1), 'ab', 'Use at most 1 character'],
    ['a list of two', z.array(z.string()).min(2), [], 'Send at least 2 values'],
    ['a list of one', z.array(z.string()).max(1), ['a', 'b'], 'Send at most 1 value'],
    ['a date', z.iso.date(), 'tomorrow', 'Send a date like 2026-12-31'],
    ['a time', z.iso.datetime(), 'noon', 'Send a time like 2026-12-31T12:00:00Z'],
  ])('says that it takes %s', (_what, schema, value, message) => {
    expect(messageFor(schema, value)).toEqual({ message, isOwn: true })
  })

  it('says that it is missing', () => {
    for (const schema of [z.string(), z.number(), z.boolean(), z.array(z.string()), z.object({})])
      expect(messageFor(schema, undefined)).toEqual({ message: 'This is missing', isOwn: true })
  })

  it("is the contract's own where it has one, and where the specification gives it", () => {
    expect(messageFor(z.string().min(2, 'Name is required'), '')).toEqual({ message: 'Name is required', isOwn: false })
    expect(messageFor(z.email(), 'x')).toEqual({ message: 'Invalid email address', isOwn: false })
  })

  it('repeats neither a pattern nor a page of values', () => {
    const message = 'This is missing or not accepted'
    const values = Array.from({ length: 21 }, (_, index) => `value ${index}`)
    expect(messageFor(z.string().regex(/^a+$/), 'b')).toEqual({ message, isOwn: true })
    expect(messageFor(z.enum(values), 'x')).toEqual({ message, isOwn: true })
    expect(messageFor(z.union([z.string(), z.number()]), true)).toEqual({ message, isOwn: true })
  })
})
