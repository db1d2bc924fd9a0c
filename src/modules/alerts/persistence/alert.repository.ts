import type { Database, IndexDescription, Transaction } from '#platform/database/database'
import type { Alert, AlertKind, AlertState, WaitingCount } from '../domain/alert.ts'

interface AlertRow extends Omit<Alert, 'id'> {
  _id: string
  /** Digest of the link in the latest mail that went out. */
  linkDigest: string
  /** Of the link in the mail that is on its way; absent while none is. */
  nextLinkDigest?: string
}

/** A request that gets its mail, and the digest of the link in it. */
export interface Claim {
  readonly id: string
  readonly linkDigest: string
}

export interface AlertRepository {
  /**
   * Stores a request in the place of the one of the same address, product and kind, and of those that its customer made
   * with another address.
   */
  save(tx: Transaction, alert: Alert, linkDigest: string): Promise<void>
  find(id: string): Promise<Alert | null>
  findByAsked(asked: Pick<Alert, 'email' | 'productId' | 'kind'>, tx: Transaction): Promise<Alert | null>
  findByLink(linkDigest: string, now: Date, tx?: Transaction): Promise<Alert | null>
  /**
   * Marks waiting requests as due, each with the link of its mail; the one before works until that went out. Returns
   * false when one of them waits no longer.
   */
  claim(tx: Transaction, claims: readonly Claim[], expiresAt: Date): Promise<boolean>
  /** The requests of a person, newest first. */
  listOf(person: { readonly email: string; readonly customerId: string | null }): Promise<readonly Alert[]>
  /** How many requests of an address wait. */
  countOpen(email: string, now: Date, tx?: Transaction): Promise<number>
  /** Which of these products somebody waits for. */
  listWaitedFor(productIds: readonly number[], now: Date): Promise<readonly number[]>
  /** At most so many waiting requests for a product, those who asked first coming first. */
  listOpen(
    tx: Transaction,
    query: { readonly productId: number; readonly kind: AlertKind; readonly above: number; readonly now: Date },
    limit: number,
  ): Promise<readonly Alert[]>
  /**
   * Moves a request on; returns false when it is in another state by now.
   * @param change.linkDigest of the link in a mail that went out: the one before stops working
   */
  move(
    change: {
      readonly id: string
      readonly from: AlertState
      readonly to: AlertState
      readonly expiresAt: Date
      readonly linkDigest?: string
    },
    tx?: Transaction,
  ): Promise<boolean>
  delete(id: string): Promise<void>
  /** Ends a request, which is not kept longer than it would have been. */
  end(alert: Pick<Alert, 'id' | 'expiresAt'>, keptUntil: Date): Promise<void>
  /** Ends likewise the requests of an address that wait or may be confirmed. */
  endOfAddress(email: string, keptUntil: Date): Promise<void>
  deleteOfProduct(productId: number): Promise<void>
  /** Deletes everything of a person; with the address only what was asked before it was somebody else's. */
  deleteOf(person: {
    readonly email: string
    readonly customerId: string | null
    readonly ownedUntil?: Date | null
  }): Promise<void>
  countWaiting(productIds: readonly number[], now: Date): Promise<readonly WaitingCount[]>
}

const MAX_OF_PERSON = 1000

/** Field by field, because part of it is what a visitor sent. */
function toRow(alert: Alert, linkDigest: string): AlertRow {
  return {
    _id: alert.id,
    email: alert.email,
    customerId: alert.customerId,
    productId: alert.productId,
    kind: alert.kind,
    priceCents: alert.priceCents,
    state: alert.state,
    requestedAt: alert.requestedAt,
    expiresAt: alert.expiresAt,
    linkDigest,
  }
}

function toAlert({ _id: id, linkDigest: _link, nextLinkDigest: _next, ...alert }: AlertRow): Alert {
  return { id, ...alert }
}

function isOf({ email, customerId }: { readonly email: string; readonly customerId: string | null }) {
  return customerId === null ? { email } : { $or: [{ email }, { customerId }] }
}

const INDEXES: readonly IndexDescription[] = [
  { key: { email: 1, productId: 1, kind: 1 }, name: 'asked', unique: true },
  { key: { productId: 1, kind: 1, state: 1, requestedAt: 1 }, name: 'waiting' },
  { key: { linkDigest: 1 }, name: 'link' },
  { key: { nextLinkDigest: 1 }, name: 'next_link', sparse: true },
  { key: { customerId: 1 }, name: 'customer' },
  { key: { expiresAt: 1 }, name: 'expired', expireAfterSeconds: 0 },
]

/** Who waits for these products. */
function openFor(productIds: readonly number[], now: Date) {
  return { productId: { $in: [...productIds] }, state: 'open', expiresAt: { $gt: now } } as const
}

export function createAlertRepository(database: Database): AlertRepository {
  const alerts = database.collection<AlertRow>('product_alerts', INDEXES)

  return {
    async save(tx, alert, linkDigest) {
      const { productId, kind } = alert
      await alerts.deleteMany({ ...isOf(alert), productId, kind }, { session: tx.session })
      await alerts.insertOne(toRow(alert, linkDigest), { session: tx.session })
    },
    async find(id) {
      const row = await alerts.findOne({ _id: id })
      return row === null ? null : toAlert(row)
    },
    async findByAsked({ email, productId, kind }, tx) {
      const row = await alerts.findOne({ email, productId, kind }, { session: tx.session })
      return row === null ? null : toAlert(row)
    },
    async findByLink(linkDigest, now, tx) {
      const links = [{ linkDigest }, { nextLinkDigest: linkDigest }]
      const row = await alerts.findOne({ $or: links, expiresAt: { $gt: now } }, { session: tx?.session })
      return row === null ? null : toAlert(row)
    },
    async claim(tx, claims, expiresAt) {
      const updates = claims.map(({ id, linkDigest }) => ({
        updateOne: {
          filter: { _id: id, state: 'open' as const },
          update: { $set: { state: 'due' as const, expiresAt, nextLinkDigest: linkDigest } },
        },
      }))
      const { matchedCount } = await alerts.bulkWrite(updates, { session: tx.session, ordered: true })
      return matchedCount === claims.length
    },
    async listOf(person) {
      const rows = await alerts.find(isOf(person)).sort({ requestedAt: -1 }).limit(MAX_OF_PERSON).toArray()
      return rows.map(toAlert)
    },
    countOpen(email, now, tx) {
      return alerts.countDocuments({ email, state: 'open', expiresAt: { $gt: now } }, { session: tx?.session })
    },
    async listWaitedFor(productIds, now) {
      const groups = alerts.aggregate<{ _id: number }>([
        { $match: openFor(productIds, now) },
        { $group: { _id: '$productId' } },
      ])
      return (await groups.toArray()).map(({ _id }) => _id)
    },
    async listOpen(tx, { productId, kind, above, now }, limit) {
      const rows = await alerts
        .find(
          { productId, kind, state: 'open', priceCents: { $gt: above }, expiresAt: { $gt: now } },
          { session: tx.session },
        )
        .sort({ requestedAt: 1 })
        .limit(limit)
        .toArray()
      return rows.map(toAlert)
    },
    async move({ id, from, to, ...set }, tx) {
      const result = await alerts.updateOne(
        { _id: id, state: from },
        { $set: { state: to, ...set }, $unset: { nextLinkDigest: '' } },
        { session: tx?.session },
      )
      return result.matchedCount === 1
    },
    async delete(id) {
      await alerts.deleteOne({ _id: id })
    },
    async end({ id, expiresAt }, keptUntil) {
      const kept = expiresAt < keptUntil ? expiresAt : keptUntil
      await alerts.updateOne({ _id: id }, { $set: { state: 'ended', expiresAt: kept } })
    },
    async endOfAddress(email, keptUntil) {
      const active = { email, state: { $in: ['unconfirmed', 'open', 'due'] as AlertState[] } }
      await alerts.updateMany({ ...active, expiresAt: { $gt: keptUntil } }, { $set: { expiresAt: keptUntil } })
      await alerts.updateMany(active, { $set: { state: 'ended' } })
    },
    async deleteOfProduct(productId) {
      await alerts.deleteMany({ productId })
    },
    async deleteOf({ email, customerId, ownedUntil = null }) {
      if (customerId !== null) await alerts.deleteMany({ customerId })
      await alerts.deleteMany({ email, ...(ownedUntil !== null && { requestedAt: { $lte: ownedUntil } }) })
    },
    async countWaiting(productIds, now) {
      const groups = alerts.aggregate<{ _id: { productId: number; kind: AlertKind }; count: number }>([
        { $match: openFor(productIds, now) },
        { $group: { _id: { productId: '$productId', kind: '$kind' }, count: { $sum: 1 } } },
      ])
      return (await groups.toArray()).map(({ _id, count }) => ({ ..._id, count }))
    },
  }
}
