import type { ReactNode } from 'react'
import { Navigate, Route, Routes, useLocation } from 'react-router-dom'
import { REDIRECTS, screenAt, type ScreenId } from '#contracts/screens'
import { ShopLayout } from './layouts/shop-layout.tsx'
import { StaffLayout } from './layouts/staff-layout.tsx'
import { PAGE_ROUTES } from './screens.ts'

/**
 * The router gets the one screen of the address, and what stands where there is none: it would compare the address with
 * each screen again, which takes a slow phone 30 ms.
 */
export function AppRoutes(): ReactNode {
  const found = screenAt(useLocation().pathname).id
  const routeOf = (screen: ScreenId) =>
    PAGE_ROUTES.filter(({ id }) => id === screen).map(({ path, Page }) => (
      <Route key={path} path={path} element={<Page />} />
    ))
  return (
    <Routes>
      <Route element={<StaffLayout />}>{found === 'admin' && routeOf(found)}</Route>
      <Route element={<ShopLayout />}>
        {found !== 'admin' && found !== 'not-found' && routeOf(found)}
        {routeOf('not-found')}
        {found === 'not-found' &&
          REDIRECTS.map(({ path, to }) => <Route key={path} path={path} element={<Navigate to={to} replace />} />)}
      </Route>
    </Routes>
  )
}
