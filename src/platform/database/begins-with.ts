import { trusted } from 'mongoose'

/**
 * The condition that one of a document's texts begins with the term, for a field that holds a list of them. By
 * comparison, which an index answers: what people type never becomes a pattern.
 */
export function beginsWith(term: string) {
  return trusted({ $elemMatch: { $gte: term, $lt: `${term}\uffff` } })
}
