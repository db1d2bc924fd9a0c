import type { SecurityLog } from '../http/security-log.ts'
import type { HashingPlaces } from './hashing-places.ts'
import type { RateCounter } from './rate-counter.ts'
import type { SlowLine } from './slow-line.ts'

/** What customers' and staff's attempts at a password share, so that neither gets places or tries beyond the other. */
export interface Attempts {
  readonly counter: RateCounter
  readonly slowLine: SlowLine
  readonly hashingPlaces: HashingPlaces
  readonly securityLog: SecurityLog
}
