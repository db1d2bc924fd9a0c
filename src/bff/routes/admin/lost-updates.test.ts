import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { registeredRoutes } from '../../testing/registered-routes.ts'

/** A field of the body that says what the writer had seen: the change is refused when it is something else by now. */
const SEEN = ['version', 'revision', 'updatedAtWas', 'hiddenAtWas', 'roleWas', 'currentPassword']

/** Calls that write over nothing that somebody else could have typed, and why. */
const COMMANDS: Readonly<Record<string, string>> = {
  // One step of a life: from another state than the one it begins with, it is refused.
  hideReview: 'refused when somebody else has hidden it for another reason',
  moveOrder: 'a step of the order’s life; one that is taken already does nothing',
  releaseOrder: 'refused when the order does not wait any more',
  decideErasure: 'refused when it was decided before',
  verifyByPhone: 'refused when the person is verified already',
  verifyByLetter: 'refused when the person is verified already',
  startPreviewedImport: 'a step of the import’s life',
  cancelImport: 'a step of the import’s life',
  undoImport: 'a step of the import’s life; what was edited since then is kept',
  makeBulkEdit: 'a step of the bulk edit’s life; what was edited since the preview is left out',
  stopBulkEdit: 'a step of the bulk edit’s life; what was changed stays, and no more is',
  undoBulkEdit: 'a step of the bulk edit’s life; what was edited since then is kept',
  // Adds something.
  writeOrderNote: 'adds a note',
  addSavedReply: 'adds a text',
  createProduct: 'adds a product',
  createListedProduct: 'adds a product',
  previewBulkEdit: 'adds a preview',
  startImport: 'adds an import',
  correctFailedRows: 'adds an import of the failed rows',
  createSupplier: 'adds a supplier',
  uploadImages: 'adds pictures',
  inviteStaff: 'adds a person',
  inviteStaffAgain: 'a new invitation; the one before ends',
  writeVerificationLetter: 'a new letter; the code of the one before ends',
  fetchList: 'adds a run; refused while one is under way',
  // Says something of its writer alone.
  reportPresenceAtOrder: 'says what a page of one’s own has open; nothing is stored',
  reportPresenceAtProduct: 'says what a page of one’s own has open; nothing is stored',
  reportPresenceAtInbox: 'says what a page of one’s own has open; nothing is stored',
  reportPresenceAtImport: 'says what a page of one’s own has open; nothing is stored',
  reportPresenceAtSupplier: 'says what a page of one’s own has open; nothing is stored',
  reportPresenceAtSavedReply: 'says what a page of one’s own has open; nothing is stored',
  // Takes something away, which is away however often it is asked for.
  deleteProduct: 'deletes',
  deleteSavedReply: 'deletes',
  deleteSupplier: 'deletes',
  withdrawStaffInvitation: 'deletes',
  endStaffAccess: 'ends access',
  endStaffSessions: 'ends sessions',
  removeStaffPasskeys: 'deletes',
  endCustomerSessions: 'ends sessions',
  runJobAgain: 'runs a job again, which does its work once',
  runAllJobsAgain: 'runs jobs again, which do their work once',
  // An import that is not started is a draft of the person who loads the file up; each answer begins a preview anew.
  mapImport: 'begins a preview anew',
  readImportAs: 'begins a preview anew',
  readImportSheet: 'begins a preview anew',
}

/** Of staff, beyond what everybody may change of their own access. */
const isOfStaff = (access: unknown) =>
  typeof access === 'object' && access !== null && 'staff' in access && access.staff !== 'self'

async function writingCalls() {
  const routes = await registeredRoutes()
  return routes.flatMap(({ method, config, schema }) => {
    const { access } = (config ?? {}) as { readonly access?: unknown }
    if (method === 'GET' || !isOfStaff(access)) return []
    const { operationId = '', body } = (schema ?? {}) as { operationId?: string; body?: z.ZodType }
    return [{ operationId, fields: fieldsOf(body) }]
  })
}

function fieldsOf(schema: z.ZodType | undefined): string[] {
  if (schema instanceof z.ZodPipe) return fieldsOf(schema.in as z.ZodType)
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return fieldsOf(schema.unwrap() as z.ZodType)
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : []
}

describe('a change by staff', async () => {
  const calls = await writingCalls()

  it.each(calls)('of $operationId says what its writer had seen, or overwrites nothing', ({ operationId, fields }) => {
    const isGuarded = SEEN.some((field) => fields.includes(field))
    expect(isGuarded !== operationId in COMMANDS, `${operationId}: ${fields.join(', ')}`).toBe(true)
  })

  it('is looked for in every call of the back office', () => {
    const names = calls.map(({ operationId }) => operationId)
    expect(names).toEqual(
      expect.arrayContaining(['updateProduct', 'changeInboxEntry', 'changeSupplier', 'refundOrder']),
    )
    expect(Object.keys(COMMANDS).filter((name) => !names.includes(name))).toEqual([])
  })
})
