import type { StaffSession } from '../staff/staff.api.ts'
import type { Doing, Place } from './places.ts'

/** Somebody else who has the same thing open. */
export interface PersonHere {
  readonly name: string
  readonly isEditing: boolean
}

/**
 * Who of the staff has which order, product, message, price list, supplier or saved reply open. It is kept in the
 * memory of each process, which hears of it by events, and nowhere else; a process that starts asks the others. What is
 * not reported again is forgotten after 30 seconds, a hidden page after 90.
 */
export interface Presence {
  /**
   * @param report.page tells the pages of one session apart
   * @param report.isHidden nobody sees the page, and its browser lets it report less often
   * @returns the others at the same place by name, those who edit it first. A person with several pages is one; two
   *   sessions of the gate's password may be two people, each of them the owner
   */
  report(
    session: Pick<StaffSession, 'id' | 'person'>,
    report: { readonly place: Place; readonly page: string; readonly doing: Doing; readonly isHidden: boolean },
  ): Promise<readonly PersonHere[]>

  /** Asks the other processes who has what open: one that starts knows of nobody. */
  ask(): Promise<void>
  /** Calls back when somebody comes to a place, does something else there, or leaves it, in whichever process. */
  onChange(listener: (place: Place) => void): void
}
