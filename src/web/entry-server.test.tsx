import { AsyncLocalStorage } from 'node:async_hooks'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { productPath } from '#contracts/api-paths'
import { screenAt } from '#contracts/screens'
import { render } from './testing/render.ts'

afterEach(() => vi.restoreAllMocks())

const shop = { origin: 'https://shop.example', data: {} }

describe('a page rendered on the server', () => {
  test('leaves Node as quick as it was: from the first store on it would follow every promise of the process', async () => {
    const stores = [vi.spyOn(AsyncLocalStorage.prototype, 'run'), vi.spyOn(AsyncLocalStorage.prototype, 'enterWith')]
    for (const url of ['/', '/products', '/products/1', '/contact', '/no-such-page']) await render({ ...shop, url })
    for (const store of stores) expect(store).not.toHaveBeenCalled()
  })

  test('ends with the error of a part that cannot be rendered, also the first time', async () => {
    const broken = { [productPath(1)]: { id: 1, name: null } }
    for (const _time of ['first', 'second'])
      await expect(render({ ...shop, url: '/products/1', data: broken })).rejects.toThrow()
  })

  test('is whole without script: header, footer, and no script of its own', async () => {
    const { status, html } = await render({ ...shop, url: '/' })
    expect(status).toBe(200)
    expect(html).toContain('<h1')
    expect(html).toContain('© 2025')
    expect(html).toContain('Free shipping on orders over $50')
    expect(html).toContain('href="/category/photo-printers"')
    expect(html).not.toMatch(/<script|<template/)
  })

  test('says 404 where an address leads nowhere', async () => {
    const { status, head, html } = await render({ ...shop, url: '/no-such-page' })
    expect(status).toBe(404)
    expect(head).toContain('<title>404 Page Not Found - superprinter</title>')
    expect(html).toContain('Page Not Found')
  })

  test('says so too where the table of screens and the router read an address differently', async () => {
    const { status, html } = await render({ ...shop, url: '/products%2F1' })
    expect(screenAt('/products%2F1').id).toBe('product')
    expect(status).toBe(404)
    expect(html).toContain('Page Not Found')
  })

  test('is the same for every visitor: no counts, no names, no banner', async () => {
    const { html } = await render({ ...shop, url: '/products' })
    expect(html).not.toContain('data-count-badge')
    expect(html).not.toContain('Accept All')
  })

  test('shows what was searched for as text', async () => {
    const { head, html } = await render({ ...shop, url: '/products?search=%3Cimg%20src%3Dx%3E' })
    expect(head).toContain('Search: &lt;img src=x&gt; - superprinter')
    expect(html).not.toContain('<img src=x>')
  })

  test('can be rendered for every address that its data is asked for', async () => {
    for (const url of [
      '/',
      '/products',
      '/products/1',
      '/category/printers',
      '/category/photo-printers',
      '/cart',
      '/wishlist',
      '/checkout',
      '/login',
      '/signup',
    ]) {
      const { id } = screenAt(url)
      const { head } = await render({ ...shop, url })
      expect(head, id).toMatch(/<title>.+ - superprinter<\/title>/)
    }
  })
})
