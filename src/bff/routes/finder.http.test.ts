import request from 'supertest'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FinderAnswer } from '#contracts/finder'
import { eventually } from '../../testing/eventually.ts'
import { startShop, type RunningShop } from '../../testing/start-shop.ts'
import { staffScript } from '../testing/staff-requests.ts'

let shop: RunningShop
beforeAll(async () => {
  shop = await startShop({ SEED_DEMO: 'false' })
})
afterAll(() => shop.stop())

const find = async (query: string) => {
  const { body } = await request(shop.app.server).get(`/api/finder?${query}`).expect(200)
  return body as FinderAnswer
}
const namesOf = ({ printers }: FinderAnswer) => printers.map(({ product }) => product.name)
async function add(product: object): Promise<number> {
  const staff = await staffScript(shop)
  const answer = await request(shop.app.server).post('/api/admin/products').set(staff).send(product).expect(201)
  return Number(answer.body.id)
}

describe('the printer finder', () => {
  it('answers an empty shop with nothing', async () => {
    expect(await find('prints=photos')).toEqual({ printers: [], fitting: 0, waysOut: [] })
  })

  it('reads products as suppliers write them, and puts the least cost over three years first', async () => {
    await add({
      name: 'Cheap Jet',
      price: '80',
      specifications: 'Print technology: Color inkjet\nInterfaces: USB 2.0',
    })
    await add({ name: 'Thrifty Laser', price: '150', specifications: { Type: 'mono laser printer', Wireless: 'yes' } })
    const sold = await add({ name: 'Sold Out', price: '10', stockQuantity: 0, inStock: false })
    expect(namesOf(await find('prints=documents&pages=100'))).toEqual(['Cheap Jet', 'Thrifty Laser'])
    await add({
      name: 'Jet Ink',
      category: 'supplies',
      price: '30',
      fits: ['Cheap Jet'],
      pageYield: 100,
      supplyColor: 'black',
    })
    await add({
      name: 'Toner',
      category: 'supplies',
      price: '60',
      fits: ['Thrifty Laser'],
      pageYield: 3000,
      supplyColor: 'black',
    })
    const found = await eventually(async () => {
      const answer = await find('prints=documents&pages=100')
      expect(namesOf(answer)).toEqual(['Thrifty Laser', 'Cheap Jet'])
      return answer
    })
    expect(found.fitting).toBe(2)
    expect(found.printers[0]).toMatchObject({
      misses: [],
      threeYears: { parts: [{ pages: 3600, cents: 2, isColor: false }], total: '222.00' },
    })
    expect(found.printers.map(({ product }) => product.id)).not.toContain(sold)
  })

  it('says what the nearest ones lack when none does everything', async () => {
    const found = await find('prints=documents&pages=10&color=yes&scans=fax')
    expect(found.fitting).toBe(0)
    expect(found.printers.map(({ product, misses }) => [product.name, misses])).toEqual([
      ['Cheap Jet', ['scans']],
      ['Thrifty Laser', ['color', 'scans']],
    ])
    expect(found.waysOut).toEqual([{ changes: { scans: 'no' }, fitting: 1 }])
  })

  it('takes what prints photos for no printer of documents, and says so where it is the nearest', async () => {
    await add({
      name: 'Wide Photo',
      category: 'photo-printers',
      price: '500',
      specifications: { Technology: 'Inkjet', 'Max paper size': 'A3+' },
    })
    const found = await find('prints=documents&pages=10&paper=tabloid')
    expect(found.fitting).toBe(0)
    expect(found.printers[0]).toMatchObject({ product: { name: 'Wide Photo' }, misses: ['purpose'] })
    expect(found.waysOut).toEqual([{ changes: { paper: 'letter' }, fitting: 2 }])
    expect((await find('prints=labels&color=yes')).waysOut).toEqual([])
  })

  it.each([
    '',
    'prints=elephants',
    'prints=photos&pages=0',
    'prints=photos&pages=100001',
    'prints=photos&pages=1e3',
    'prints=photos&color=1',
    'prints=photos&prints=labels',
  ])('refuses %j', async (query) => {
    await request(shop.app.server).get(`/api/finder?${query}`).expect(400)
  })
})
