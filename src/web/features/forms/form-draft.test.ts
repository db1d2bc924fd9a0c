import { describe, expect, test } from 'vitest'
import type { TextStorage } from '../../lib/storage.ts'
import { forgetDraft, readDraft, saveDraft } from './form-draft.ts'

function memory(): TextStorage {
  const kept = new Map<string, string>()
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, text) => void kept.set(key, text),
    removeItem: (key) => void kept.delete(key),
  }
}

describe('what was typed into a form', () => {
  test('is there again after a reload, form by form', () => {
    const storage = memory()
    saveDraft('contact', { name: 'Ada', message: 'Two lines\nof text', phone: '' }, storage)
    expect(readDraft('contact', ['name', 'message', 'phone'], storage)).toEqual({
      name: 'Ada',
      message: 'Two lines\nof text',
    })
    expect(readDraft('support', ['name', 'message'], storage)).toEqual({})
  })

  test('is gone once it was sent', () => {
    const storage = memory()
    saveDraft('contact', { name: 'Ada' }, storage)
    forgetDraft('contact', storage)
    expect(readDraft('contact', ['name'], storage)).toEqual({})
  })

  test.each(['nonsense', 'null', '[]', '{"name":7,"other":"x"}'])('is left out where %s was stored', (stored) => {
    const storage = memory()
    storage.setItem('form-draft-contact', stored)
    expect(readDraft('contact', ['name'], storage)).toEqual({})
  })
})
