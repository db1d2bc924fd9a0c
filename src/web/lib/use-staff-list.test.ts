import { expect, test } from 'vitest'
import { shownOf } from './use-staff-list.ts'

const FOUND = { path: '/api/admin/products?search=hp', rows: ['HP One', 'HP Two'], total: 40 }
const NOTHING = { data: undefined, isCurrent: false, total: 0 }

test('the rows of another search stay in view while those that are asked for are on their way', () => {
  expect(shownOf('/api/admin/products?search=canon', FOUND, undefined)).toEqual({
    data: FOUND.rows,
    isCurrent: false,
    total: 40,
  })
})

test('the rows of another search are no answer where those that are asked for cannot be read', () => {
  expect(shownOf('/api/admin/products?search=canon', FOUND, new TypeError('Failed to fetch'))).toEqual(NOTHING)
})

test('rows that cannot be read again stay in view', () => {
  const current = { data: FOUND.rows, isCurrent: true, total: 40 }
  expect(shownOf(FOUND.path, FOUND, undefined)).toEqual(current)
  expect(shownOf(FOUND.path, FOUND, new TypeError('Failed to fetch'))).toEqual(current)
})

test('a list is as long as its rows where the server does not say', () => {
  expect(shownOf(FOUND.path, { ...FOUND, total: null }, undefined).total).toBe(2)
  expect(shownOf(null, undefined, undefined)).toEqual(NOTHING)
})
