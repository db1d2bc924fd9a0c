import mongoose from 'mongoose'
import { describe, expect, it } from 'vitest'
import { DatabaseUnavailable, isDatabaseUnavailable } from './unavailable.ts'

const { MongoServerError, MongoNetworkError, MongoNetworkTimeoutError, MongoClientClosedError } = mongoose.mongo
const { MongoExpiredSessionError, MongoNotConnectedError, MongoTopologyClosedError } = mongoose.mongo

const named = (name: string) => Object.assign(new Error('no answer'), { name })
const answered = (code: number, errorLabels: string[] = []) =>
  new MongoServerError({ message: 'the server refused', code, errorLabels })

describe('a database is unavailable', () => {
  it.each([
    new DatabaseUnavailable(null),
    new MongoNetworkError('reset'),
    new MongoNetworkTimeoutError('timed out'),
    new MongoNotConnectedError('not connected'),
    new MongoExpiredSessionError(),
    new MongoTopologyClosedError(),
    new MongoClientClosedError(),
    new mongoose.Error.MongooseServerSelectionError('nobody answers'),
  ])('when the driver throws $name', (error) => {
    expect(isDatabaseUnavailable(error)).toBe(true)
  })

  it.each([
    'MongoOperationTimeoutError',
    'MongoPoolClearedError',
    'MongoPoolClosedError',
    'MongoServerClosedError',
    'MongoServerSelectionError',
    'MongoWaitQueueTimeoutError',
  ])('when the error is called %s', (name) => {
    expect(isDatabaseUnavailable(named(name))).toBe(true)
  })

  it.each([6, 7, 50, 64, 89, 91, 189, 202, 262, 9001, 10_107, 11_600, 11_602, 13_435, 13_436])(
    'when the server answers code %i',
    (code) => {
      expect(isDatabaseUnavailable(answered(code))).toBe(true)
    },
  )

  it.each(['TransientTransactionError', 'UnknownTransactionCommitResult'])(
    'when the driver gave up on a transaction labeled %s',
    (label) => {
      expect(isDatabaseUnavailable(answered(112, [label]))).toBe(true)
    },
  )

  it('when mongoose has no connection to send a command on', () => {
    const error = new mongoose.Error(
      'Cannot call `products.find()` before the connection with `bufferCommands = false`',
    )
    expect(isDatabaseUnavailable(error)).toBe(true)
  })

  it('when one of the causes says so', () => {
    const cause = new Error('the order was not stored', { cause: new MongoNetworkError('reset') })
    expect(isDatabaseUnavailable(new Error('checkout failed', { cause }))).toBe(true)
  })
})

describe('a database is not unavailable', () => {
  it.each([
    ['a duplicate key', answered(11_000)],
    ['a write conflict without a label', answered(112)],
    ['an error of ours', new Error('no such product')],
    ['a code of something else', Object.assign(new Error('exit'), { code: 6 })],
    ['a text', 'MongoNetworkError'],
    ['nothing', null],
  ])('because of %s', (_what, error) => {
    expect(isDatabaseUnavailable(error)).toBe(false)
  })

  it('because of a cause that is its own cause', () => {
    const error = new Error('a circle')
    error.cause = error
    expect(isDatabaseUnavailable(error)).toBe(false)
  })
})
