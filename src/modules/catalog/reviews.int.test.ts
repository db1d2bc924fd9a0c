import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { systemClock } from '#platform/time/clock'
import { productCollection } from './persistence/product-document.ts'
import { createProductRepository } from './persistence/product.repository.ts'
import { createReviewRepository } from './persistence/review.repository.ts'
import { catalogOn, openCatalog, type OpenCatalog } from './testing/open-catalog.ts'
import { aProduct, storeProducts } from './testing/product-builder.ts'
import { createAddReview } from './use-cases/add-review.ts'

/** Has nothing against a review, as for a customer who stays. */
const isThere = async () => {}

let db: OpenCatalog['db']
let events: OpenCatalog['events']
let catalog: OpenCatalog['catalog']

beforeEach(async () => {
  ;({ db, events, catalog } = await openCatalog())
})
afterEach(() => db.drop())

describe('reviews of one product at the same moment', () => {
  it('wait for each other, and none starts over', async () => {
    await storeProducts(db.database, [aProduct({ id: 1 })])
    const reviews = createReviewRepository(db.database)
    let inserts = 0
    const addReview = createAddReview({
      database: db.database,
      events,
      clock: systemClock,
      products: createProductRepository(db.database),
      reviews: {
        ...reviews,
        insertOfCustomer: (...args) => {
          inserts += 1
          return reviews.insertOfCustomer(...args)
        },
      },
    })
    const review = { productId: 1, customerName: 'Ada', customerTitle: null, rating: 4, comment: 'Quiet.' }
    await Promise.all(['c1', 'c2', 'c3', 'c4', 'c5'].map((customerId) => addReview({ ...review, customerId }, isThere)))
    expect(inserts).toBe(5)
    expect(await catalog.getProduct(1)).toMatchObject({ rating: 4, reviewCount: 5 })
  })
})

it('a review is stored without what else comes with it', async () => {
  await storeProducts(db.database, [aProduct({ id: 1 })])
  const review = { productId: 1, customerName: 'Ada', customerTitle: null, rating: 4, comment: 'Quiet.' }
  const alsoSent = { _id: 'chosen', id: 'chosen', hiddenAt: new Date(), isVerified: true, $where: '1' }
  await catalog.addReview({ ...alsoSent, ...review, customerId: 'c1' }, isThere)
  const [stored] = await db.database.connection.collection('reviews').find({}).toArray()
  expect(stored).toEqual({
    _id: expect.stringMatching(/^[\da-f-]{36}$/),
    ...review,
    customerId: 'c1',
    createdAt: expect.any(Date),
  })
})

describe('a review by a customer who is being deleted', () => {
  it('is not stored, and changes no rating', async () => {
    await storeProducts(db.database, [aProduct({ id: 1 })])
    const review = {
      productId: 1,
      customerId: 'c1',
      customerName: 'Ada',
      customerTitle: null,
      rating: 4,
      comment: 'Quiet.',
    }
    await expect(catalog.addReview(review, () => Promise.reject(new Error('gone')))).rejects.toThrow('gone')
    expect(await db.database.connection.collection('reviews').countDocuments({})).toBe(0)
    expect(await catalog.getProduct(1)).toMatchObject({ rating: 0, reviewCount: 0 })
  })
})

describe('a new review of a product that has thousands of them', () => {
  it('reads no more than how many have each rating', async () => {
    await storeProducts(db.database, [aProduct({ id: 1 }), aProduct({ id: 2 })])
    const reviews = createReviewRepository(db.database)
    const written = (productId: number) => (_: unknown, n: number) => ({
      id: `${productId}-${n}`,
      productId,
      customerName: 'Ada',
      customerTitle: null,
      rating: (n % 5) + 1,
      comment: 'Quiet.',
      createdAt: new Date(),
    })
    const stored = [...Array.from({ length: 3000 }, written(1)), ...Array.from({ length: 3 }, written(2))]
    await db.database.transaction((tx) => reviews.insertMany(tx, stored))
    const counts = await db.database.transaction((tx) => reviews.countRatings(tx, 1))
    expect(counts.toSorted((a, b) => a.rating - b.rating)).toEqual(
      [1, 2, 3, 4, 5].map((rating) => ({ rating, count: 600 })),
    )
    const review = { productId: 1, customerName: 'Ada', customerTitle: null, rating: 5, comment: 'Quiet.' }
    await catalog.addReview({ ...review, customerId: 'c1' }, isThere)
    expect(await catalog.getProduct(1)).toMatchObject({ rating: 3, reviewCount: 3001 })
  })
})

describe('a review of a product that is being deleted', () => {
  it('leaves nothing behind, whichever of the two comes first', async () => {
    const ids = Array.from({ length: 10 }, (_, index) => index + 1)
    await storeProducts(
      db.database,
      ids.map((id) => aProduct({ id })),
    )
    const review = { customerName: 'Ada', customerTitle: null, rating: 5, comment: 'Quiet.' }
    for (const productId of ids) {
      await Promise.allSettled([
        ...['c1', 'c2', 'c3', 'c4'].map((customerId) =>
          catalog.addReview({ ...review, productId, customerId }, isThere),
        ),
        db.database.transaction((tx) => catalog.deleteProduct(tx, productId)),
      ])
    }
    expect(await productCollection(db.database).countDocuments({})).toBe(0)
    expect(await db.database.connection.collection('reviews').countDocuments({})).toBe(0)
  })
})

describe('the reviews of a customer who is to be erased', () => {
  it('are announced with what became of them, also when the first try did not end', async () => {
    await storeProducts(db.database, [aProduct({ id: 1 })])
    const review = { productId: 1, customerName: 'Ada', customerTitle: null, rating: 4, comment: 'My desk in Utah.' }
    await catalog.addReview({ ...review, customerId: 'c1' }, isThere)
    let isAway = true
    const announced: number[] = []
    const interrupted = catalogOn(db.database, {
      ...events,
      publish: async (tx, event, payload) => {
        if (isAway) throw new Error('the process ends here')
        announced.push(...(payload as { productIds: number[] }).productIds)
        await events.publish(tx, event, payload)
      },
    })
    await expect(interrupted.eraseReviewer({ customerId: 'c1' })).rejects.toThrow('the process ends here')
    isAway = false
    await interrupted.eraseReviewer({ customerId: 'c1' })
    expect(announced).toEqual([1])
    expect(await catalog.listReviews(1)).toMatchObject([{ customerName: 'Former customer', rating: 4 }])
    await interrupted.eraseReviewer({ customerId: 'c1' })
    expect(announced).toEqual([1])
  })
})

describe('a review that staff hide', () => {
  const review = { productId: 1, customerName: 'Ada', customerTitle: null, comment: 'Quiet.' }
  const write = (customerId: string, rating: number) => catalog.addReview({ ...review, customerId, rating }, isThere)
  const hide = (reviewId: string, reason = 'Abuse') =>
    db.database.transaction((tx) => catalog.hideReview(tx, { productId: 1, reviewId }, reason))
  const showAgain = async (reviewId: string) => {
    const hiddenAt = (await catalog.findReview({ productId: 1, reviewId }))?.hidden?.at ?? new Date(0)
    return db.database.transaction((tx) => catalog.showReview(tx, { productId: 1, reviewId }, hiddenAt))
  }
  const page = { limit: 25, offset: 0 }

  it('counts for nothing, also beside new ones and those from before there was hiding', async () => {
    await storeProducts(db.database, [aProduct({ id: 1 })])
    const earlier = { id: 'old', ...review, rating: 5, createdAt: new Date(0) }
    await db.database.transaction((tx) => createReviewRepository(db.database).insertMany(tx, [earlier]))
    const { id } = await write('c1', 1)
    expect(await catalog.getProduct(1)).toMatchObject({ rating: 3, reviewCount: 2 })
    await hide(id)
    expect(await catalog.getProduct(1)).toMatchObject({ rating: 5, reviewCount: 1 })
    await write('c2', 4)
    expect(await catalog.getProduct(1)).toMatchObject({ rating: 4.5, reviewCount: 2 })
    expect((await catalog.listReviews(1)).map(({ rating }) => rating)).toEqual([4, 5])
    const { reviews, total } = await catalog.listReviewsForStaff(1, page)
    expect(reviews.map(({ rating, hidden }) => [rating, hidden?.reason])).toEqual([
      [4, undefined],
      [1, 'Abuse'],
      [5, undefined],
    ])
    expect(total).toBe(3)
    await showAgain(id)
    expect(await catalog.getProduct(1)).toMatchObject({ rating: 3.3, reviewCount: 3 })
  })

  it('is still the one that its customer may write, and is theirs to know', async () => {
    await storeProducts(db.database, [aProduct({ id: 1 })])
    const { id } = await write('c1', 1)
    await hide(id)
    await expect(write('c1', 5)).rejects.toThrow('You have reviewed this product already')
    expect(await catalog.listReviewedProducts('c1')).toEqual([1])
    expect(await catalog.listReviewsOfCustomer('c1')).toMatchObject([
      { comment: 'Quiet.', hidden: { reason: 'Abuse' } },
    ])
  })

  it('loses name, words and reason with its customer, and stays hidden', async () => {
    await storeProducts(db.database, [aProduct({ id: 1 })])
    const { id } = await write('c1', 1)
    await hide(id, 'Ada names her neighbor.')
    await catalog.eraseReviewer({ customerId: 'c1' })
    const { reviews } = await catalog.listReviewsForStaff(1, page)
    expect(reviews).toMatchObject([{ customerName: 'Former customer', hidden: { at: expect.any(Date) } }])
    expect(JSON.stringify(reviews)).not.toMatch(/Ada|neighbor|Quiet/)
    expect(await catalog.getProduct(1)).toMatchObject({ reviewCount: 0 })
  })

  it('is hidden once by two at once, and each of several counts', async () => {
    await storeProducts(db.database, [aProduct({ id: 1 })])
    const written = []
    for (const [n, rating] of [1, 2, 3].entries()) written.push(await write(`c${n}`, rating))
    const [first, second] = written.map(({ id }) => id)
    if (first === undefined || second === undefined) throw new Error('There are three.')
    const [one, two, three] = await Promise.all([hide(first), hide(first), hide(second)])
    expect([one?.isChanged, two?.isChanged].toSorted()).toEqual([false, true])
    expect(one?.review).toEqual(two?.review)
    expect(three?.isChanged).toBe(true)
    const [, , third] = written
    const told = await Promise.allSettled([hide(third?.id ?? '', 'One'), hide(third?.id ?? '', 'Two')])
    expect(told.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    await showAgain(third?.id ?? '')
    expect(await catalog.getProduct(1)).toMatchObject({ rating: 3, reviewCount: 1 })
  })

  it('is looked for among those of its product', async () => {
    await storeProducts(db.database, [aProduct({ id: 1 }), aProduct({ id: 2 })])
    const { id: reviewId } = await write('c1', 1)
    await expect(
      db.database.transaction((tx) => catalog.hideReview(tx, { productId: 2, reviewId }, 'Abuse')),
    ).rejects.toThrow('There is no such review.')
    await expect(showAgain('none')).rejects.toThrow('There is no such review.')
    expect(await catalog.getProduct(1)).toMatchObject({ reviewCount: 1 })
  })
})
