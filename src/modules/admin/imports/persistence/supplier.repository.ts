import { compareNames } from '#platform/text/compare-names'
import type { Database, IndexDescription, Transaction } from '#platform/database/database'
import { refusingDuplicates } from '#platform/database/duplicate-key'
import { SupplierChanged, SupplierNameTaken, SupplierNotFound } from '../errors.ts'
import type { Supplier, SupplierReading } from '../supplier.ts'
import type { SupplierRules } from '../supplier-terms.ts'

export interface SupplierDocument extends Omit<Supplier, 'id' | 'version'> {
  _id: string
  /** Absent until the first change. */
  version?: number
  /** The name in small letters: two suppliers cannot have the same one. */
  nameKey: string
}

const INDEXES: readonly IndexDescription[] = [
  { key: { nameKey: 1 }, name: 'name_unique', unique: true },
  { key: { 'reading.headerKey': 1 }, name: 'same_columns' },
]

/** Who sends price lists. */
export interface SupplierRepository {
  /** By name. */
  list(): Promise<readonly Supplier[]>
  find(id: string): Promise<Supplier | null>
  /** The supplier whose last list had these columns, if there is only one. */
  findByColumns(headerKey: string): Promise<Supplier | null>
  count(): Promise<number>
  /** @throws SupplierNameTaken */
  insert(tx: Transaction, supplier: Supplier): Promise<void>
  /**
   * Counts a change that was made to the version that somebody saw; absent: to whatever it is by now.
   * @throws SupplierNotFound @throws SupplierChanged
   */
  raiseVersion(tx: Transaction, id: string, seenVersion: number | undefined): Promise<void>
  /** Null when there is no such supplier any more. @throws SupplierNameTaken */
  change(tx: Transaction, id: string, rules: SupplierRules): Promise<Supplier | null>
  /** Keeps how a list was understood; null when there is none any more. */
  remember(tx: Transaction, id: string, reading: SupplierReading | null): Promise<void>
  remove(tx: Transaction, id: string): Promise<void>
}

function toSupplier({ _id: id, nameKey: _nameKey, ...rest }: SupplierDocument): Supplier {
  return { id, ...rest, version: rest.version ?? 0 }
}

const nameKeyOf = (name: string) => name.toLowerCase()

export function createSupplierRepository(database: Database): SupplierRepository {
  const suppliers = database.collection<SupplierDocument>('suppliers', INDEXES)
  return {
    async list() {
      const found = (await suppliers.find({}).toArray()).map(toSupplier)
      return found.toSorted((one, other) => compareNames(one.name, other.name))
    },
    async find(id) {
      const found = await suppliers.findOne({ _id: id })
      return found === null ? null : toSupplier(found)
    },
    async findByColumns(headerKey) {
      const [found, another] = await suppliers.find({ 'reading.headerKey': headerKey }, { limit: 2 }).toArray()
      return found === undefined || another !== undefined ? null : toSupplier(found)
    },
    count: () => suppliers.countDocuments({}),
    async insert(tx, { id, ...rest }) {
      const document = { _id: id, nameKey: nameKeyOf(rest.name), ...rest }
      await refusingDuplicates(
        suppliers.insertOne(document, { session: tx.session }),
        () => new SupplierNameTaken(rest.name),
      )
    },
    async raiseVersion(tx, id, seenVersion) {
      const found = await suppliers.findOne({ _id: id }, { session: tx.session })
      if (found === null) throw new SupplierNotFound()
      if (seenVersion !== undefined && seenVersion !== (found.version ?? 0)) throw new SupplierChanged()
      await suppliers.updateOne({ _id: id }, { $inc: { version: 1 } }, { session: tx.session })
    },
    async change(tx, id, rules) {
      const changed = await refusingDuplicates(
        suppliers.findOneAndUpdate(
          { _id: id },
          { $set: { ...rules, nameKey: nameKeyOf(rules.name) } },
          { session: tx.session, returnDocument: 'after' },
        ),
        () => new SupplierNameTaken(rules.name),
      )
      return changed === null ? null : toSupplier(changed)
    },
    async remember(tx, id, reading) {
      await suppliers.updateOne({ _id: id }, { $set: { reading } }, { session: tx.session })
    },
    async remove(tx, id) {
      await suppliers.deleteOne({ _id: id }, { session: tx.session })
    },
  }
}
