import { Provider, type createStore } from 'jotai'
import { SWRConfig } from 'swr'
import { ConsentProvider } from '../features/consent/consent-provider.tsx'
import type { PageData } from '#contracts/pages'
import { ExpressShippingContext } from '../lib/express-shipping.ts'
import { swrOptions } from '../lib/swr-options.ts'
import { TestCardsContext } from '../lib/test-cards.ts'
import { AppRoutes } from './routes.tsx'

interface AppProps {
  readonly data: PageData
  readonly store: ReturnType<typeof createStore>
}

/** The whole client within a router: the browser's or the server's. */
export function App({ data, store }: AppProps) {
  return (
    <Provider store={store}>
      <SWRConfig value={{ ...swrOptions, fallback: data.swr as Record<string, unknown> }}>
        <ConsentProvider config={data.config}>
          <ExpressShippingContext value={data.config.expressShippingCents}>
            <TestCardsContext value={data.config.takesTestCards}>
              <AppRoutes />
            </TestCardsContext>
          </ExpressShippingContext>
        </ConsentProvider>
      </SWRConfig>
    </Provider>
  )
}
