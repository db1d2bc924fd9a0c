import { mayDo } from '#contracts/staff-roles'
import type { AdminModule } from '#modules/admin'
import { AppError } from '#platform/errors/errors'

/** Somebody who may answer what is in the inbox. The address is there where two have the same name. */
interface AnsweringPerson {
  readonly id: string
  readonly name: string
  readonly email: string | null
}

/** The owner, and everybody whose role may answer. */
export async function answeringPeople(staff: AdminModule['staff']): Promise<AnsweringPerson[]> {
  const members = await staff.members.list()
  const answering = members.filter(({ state, role }) => state === 'active' && mayDo(role, 'inbox.write'))
  const people = [{ ...staff.owner, email: null }, ...answering]
  return people.map(({ id, name, email }) => {
    const isShared = people.some((other) => other.id !== id && other.name === name)
    return { id, name, email: isShared ? email : null }
  })
}

/**
 * Who gets an entry of the inbox; null or an empty id: nobody.
 * @throws AppError (unprocessable) when nobody who may answer has this account
 */
export async function assigneeOf(
  staff: AdminModule['staff'],
  id: string | null,
): Promise<{ readonly id: string; readonly name: string } | null> {
  if (id === null || id === '') return null
  const person = (await answeringPeople(staff)).find((each) => each.id === id)
  if (person === undefined) {
    const message = 'This person may not answer messages any more. Give it to somebody else.'
    throw new AppError('unprocessable', 'PERSON_NOT_FOUND', message)
  }
  return { id: person.id, name: person.name }
}
