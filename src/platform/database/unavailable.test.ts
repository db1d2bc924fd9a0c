import mongoose from 'mongoose'
import { describe, expect, it } from 'vitest'
import { DatabaseUnavailable, isDatabaseUnavailable } from './unavailable.ts'

const { MongoServerError, MongoNetworkError, MongoNetworkTimeoutError, MongoClientClosedError } = mongoose.mongo
const { MongoExpiredSessionError, MongoNotConnectedError, MongoTopologyClosedError, MongoInvalidArgumentError } =
  mongoose.mongo

const { MongoBulkWriteError } = mongoose.mongo
const NOTHING_WRITTEN = {} as mongoose.mongo.BulkWriteResult

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
    'PoolClearedOnNetworkError',
    'MongoServerClosedError',
    'MongoServerSelectionError',
    'MongoWaitQueueTimeoutError',
  ])('when the error is called %s', (name) => {
    expect(isDatabaseUnavailable(named(name))).toBe(true)
  })

  it.each([
    6, 7, 13, 43, 50, 64, 89, 91, 189, 202, 206, 225, 246, 251, 262, 9001, 10_107, 11_600, 11_601, 11_602, 13_435,
    13_436,
  ])('when the server answers code %i', (code) => {
    expect(isDatabaseUnavailable(answered(code))).toBe(true)
  })

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

  it.each([new MongoNetworkError('read ECONNRESET'), new MongoExpiredSessionError(), answered(189)])(
    'when a bulk write failed of $name',
    (error) => {
      expect(isDatabaseUnavailable(new MongoBulkWriteError(error as never, NOTHING_WRITTEN))).toBe(true)
    },
  )

  it('when one of the causes says so', () => {
    const cause = new Error('the order was not stored', { cause: new MongoNetworkError('reset') })
    expect(isDatabaseUnavailable(new Error('checkout failed', { cause }))).toBe(true)
  })
})

describe('a database is not unavailable', () => {
  it.each([
    ['a duplicate key', answered(11_000)],
    ['a write conflict without a label', answered(112)],
    ['a duplicate key in a bulk write', new MongoBulkWriteError(answered(11_000) as never, NOTHING_WRITTEN)],
    [
      'an invalid argument in a bulk write',
      new MongoBulkWriteError(new MongoInvalidArgumentError('no') as never, NOTHING_WRITTEN),
    ],
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

/** The classes of errors that the driver exports and that are the shop's own fault, not an outage. */
const MISTAKES = [
  'MongoAPIError',
  'MongoAWSError',
  'MongoAzureError',
  'MongoBatchReExecutionError',
  'MongoBulkWriteError',
  'MongoChangeStreamError',
  'MongoClientBulkWriteCursorError',
  'MongoClientBulkWriteError',
  'MongoClientBulkWriteExecutionError',
  'MongoCompatibilityError',
  'MongoCryptAzureKMSRequestError',
  'MongoCryptCreateDataKeyError',
  'MongoCryptCreateEncryptedCollectionError',
  'MongoCryptError',
  'MongoCryptInvalidArgumentError',
  'MongoCryptKMSRequestNetworkTimeoutError',
  'MongoCursorExhaustedError',
  'MongoCursorInUseError',
  'MongoDriverError',
  'MongoError',
  'MongoGCPError',
  'MongoGridFSChunkError',
  'MongoGridFSStreamError',
  'MongoInvalidArgumentError',
  'MongoKerberosError',
  'MongoMissingCredentialsError',
  'MongoMissingDependencyError',
  'MongoOIDCError',
  'MongoParseError',
  'MongoRuntimeError',
  'MongoServerError',
  'MongoTailableCursorError',
  'MongoTransactionError',
  'MongoWriteConcernError',
]

it('knows of every error of the driver whether it is an outage', () => {
  const exported = Object.keys(mongoose.mongo).filter((name) => /^Mongo\w*Error$/.test(name))
  expect(exported.filter((name) => !isDatabaseUnavailable(named(name))).toSorted()).toEqual(MISTAKES)
})
