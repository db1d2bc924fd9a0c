import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod'
import { HideReviewBody, ShowReviewBody, StaffReview, StaffReviewList, StaffReviewsQuery } from '#contracts/admin'
import type { AdminModule } from '#modules/admin'
import type { CatalogModule, WrittenReview } from '#modules/catalog'
import type { IdentityModule } from '#modules/identity'
import { actorOf } from '../../auth/staff-access.ts'
import { PathId, ProductPath, productIdOf } from '../../http/path-ids.ts'
import { presentStaffReview } from '../../presenters/product.ts'
import { failures } from '../failures.ts'

const tags = ['Staff']
const PAGE = 25
const ReviewPath = ProductPath.extend({ review: PathId })
type ReviewPath = { readonly id: string; readonly review: string }

/** What customers wrote about a product, and whether it is shown. */
export const staffReviewRoutes: FastifyPluginCallbackZod<{
  admin: Pick<AdminModule, 'products'>
  catalog: Pick<CatalogModule, 'listReviewsForStaff'>
  identity: Pick<IdentityModule, 'whetherProved'>
}> = (app, { admin, catalog, identity }, done) => {
  const authorsOf = (reviews: readonly WrittenReview[]) =>
    identity.whetherProved([...new Set(reviews.flatMap(({ customerId }) => customerId ?? []))])
  const keyOf = ({ id, review }: ReviewPath) => ({ productId: productIdOf(id), reviewId: review })

  app.route({
    method: 'GET',
    url: '/admin/products/:id/reviews',
    config: { access: { staff: 'products.read' } },
    schema: {
      operationId: 'listReviewsForStaff',
      tags,
      summary: 'All reviews of a product, newest first, also those that are hidden',
      description:
        'X-Total-Count says how many there are, counted up to the next thousand behind the page. ' +
        `${PAGE} reviews without \`limit\`.`,
      params: ProductPath,
      querystring: StaffReviewsQuery,
      response: { 200: StaffReviewList, ...failures(400, 401, 404) },
    },
    handler: async (request, reply) => {
      const { limit = PAGE, offset = 0 } = request.query
      const { reviews, total } = await catalog.listReviewsForStaff(productIdOf(request.params.id), { limit, offset })
      const authors = await authorsOf(reviews)
      return reply
        .header('x-total-count', String(total))
        .send(reviews.map((review) => presentStaffReview(review, authors)))
    },
  })

  app.route({
    method: 'POST',
    url: '/admin/products/:id/reviews/:review/hide',
    config: { access: { staff: 'products.write' } },
    schema: {
      operationId: 'hideReview',
      tags,
      summary: 'Takes a review out of the shop, and out of rating and review count of its product',
      description:
        'Its author gets a mail (`authorMail`); the shop does not show the reason. A review that is hidden for this reason already stays as it is; for another one, 409 REVIEW_HIDDEN_MEANWHILE.',
      params: ReviewPath,
      body: HideReviewBody,
      response: { 200: StaffReview, ...failures(400, 401, 403, 404, 409, 413, 415) },
    },
    handler: async (request) => {
      const { reason } = request.body
      const review = await admin.products.hideReview(keyOf(request.params), reason, actorOf(request))
      return presentStaffReview(review, await authorsOf([review]))
    },
  })

  app.route({
    method: 'POST',
    url: '/admin/products/:id/reviews/:review/show',
    config: { access: { staff: 'products.write' } },
    schema: {
      operationId: 'showReview',
      tags,
      summary: 'Puts a hidden review back into the shop',
      description:
        'A review that is shown already stays as it is. One that was hidden anew since it was seen: 409 REVIEW_HIDDEN_MEANWHILE.',
      params: ReviewPath,
      body: ShowReviewBody,
      response: { 200: StaffReview, ...failures(400, 401, 403, 404, 409, 413, 415) },
    },
    handler: async (request) => {
      const hiddenAtWas = new Date(request.body.hiddenAtWas)
      const review = await admin.products.showReview(keyOf(request.params), hiddenAtWas, actorOf(request))
      return presentStaffReview(review, await authorsOf([review]))
    },
  })
  done()
}
