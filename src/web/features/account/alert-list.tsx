import { Link } from 'react-router-dom'
import { ALERTS_PATH } from '#contracts/api-paths'
import type { OwnAlertList } from '#contracts/alerts'
import { api, isRefusal } from '../../lib/api-client.ts'
import { deleteAt } from '../../lib/api-once.ts'
import { errorMessage } from '../../lib/error-message.ts'
import { formatShopDay } from '../../lib/format-shop-day.ts'
import { paths } from '../../lib/paths.ts'
import { useAction } from '../../lib/use-action.ts'
import { SHARED_WITH_OTHERS, useRead } from '../../lib/use-read.ts'
import { soon } from '../../lib/soon.ts'
import { Async } from '../../ui/async.tsx'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.tsx'

type OwnAlert = OwnAlertList[number]

const WAITS_FOR: Readonly<Record<OwnAlert['kind'], string>> = {
  'back-in-stock': 'When it is back in stock',
  'price-drop': 'When its price drops',
}

/** Ends a request. When nobody knows what became of that, the list says whether it was ended. */
async function endAlert(id: string): Promise<void> {
  try {
    await deleteAt(`${ALERTS_PATH}/${id}`)
  } catch (error) {
    if (isRefusal(error) || (await api(ALERTS_PATH)).some((alert) => alert.id === id)) throw error
  }
}

/** The emails about products that the customer waits for, each with an end. */
export function AlertList({ userId }: { readonly userId: string }) {
  const { data, error, retry } = useRead(ALERTS_PATH, { ...SHARED_WITH_OTHERS, ownerId: userId })
  const {
    run: end,
    isBusy,
    doing,
  } = useAction(
    async ({ id, productName }: OwnAlert) => {
      await endAlert(id)
      await retry()
      toast({ title: 'Request ended', description: `We will not write to you about ${productName ?? 'this product'}.` })
    },
    async (failure) => {
      // Its mail may have gone out, or another window ended it: the list says what is left.
      await soon(retry())
      const description = errorMessage(failure, 'The request was not ended. Please try again.')
      toast({ title: 'Request not ended', description, variant: 'destructive' })
      return null
    },
  )
  return (
    <section aria-labelledby="alerts-title" className="sheet p-5 sm:p-7">
      <h2 id="alerts-title" className="text-2xl">
        Emails You Asked For
      </h2>
      <p className="mt-1 text-soft">One email each, to the address of your account.</p>
      <div className="mt-3">
        <Async
          data={data}
          error={error}
          errorMessage="The list could not be loaded just now."
          onRetry={retry}
          loading={<Skeleton className="mt-5 h-20" />}
        >
          {(alerts) =>
            alerts.length === 0 ? (
              <p className="py-2">
                Nothing yet. To get one, choose “Tell me when it is back” or “when the price drops” on a product’s page.
              </p>
            ) : (
              <ul>
                {alerts.map((alert) => (
                  <li
                    key={alert.id}
                    className="flex flex-wrap items-center gap-x-4 gap-y-3 border-b border-line py-4 last:border-b-0"
                  >
                    <div className="grid min-w-0 flex-1 basis-52 gap-0.5">
                      {alert.productName === null ? (
                        <p className="font-semibold">A product that we do not sell any more</p>
                      ) : (
                        <Link
                          to={paths.product({ id: alert.productId })}
                          className="font-semibold underline-offset-4 [overflow-wrap:anywhere] hover:underline"
                        >
                          {alert.productName}
                        </Link>
                      )}
                      <p className="text-sm text-soft">
                        {WAITS_FOR[alert.kind]}, asked for on {formatShopDay(alert.requestedAt)}
                      </p>
                    </div>
                    <Button
                      variant="quiet"
                      size="small"
                      aria-disabled={isBusy}
                      onClick={() => end(alert)}
                      aria-description={alert.productName ?? undefined}
                    >
                      {doing?.id === alert.id ? 'Ending...' : 'End'}
                    </Button>
                  </li>
                ))}
              </ul>
            )
          }
        </Async>
      </div>
    </section>
  )
}
