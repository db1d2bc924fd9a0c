import { renderToString } from 'react-dom/server.edge'
import { SWRConfig } from 'swr'
import { expect, it } from 'vitest'
import type { Import } from '#contracts/imports'
import { SUPPLIERS_PATH } from './import-calls.ts'
import { SupplierChoice } from './supplier-choice.tsx'

function chosenOption(chosen: string | null, suppliers?: readonly object[]): string | undefined {
  const html = renderToString(
    <SWRConfig value={{ provider: () => new Map(), fallback: suppliers && { [SUPPLIERS_PATH]: suppliers } }}>
      <SupplierChoice item={{ supplier: null } as Import} chosen={chosen} onChange={() => {}} />
    </SWRConfig>,
  )
  return /<option[^>]* selected=""[^>]*>([^<]*)/.exec(html)?.[1]
}

it('shows a supplier that was deleted since it was chosen, so that another one can be chosen in its place', () => {
  expect(chosenOption(null, [])).toBe('No supplier in particular')
  expect(chosenOption('s1', [])).toBe('A supplier that was deleted')
  expect(chosenOption('s1')).toBe('One moment...')
})
