import type { ReactNode } from 'react'
import { Navigate, Route, Routes } from 'react-router-dom'
import { REDIRECTS } from '#contracts/screens'
import { ShopLayout } from './layouts/shop-layout.tsx'
import { PAGE_ROUTES } from './screens.ts'

export function AppRoutes(): ReactNode {
  return (
    <Routes>
      <Route element={<ShopLayout />}>
        {PAGE_ROUTES.map(({ path, Page }) => (
          <Route key={path} path={path} element={<Page />} />
        ))}
        {REDIRECTS.map(({ path, to }) => (
          <Route key={path} path={path} element={<Navigate to={to} replace />} />
        ))}
      </Route>
    </Routes>
  )
}
