import type { ReactNode } from 'react'
import { Navigate, Route, Routes } from 'react-router-dom'
import { REDIRECTS, type ScreenId } from '#contracts/screens'
import { ShopLayout } from './layouts/shop-layout.tsx'
import { StaffLayout } from './layouts/staff-layout.tsx'
import { PAGE_ROUTES } from './screens.ts'

/**
 * @param only the screen that the server draws: the router would compare the address with every screen again, which takes
 * 0.3 ms of processor
 */
export function AppRoutes({ only }: { readonly only?: ScreenId | undefined }): ReactNode {
  const routes = only === undefined ? PAGE_ROUTES : PAGE_ROUTES.filter(({ id }) => id === only)
  const within = (isStaff: boolean) =>
    routes
      .filter(({ id }) => (id === 'admin') === isStaff)
      .map(({ path, Page }) => <Route key={path} path={path} element={<Page />} />)
  return (
    <Routes>
      <Route element={<StaffLayout />}>{within(true)}</Route>
      <Route element={<ShopLayout />}>
        {within(false)}
        {only === undefined &&
          REDIRECTS.map(({ path, to }) => <Route key={path} path={path} element={<Navigate to={to} replace />} />)}
      </Route>
    </Routes>
  )
}
