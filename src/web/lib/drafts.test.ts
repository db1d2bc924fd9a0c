import { describe, expect, test } from 'vitest'
import { formDraft } from './drafts.ts'
import { createSafeStorage, type TextStorage } from './storage.ts'

const BLANK = { name: '', message: '', phone: '', isUrgent: false }
const tab = (): TextStorage => createSafeStorage(() => undefined)

describe('the draft of a form', () => {
  test('is there again after a reload, form by form', () => {
    const storage = tab()
    const typed = { name: 'Ada', message: 'Two lines\nof text', phone: '', isUrgent: true }
    formDraft('contact', BLANK, storage).save(typed)
    expect(formDraft('contact', BLANK, storage).read()).toEqual(typed)
    expect(formDraft('support', BLANK, storage).read()).toBeNull()
  })

  test('is gone once the form was sent', () => {
    const draft = formDraft('contact', BLANK, tab())
    draft.save({ ...BLANK, name: 'Ada' })
    draft.clear()
    expect(draft.read()).toBeNull()
  })

  test('is none while the form is as it was opened', () => {
    const storage = tab()
    const draft = formDraft('contact', BLANK, storage)
    draft.save({ ...BLANK, name: 'Ada' })
    draft.save(BLANK)
    expect(draft.read()).toBeNull()
    expect(storage.getItem('form-draft-contact')).toBeNull()
  })

  test.each(['nonsense', 'null', '"x"'])('is none, or blank, where %s was stored', (stored) => {
    const storage = tab()
    storage.setItem('form-draft-contact', stored)
    expect(formDraft('contact', BLANK, storage).read() ?? BLANK).toEqual(BLANK)
  })

  test('gives back only what has the shape of the form', () => {
    const storage = tab()
    storage.setItem('form-draft-contact', '{"name":7,"message":"kept","isUrgent":"yes","other":"x"}')
    expect(formDraft('contact', BLANK, storage).read()).toEqual({ ...BLANK, message: 'kept' })
  })

  test('works where the browser blocks its storage', () => {
    const blocked = createSafeStorage(() => {
      throw new DOMException('blocked', 'SecurityError')
    })
    const draft = formDraft('contact', BLANK, blocked)
    draft.save({ ...BLANK, name: 'Ada' })
    expect(draft.read()).toMatchObject({ name: 'Ada' })
    draft.clear()
    expect(draft.read()).toBeNull()
  })
})
