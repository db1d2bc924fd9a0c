import type { ReactNode } from 'react'
import { Navigate, Route, Routes } from 'react-router-dom'
import { ShopLayout } from './layouts/shop-layout.tsx'
import { paths } from '../lib/paths.ts'
import { NOT_FOUND, SCREENS } from './screens.ts'

/** Addresses that the shop links to and that are lists of the listing (design, section 7). */
const REDIRECTS: readonly { readonly path: string; readonly to: string }[] = [
  { path: paths.business(), to: paths.products({ business: true }) },
  { path: paths.scanners(), to: paths.products({ category: 'scanners' }) },
]

export function AppRoutes(): ReactNode {
  return (
    <Routes>
      <Route element={<ShopLayout />}>
        {SCREENS.map(({ path, screen: { Page } }) => (
          <Route key={path} path={path} element={<Page />} />
        ))}
        {REDIRECTS.map(({ path, to }) => (
          <Route key={path} path={path} element={<Navigate to={to} replace />} />
        ))}
        <Route path="*" element={<NOT_FOUND.Page />} />
      </Route>
    </Routes>
  )
}
