import type { ReactNode } from 'react'
import { Navigate, Route, Routes, useLocation } from 'react-router-dom'
import { REDIRECTS, screenAt } from '#contracts/screens'
import { ShopLayout } from './layouts/shop-layout.tsx'
import { StaffLayout } from './layouts/staff-layout.tsx'
import { PAGE_ROUTES } from './screens.ts'

/**
 * The router gets the one screen of the address: it would compare the address with each screen again, which takes a slow
 * phone 30 ms.
 */
export function AppRoutes(): ReactNode {
  const { id } = screenAt(useLocation().pathname)
  const pages = PAGE_ROUTES.filter((page) => page.id === id).map(({ path, Page }) => (
    <Route key={path} path={path} element={<Page />} />
  ))
  return (
    <Routes>
      <Route element={<StaffLayout />}>{id === 'admin' && pages}</Route>
      <Route element={<ShopLayout />}>
        {id !== 'admin' && pages}
        {id === 'not-found' &&
          REDIRECTS.map(({ path, to }) => <Route key={path} path={path} element={<Navigate to={to} replace />} />)}
      </Route>
    </Routes>
  )
}
