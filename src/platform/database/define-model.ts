import type { SchemaDefinition, mongo } from 'mongoose'

/** What the documents of a collection are, which mongoose casts and checks. */
export interface ModelDefinition<Row> {
  readonly collection: string
  readonly indexes: readonly mongo.IndexDescription[]
  /** Gives their fields when the collection is first used. */
  readonly fields: () => SchemaDefinition<Row>
  /** Whether a field with an empty object is left out (default true). */
  readonly minimize?: boolean
}

/**
 * Describes the documents of a collection for `Database.model`. A start asks for the indexes of all collections and reads
 * few of them, and to make the schemas of all takes it 20 ms; so each is made of its fields when the first document is
 * asked for.
 */
export function defineModel<Row>(definition: ModelDefinition<Row>): ModelDefinition<Row> {
  return definition
}
